import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApiDocument } from './openapi/openapi.ts'

/** What a maker of clients gets from `/openapi.json`: types by openapi-typescript, which a program uses as it would any other. */

const PROGRAM = `
import type { components } from './api.ts'

type Schemas = components['schemas']
const address = 'http://localhost:3000/api/construct-models'
const headers = { authorization: 'Bearer smk_…', 'content-type': 'application/json' }

async function send<Answer>(method: string, url: string, body?: object): Promise<Answer> {
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return (await response.json()) as Answer
}

const create: Schemas['CreateModel'] = { name: 'Portal frame', units: { length: 'm' }, sections: [{ id: 'S', profile: 'IPE 300' }] }
const made = await send<Schemas['ViewerModel']>('POST', address, create)
const nodes: Schemas['NodeInput'][] = [0, 6].map((x) => ({ id: \`N\${x}\`, position: { x, y: 0, z: 0 } }))
const frames: Schemas['FrameInput'][] = [{ id: 'F', startNodeId: 'N0', endNodeId: 'N6' }]
const supports: Schemas['SupportInput'][] = [{ id: 'A', nodeId: 'N0', restraints: 'fixed' }]
const batch: Schemas['ConstructModelElementsBatch'] = { nodes, frames, supports }
const after = await send<Schemas['ViewerModel']>('POST', \`\${address}/\${made.id}/elements\`, batch)
const read = await send<Schemas['ViewerModel']>('GET', \`\${address}/\${after.id.toUpperCase()}\`)
const turned: number = read.frames.reduce((sum, { rotation }) => sum + rotation, 0)
const length: string | null | undefined = read.units?.length
const removal: Schemas['RemoveElements'] = { frames: read.frames.map(({ id }) => id) }
export const told = [read.id.length, read.revision + 1, read.viewerUrl, read.members.length, turned, length, removal] as const
`

const STRICT = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    target: 'es2022',
    types: [],
  },
}

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'typed-client-'))
const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
const compile = () => run(join(root, 'node_modules/typescript/bin/tsc'), '--project', folder).stdout

beforeAll(() => {
  put('openapi.json', JSON.stringify(openApiDocument()))
  put('tsconfig.json', JSON.stringify(STRICT))
  const hook = pathToFileURL(join(root, 'lib/fixtures/with-typescript-5.mjs')).href
  const made = run('--import', hook, join(root, 'node_modules/openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'api.ts')
  if (made.status !== 0) throw new Error(made.stderr)
})
afterAll(() => rmSync(folder, { recursive: true }))

it('compiles in strict mode with the types that openapi-typescript makes', () => {
  put('program.ts', PROGRAM)
  expect(compile()).toBe('')
})

it('tells what such a program forgets', () => {
  put('program.ts', PROGRAM.replace("startNodeId: 'N0', ", '').replace('read.revision + 1', 'read.revisions + 1'))
  const errors = compile()
  expect(errors).toContain("'startNodeId' is missing")
  expect(errors.match(/error TS/g)).toHaveLength(2)
})
