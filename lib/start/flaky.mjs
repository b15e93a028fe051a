// Stories that failed at first and passed when they were tried again, by Playwright's report.

/**
 * @typedef {{ title: string, tests: { status: string }[] }} Spec
 * @typedef {{ file: string, suites?: Suite[], specs?: Spec[] }} Suite
 */

/** @param {{ suites: readonly Suite[] }} report @returns {string[]} a line each, with the file */
export const flakyStories = ({ suites }) =>
  suites.flatMap(({ file, suites: inner = [], specs = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => `${file}: ${title}`),
    ...flakyStories({ suites: inner }),
  ])
