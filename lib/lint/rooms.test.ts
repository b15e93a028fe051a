import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const CONFIGURATION = ['.biome.json', '.gitignore', 'lib/lint/no-waiting.grit', 'lib/lint/non-null-by-index.grit']

/** What lint says of a tree of files under our rules: `path:line rule`. */
function complaintsOf(sources: Record<string, readonly string[]>): string[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rooms-')))
  try {
    for (const file of CONFIGURATION) cpSync(join(ROOT, file), join(folder, file))
    for (const [path, lines] of Object.entries(sources)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true })
      writeFileSync(join(folder, path), lines.join('\n'))
    }
    const { stdout, error } = spawnSync(
      join(ROOT, 'node_modules/.bin/biome'),
      ['lint', '--reporter=github', '--max-diagnostics=none', '.'],
      { cwd: folder, encoding: 'utf8' },
    )
    if (error) throw error
    return [...stdout.matchAll(/title=(?:lint\/\w+\/)?(\w+),file=([^,]+),line=(\d+)/g)].map(
      ([, rule, file, line]) => `${relative(folder, file as string)}:${line} ${rule}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const ROOMS = {
  worker: { file: 'app/_viewer/worker/one.ts', may: ['./elements.ts', '../viewer-host.ts', '#lib/model/units.ts'] },
  session: { file: 'app/_viewer/session/one.ts', may: ['./store.ts', '../worker/elements.ts', '#lib/drawing/sheet.ts'] },
  picture: { file: 'app/_viewer/picture/one.ts', may: ['./stage.ts', '../session/store.ts', 'three', 'camera-controls'] },
  panels: { file: 'app/_viewer/panels/one.tsx', may: ['./icon.tsx', '../session/store.ts', '../../_ui/button.tsx', 'react'] },
  shell: { file: 'app/_viewer/panels/model-canvas.tsx', may: ['../picture/open-picture.ts', '@react-three/fiber', 'react'] },
  hosts: { file: 'app/_viewer/hosts/one.ts', may: ['../viewer-host.ts', '../worker/answers.ts'] },
  view: { file: 'view/one.ts', may: ['../app/_viewer/session/store.ts', '../app/_viewer/picture/open-picture.ts', 'three'] },
  drawing: { file: 'lib/drawing/one.ts', may: ['./palette.ts', '#lib/geometry/scene.ts', '#lib/model/units.ts'] },
  values: { file: 'lib/values/one.ts', may: ['./keyed.ts'] },
}
const FORBIDDEN: [keyof typeof ROOMS, string[]][] = [
  ['worker', ['react', 'three', '../session/store.ts', '../picture/stage.ts', '../panels/icon.tsx', '#lib/storage/models.ts']],
  ['session', ['react', 'three', '../picture/stage.ts', '../panels/icon.tsx', '../hosts/web-host.ts', 'next/link']],
  ['picture', ['react', '@react-three/fiber', '../panels/icon.tsx', '../hosts/web-host.ts', '#lib/db/client.ts']],
  [
    'panels',
    ['three', '@react-three/fiber', '../picture/stage.ts', '../hosts/web-host.ts', 'next/link', '#lib/accounts/users.ts'],
  ],
  ['shell', ['three', '../hosts/web-host.ts', 'next/dynamic']],
  ['hosts', ['three', 'react', '../picture/stage.ts', '../panels/icon.tsx']],
  [
    'view',
    ['react', 'next/link', '../app/_viewer/panels/icon.tsx', '../app/_viewer/hosts/web-host.ts', '#lib/storage/models.ts'],
  ],
  ['drawing', ['three', '#lib/storage/models.ts', '../../app/_viewer/session/store.ts']],
  ['values', ['zod', '#lib/model/schema.ts', '#lib/limits.ts', 'node:os']],
]

it.each(Object.entries(ROOMS))('%s may import what it stands on', (_, { file, may }) => {
  expect(complaintsOf({ [file]: may.map((from) => `export * from '${from}'`) })).not.toContainEqual(
    expect.stringContaining('noRestrictedImports'),
  )
})

it.each(FORBIDDEN)('%s may not import what lies above it or beside it, nor a type of it', (room, sources) => {
  const { file } = ROOMS[room]
  const lines = sources.flatMap((from) => [`import { one } from '${from}'`, `import type { One } from '${from}'`])
  const complaints = complaintsOf({ [file]: lines })
  for (const [k, line] of lines.entries()) expect(complaints, line).toContain(`${file}:${k + 1} noRestrictedImports`)
})

it('every room may import lib/values', () => {
  const folders = (of: string) =>
    readdirSync(join(ROOT, of), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [`${of}/${one.name}`] : []))
  const rooms = ['app', 'app/_viewer', 'view', ...folders('lib'), ...folders('app/_viewer')]
  const others = rooms.filter((room) => room !== 'lib/values')
  const importing = Object.fromEntries(others.map((room) => [`${room}/one.ts`, ["export * from '#lib/values/keyed.ts'"]]))
  expect(complaintsOf(importing).filter((one) => one.includes('noRestrictedImports'))).toEqual([])
})

it("only hosts reach for the browser's own net, history and storage", () => {
  const words = ['fetch', 'EventSource', 'history', 'location', 'localStorage', 'sessionStorage', 'Worker']
  const lines = words.map((word, k) => `export const use${k} = () => ${word}`)
  const rooms = ['session', 'picture', 'panels', 'hosts'] as const
  const complaints = complaintsOf(Object.fromEntries(rooms.map((room) => [ROOMS[room].file, lines])))
  for (const room of rooms) {
    const all = lines.map((_, k) => `${ROOMS[room].file}:${k + 1} noRestrictedGlobals`)
    expect(complaints.filter((one) => one.startsWith(ROOMS[room].file) && one.endsWith('noRestrictedGlobals'))).toEqual(
      room === 'hosts' ? [] : all,
    )
  }
})

it('`!` stands behind a read by index and nowhere else, in tests anywhere', () => {
  const lines = [
    'export const first = (items: number[]) => items[0]!',
    'export const last = (items: number[]) => items.at(-1)!',
    "export const known = (names: Map<string, string>) => names.get('a')!",
    'export const inner = (outer?: { x: number[] }) => outer!.x[0]!',
    'export const set = (outer: { x?: number }) => (outer.x! += 1)',
  ]
  const complaints = complaintsOf({ 'lib/edit/one.ts': lines, 'lib/edit/one.test.ts': lines, 'lib/fixtures/one.ts': lines })
  expect(complaints.filter((one) => one.endsWith('plugin'))).toEqual([2, 3, 4, 5].map((line) => `lib/edit/one.ts:${line} plugin`))
})

it('a function has at most 80 lines between its braces, blank ones not counted', () => {
  const long = (lines: number) => [
    'export function long() {',
    ...Array.from({ length: lines - 2 }, (_, k) => `  console.log(${k})\n`),
    '}',
  ]
  const complaints = complaintsOf({ 'app/_viewer/session/fits.ts': long(82), 'app/_viewer/session/long.ts': long(83) })
  expect(complaints).toEqual(['app/_viewer/session/long.ts:1 noExcessiveLinesPerFunction'])
})

it('no circle of imports stands, of types neither', () => {
  const complaints = complaintsOf({
    'app/_viewer/session/a.ts': ["import type { B } from './b.ts'", 'export type A = { b: B }'],
    'app/_viewer/session/b.ts': ["import type { A } from './a.ts'", 'export type B = { a: A }'],
  })
  expect(complaints).toContain('app/_viewer/session/a.ts:1 noImportCycles')
})
