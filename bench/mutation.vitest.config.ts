import { defineConfig } from 'vitest/config'
import all from '#lib/fixtures/vitest.config.ts'

type Project = { test: { name: string; include: string[] } }

/** For `mutation.ts`: one project, as only one can be asked which tests reach a mutant, and of it the room's own tests. */
const { MUTATION_ROOM: room = '', MUTATION_PROJECT: named } = process.env
const projects = ((all.test?.projects ?? []) as Project[]).filter(({ test }) => test.name === named)
for (const { test } of projects) test.include = [`lib/${room}/**/*${named === 'unit' ? '' : '.db'}.test.ts`]

export default defineConfig({ ...all, test: { ...all.test, projects } })
