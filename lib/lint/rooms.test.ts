import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { imports, sources } from './imports.mjs'
import { APP, configuration, PARTS, ROOMS } from './rooms.mjs'

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

/** A file of a part of the viewer, what it may import and what it may not: imports of types neither. */
const CASES: { file: string; may: string[]; mayNot: string[] }[] = [
  {
    file: 'viewer/worker/one.ts',
    may: ['./elements.ts', '../viewer-host.ts', '#lib/model/units.ts'],
    mayNot: ['react', 'three', '../session/store.ts', '../picture/publish.ts', '../panels/icon.tsx', '#lib/storage/models.ts'],
  },
  {
    file: 'viewer/session/one.ts',
    may: ['./store.ts', './view/rig.ts', '../worker/elements.ts', '#lib/drawing/sheet/sheet.ts'],
    mayNot: ['react', 'three', '../picture/publish.ts', '../panels/icon.tsx', '../hosts/web-host.ts', 'next/link'],
  },
  {
    file: 'viewer/picture/elements/one.ts',
    may: ['./stage.ts', '../publish.ts', '../camera/sight.ts', '../../session/store.ts', 'three', 'camera-controls'],
    mayNot: ['react', '@react-three/fiber', '../../panels/icon.tsx', '../../hosts/web-host.ts', '#lib/db/client.ts'],
  },
  {
    file: 'viewer/panels/one.tsx',
    may: ['./icon.tsx', '../session/store.ts', '#ui/button.tsx', 'react'],
    mayNot: [
      'three',
      '@react-three/fiber',
      '../picture/publish.ts',
      '../hosts/web-host.ts',
      'next/link',
      '#lib/accounts/users.ts',
    ],
  },
  {
    file: 'viewer/panels/model-canvas.tsx',
    may: ['../picture/open-picture.ts', '@react-three/fiber', 'react'],
    mayNot: ['three', '../hosts/web-host.ts', 'next/dynamic'],
  },
  {
    file: 'viewer/hosts/one.ts',
    may: ['../viewer-host.ts', '../worker/answers.ts'],
    mayNot: ['three', 'react', '../picture/publish.ts', '../panels/icon.tsx'],
  },
  {
    file: 'viewer/chat/one.ts',
    may: ['../session/store.ts', '../picture/open-picture.ts', 'three'],
    mayNot: ['react', 'next/link', '../panels/icon.tsx', '../hosts/web-host.ts', '#lib/storage/models.ts'],
  },
  {
    file: 'ui/one.tsx',
    may: ['./button.tsx', 'react', '#lib/values/time-ago.ts'],
    mayNot: ['../app/session.ts', '#viewer/session/store.ts', '#lib/runtime/env.ts', '#lib/accounts/users.ts'],
  },
  {
    file: 'lib/model/check/one.ts',
    may: ['./check.ts', '../units.ts', '../shape/vector.ts', '#lib/schema/schema.ts', 'zod'],
    mayNot: ['../../edit/edit.ts', '#lib/edit/edit.ts', '#lib/runtime/env.ts', 'node:fs'],
  },
  {
    file: 'lib/drawing/one.ts',
    may: ['./palette.ts', '#lib/geometry/scene.ts', '#lib/model/units.ts'],
    mayNot: ['three', '#lib/storage/models.ts', '../../viewer/session/store.ts'],
  },
  {
    file: 'lib/values/one.ts',
    may: ['./object-keys.ts'],
    mayNot: ['zod', '#lib/schema/schema.ts', '#lib/runtime/limits.ts', 'node:os'],
  },
  {
    file: 'app/one.tsx',
    may: [
      '#lib/service/models/list-models.ts',
      '#lib/rest/serve.ts',
      '#lib/oauth/token.ts',
      '#lib/values/bytes.ts',
      '#ui/button.tsx',
    ],
    mayNot: [
      '#lib/storage/models.ts',
      '#lib/sharing/share-links.ts',
      '#lib/accounts/users.ts',
      '#lib/db/client.ts',
      '#db/client.ts',
      '../lib/x.ts',
    ],
  },
  {
    file: 'lib/rest/operations/one.ts',
    may: ['../reply.ts', '#lib/service/models/open-model.ts', '#lib/access/roles.ts', '#lib/http/reply.ts', 'zod'],
    mayNot: [
      '#lib/storage/models.ts',
      '#lib/sharing/blocks.ts',
      '#lib/activity/audit.ts',
      '#lib/mcp/serve.ts',
      '#lib/db/client.ts',
    ],
  },
  {
    file: 'lib/mcp/tools/one.ts',
    may: ['./tool.ts', '#lib/service/models/open-model.ts', '#lib/access/roles.ts', '#lib/schema/schema.ts', 'zod'],
    mayNot: [
      '#lib/storage/models.ts',
      '#lib/edit/edit.ts',
      '#lib/oauth/metadata.ts',
      '#lib/rest/serve.ts',
      '#lib/render/camera.ts',
    ],
  },
]

it('.biome.json has the rules that follow from rooms.mjs (node lib/lint/rooms.mjs writes them)', () => {
  const { written, meant } = configuration()
  expect(written).toEqual(meant)
})

