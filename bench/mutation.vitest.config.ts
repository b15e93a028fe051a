import { basename, join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import all from '#lib/fixtures/vitest.config.ts'

type Project = {
  test: { name: string; include: string[]; exclude?: string[]; setupFiles?: string[]; isolate?: boolean; execArgv?: string[] }
}

/**
 * For `mutation.ts`: one project, as only one can be asked which tests reach a mutant, and the tests that show what the room does, but for
 * those that draw the costliest shapes, and the one that only processes show: half a minute a mutant.
 */
const COSTLY = ['area-budget.test', 'check-shapes.test', 'processes.db.test'].map((file) => `**/${file}.ts`)
process.env.EXHAUSTIVE = 'on' // a mutant that one of a thousand seeds shows is shown
const { MUTATION_TESTS: tests = '', MUTATION_PROJECT: named } = process.env
const projects = ((all.test?.projects ?? []) as Project[]).filter(({ test }) => test.name === named)
for (const { test } of projects) {
  test.include = tests.split(' ')
  test.exclude = [...(named === 'unit' ? ['**/*.{db,sqlite}.test.ts'] : []), ...COSTLY]
  test.execArgv = [] // Stryker runs them in threads, which begin with no flags of V8
  // Of a pure room it is asked which files reach a mutant: each loads its modules itself.
  test.isolate = named === 'unit'
  if (named === 'unit') continue
  // What waits for ever is noticed after a while, and not when all the other tests would have ended.
  Object.assign(test, { testTimeout: 30_000, hookTimeout: 30_000 })
  test.setupFiles = [join(import.meta.dirname, 'mutation-setup.ts'), ...(test.setupFiles ?? [])]
}

/**
 * A mutant is done with at the first test that notices it: the file of its own name comes first, then the quickest.
 */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const own = basename(process.env.MUTATION_OF ?? '-', '.ts')
    const time = ({ project, moduleId }: TestSpecification) => {
      const name = basename(moduleId).split('.')[0]
      if (name === own) return -1
      return this.ctx.cache.getFileTestResults(`${project.name}:${relative(this.ctx.config.root, moduleId)}`)?.duration ?? 0
    }
    return files.toSorted((a, b) => time(a) - time(b))
  }
}

export default defineConfig({ ...all, test: { ...all.test, projects, sequence: { sequencer: QuickFirst } } })
