// Where the time of `npm test` goes: the files that take longest, by the reports of Vitest and Playwright.

/**
 * @typedef {{ file: string, milliseconds: number }} Spent
 * @typedef {{ file: string, suites?: Suite[], specs?: { tests: { results: { duration: number }[] }[] }[] }} Suite
 */

/** @param {{ testResults: { name: string, startTime: number, endTime: number }[] }} report @returns {Spent[]} */
export const spentByVitest = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => ({ file: name, milliseconds: endTime - startTime }))

/** Stories of one file run beside each other: what they took is added up. @param {{ suites: Suite[] }} report @returns {Spent[]} */
export const spentByPlaywright = ({ suites }) => suites.map((suite) => ({ file: suite.file, milliseconds: durationOf(suite) }))

/** @param {Suite} suite @returns {number} */
function durationOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  return [...own, ...suites.map(durationOf)].reduce((sum, one) => sum + one, 0)
}

/** The ten slowest, a line each. A file with a database runs on two, which is one line each. @param {readonly Spent[]} spent */
export const slowestLines = (spent) =>
  spent
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, 10)
    .map(({ file, milliseconds }) => `  ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${file}`)