describe('a file', () => {
  /** What it may not import comes first, by name and by type. */
  const forbidden = (mayNot: readonly string[]) =>
    mayNot.flatMap((from) => [`import { one } from '${from}'`, `import type { One } from '${from}'`])
  let complaints: string[] = []
  beforeAll(() => {
    const written = CASES.map(({ file, may, mayNot }) => [
      file,
      [...forbidden(mayNot), ...may.map((from) => `export * from '${from}'`)],
    ])
    const all = complaintsOf(Object.fromEntries(written))
    complaints = all.filter((one) => one.includes('noRestrictedImports'))
  })

  it.each(CASES)(
    '$file may import what it stands on, and nothing above it or beside it, nor a type of it',
    ({ file, mayNot }) => {
      expect(complaints.filter((one) => one.startsWith(`${file}:`)).toSorted()).toEqual(
        forbidden(mayNot)
          .map((_, k) => `${file}:${k + 1} noRestrictedImports`)
          .toSorted(),
      )
    },
  )
})

it('every room may import lib/values', () => {
  const folders = (of: string) =>
    readdirSync(join(ROOT, of), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [`${of}/${one.name}`] : []))
  const rooms = ['app', 'ui', 'viewer', ...folders('lib'), ...folders('viewer')]
  const others = rooms.filter((room) => room !== 'lib/values')
  const importing = Object.fromEntries(others.map((room) => [`${room}/one.ts`, ["export * from '#lib/values/object-keys.ts'"]]))
  expect(complaintsOf(importing).filter((one) => one.includes('noRestrictedImports'))).toEqual([])
})

it("only hosts reach for the browser's own net, history and storage", () => {
  const words = ['fetch', 'EventSource', 'history', 'location', 'localStorage', 'sessionStorage', 'Worker']
  const lines = words.map((word, k) => `export const use${k} = () => ${word}`)
  const rooms = ['session', 'picture', 'panels', 'hosts'].map((part) => `viewer/${part}/one.ts`)
  const complaints = complaintsOf(Object.fromEntries(rooms.map((file) => [file, lines])))
  for (const file of rooms) {
    const all = lines.map((_, k) => `${file}:${k + 1} noRestrictedGlobals`)
    expect(complaints.filter((one) => one.startsWith(file) && one.endsWith('noRestrictedGlobals'))).toEqual(
      file.includes('/hosts/') ? [] : all,
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
  const complaints = complaintsOf({ 'viewer/session/fits.ts': long(82), 'viewer/session/long.ts': long(83) })
  expect(complaints).toEqual(['viewer/session/long.ts:1 noExcessiveLinesPerFunction'])
})

it('no circle of imports stands, of types neither', () => {
  const complaints = complaintsOf({
    'viewer/session/a.ts': ["import type { B } from './b.ts'", 'export type A = { b: B }'],
    'viewer/session/b.ts': ["import type { A } from './a.ts'", 'export type B = { a: A }'],
  })
  expect(complaints).toContain('viewer/session/a.ts:1 noImportCycles')
})

/** What lies at which height: a room imports lower ones only. The last are put together by nobody. */
const FLOORS: Record<string, number> = {
  ...Object.fromEntries(Object.entries(ROOMS).map(([name, { floor }]) => [`lib/${name}`, floor])),
  ui: 7,
  viewer: 8,
  app: 12,
  'lib/start': 12,
  'lib/admin': 13,
  prisma: 13,
}
const roomOf = (file: string) => (file.startsWith('lib/') ? file.split('/', 2).join('/') : (file.split('/', 1)[0] ?? file))

it('every import of a room leads to a lower floor, and to a room that it may import', () => {
  const arrows = imports().filter(
    ([from, to]) => to.includes('/') && roomOf(from) !== roomOf(to) && FLOORS[roomOf(from)] !== undefined,
  )
  const may = (from: string, to: string) => {
    const room = roomOf(from) === 'app' && to.startsWith('lib/') ? { may: APP } : ROOMS[roomOf(from).slice('lib/'.length)]
    if (!room) return true
    const name = to.slice('lib/'.length)
    return ['values', ...(room.may ?? [])].some((one) => name === one || name.startsWith(`${one}/`))
  }
  expect(arrows.length).toBeGreaterThan(1000)
  expect(arrows.filter(([from, to]) => !((FLOORS[roomOf(from)] as number) > (FLOORS[roomOf(to)] ?? 99)))).toEqual([])
  expect(arrows.filter(([from, to]) => !may(from, to))).toEqual([])
})

it('every import within the viewer leads to a part that its own may import', () => {
  const partOf = (file: string) => file.split('/')[1] ?? ''
  const inside = imports().filter(([from, to]) => from.startsWith('viewer/') && to.startsWith('viewer/') && partOf(from) in PARTS)
  const strange = inside.filter(
    ([from, to]) => partOf(from) !== partOf(to) && !PARTS[partOf(from)]?.inside.includes(partOf(to)) && !isShell(from, to),
  )
  expect(strange).toEqual([])
})
const isShell = (from: string, to: string) => /^viewer\/panels\/model-canvas\.tsx$/.test(from) && /^viewer\/picture\//.test(to)

it('no file lies beside the rooms of lib, and no folder has more files than one sees at a look: 32', () => {
  const counts = new Map<string, number>()
  for (const file of sources()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  expect(counts.has('lib')).toBe(false)
  expect([...counts].filter(([, count]) => count > 32)).toEqual([])
})
