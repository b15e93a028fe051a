import { join, relative } from 'node:path'

/**
 * For `mutation.ts`: Stryker's runner of tests, with two differences, and what it says. A fault under which a file does not load, or something goes wrong outside
 * of tests, is noticed: no run with that is green. And where a room has a database, what only hooks or the loading of a file reach is tried with
 * the tests of the files that do so, not with all there are.
 */
const installed = join(import.meta.dirname, '.cache/mutation/node_modules/@stryker-mutator/vitest-runner/dist/src')
const { VitestTestRunner } = await import(join(installed, 'vitest-test-runner.js'))
const { collectTestsFromSuite, convertTestToTestResult } = await import(join(installed, 'vitest-helpers.js'))

const hasDatabase = process.env.MUTATION_PROJECT !== 'unit'
/** Tests that take half of the time of all: they are run for the files that they are about, of others they show what others show. */
const DEAR = [
  { tests: /^lib\/storage\/announce\.db|processes/, about: /\/storage\/(announce|bin|quota)\.ts$/ },
  { tests: /^lib\/rest\/few-parts\.db/, about: /\/storage\/(copy-log|duplicate|layout|model-stream)\.ts$/ },
]

class Runner extends VitestTestRunner {
  /** @param {{ activeMutant: { fileName: string }, testFilter?: string[] }} options */
  async mutantRun(options) {
    const { activeMutant, testFilter = [] } = options
    process.env.MUTATION_OF = activeMutant.fileName
    const dear = DEAR.filter(({ about }) => !about.test(activeMutant.fileName))
    const some = testFilter.filter((id) => !dear.some(({ tests }) => tests.test(id)))
    const chosen = some.length > 0 ? { ...options, testFilter: some } : options
    const result = await super.mutantRun(hasDatabase ? { ...chosen, mutantActivation: 'static' } : chosen)
    /** @type {{ result?: { state: string } }[]} */
    const files = this.ctx.state.getFiles()
    const isRed = this.ctx.state.errorsSet.size > 0 || files.some((file) => file.result?.state === 'fail')
    if (!isRed || result.status === 'killed' || result.status === 'timeout') return result
    return { status: 'killed', killedBy: [], failureMessage: 'the run is red, and no test of it failed', nrOfTests: 0 }
  }

  /** The files share a process, so each comes with what those before it have loaded: a few tests more than are needed. */
  readMutantCoverage() {
    if (!hasDatabase) return super.readMutantCoverage()
    /** @type {Record<string, Record<string, number>>} */
    const perTest = {}
    for (const file of this.ctx.state.getFiles()) {
      const { static: ofFile = {}, perTest: ofTests = {} } = file.meta.mutantCoverage ?? {}
      for (const test of collectTestsFromSuite(file)) {
        const { id, name } = convertTestToTestResult(test)
        perTest[id] = { ...ofFile, ...ofTests[`${file.filepath}#${name}`] }
      }
    }
    return { perTest, static: {} }
  }
}

/** @param {{ provideValue(name: string, value: unknown): { injectClass(of: unknown): unknown } }} injector */
const make = (injector) => injector.provideValue('globalNamespace', '__stryker__').injectClass(Runner)
make.inject = ['$injector']

/**
 * Says what no test noticed as soon as it is known: a run may take an hour.
 * @typedef {{ status: string, fileName: string, location: { start: { line: number, column: number } }, mutatorName: string, replacement?: string }} Tested
 */
class Missed {
  /** @param {Tested} tested */
  onMutantTested({ status, fileName, location: { start }, mutatorName, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return
    const reached = status === 'NoCoverage' ? ', reached by no test' : ''
    const place = `${relative(process.cwd(), fileName)}:${start.line}:${start.column}`
    process.stdout.write(`  ${place} ${mutatorName}${reached}: ${replacement ?? ''}\n`)
  }
}

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'ours', factory: make },
  { kind: 'Reporter', name: 'missed', factory: Object.assign(() => new Missed(), { inject: [] }) },
]
