// The house: which room may import which, and which packages it takes. `node lib/lint/rooms.mjs` writes the lint rules of .biome.json
// that follow from it; rooms.test.ts says that both agree, and that the imports of the sources do.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '#lib/runtime/program.mjs'

/**
 * A room stands on its floor and imports what lies on lower ones, of those only what is listed; `lib/values` is open to all.
 * @typedef {{ floor: number, is: string, may?: readonly string[], packages?: readonly string[] }} Room
 * @typedef {{ is: string, inside: readonly string[], may: readonly string[], packages?: readonly string[], isWithoutPlace?: true }} Part
 */

const NODE = ['node:*', 'node:*/**']

/** What a door knows of `lib/`: the use cases, what both sides call things by, and the ground that all stand on. */
const DOOR = ['service', 'access', 'http', 'schema', 'model', 'runtime', 'work']

/** Those of `lib/` by their folder. @type {Record<string, Room>} */
export const ROOMS = {
  values: { floor: 1, is: 'imports nothing, so that every room may import it' },
  runtime: {
    floor: 2,
    is: 'the environment, the log, the program',
    packages: [...NODE, '../../package.json', 'zod', 'prom-client', 'lru-cache'],
  },
  schema: { floor: 2, is: "the specification's types, pure", packages: ['zod'] },
  access: { floor: 2, is: 'who may what, pure', packages: ['node:crypto'] },
  db: { floor: 3, is: 'the databases', may: ['runtime'], packages: [...NODE, '#db/**', 'pg', 'libsql', '@prisma/**'] },
  profiles: { floor: 3, is: 'sections and materials by name; reads its own tables', may: ['schema'], packages: NODE },
  templates: { floor: 3, is: 'structures to begin with; runs in the browser', may: ['schema'] },
  model: { floor: 4, is: 'the structural model, pure', may: ['schema', 'profiles', 'runtime/limits.ts'], packages: ['zod'] },
  http: {
    floor: 5,
    is: 'what all doors share of HTTP; it knows none of them',
    may: ['runtime', 'schema', 'model', 'db'],
    packages: [...NODE, 'zod', 'ipaddr.js', 'rate-limiter-flexible'],
  },
  geometry: { floor: 5, is: 'bodies, faces and picking, pure', may: ['schema', 'model'], packages: ['earcut'] },
  'scene-file': { floor: 5, is: "the viewer's binary form, pure", may: ['schema', 'model'] },
  activity: {
    floor: 6,
    is: 'what people and operators are told, and letters',
    may: ['runtime', 'access', 'db', 'http'],
    packages: [...NODE, 'zod', 'nodemailer', 'rate-limiter-flexible'],
  },
  work: {
    floor: 6,
    is: 'turns and threads for long work',
    may: ['runtime', 'http'],
    packages: [...NODE, 'lru-cache', 'piscina'],
  },
  edit: {
    floor: 6,
    is: 'edits, selections and questions, pure',
    may: ['schema', 'model', 'geometry', 'profiles', 'runtime/limits.ts'],
    packages: ['zod'],
  },
  files: {
    floor: 6,
    is: 'files of other programs, in and out, pure: a folder a family of formats, which knows no other',
    may: ['schema', 'model', 'geometry', 'profiles', 'runtime/limits.ts'],
    packages: [...NODE, 'fflate'],
  },
  statics: {
    floor: 6,
    is: 'linear statics of frames: stiffness, loads, factorisation, results, pure',
    may: ['schema', 'model', 'geometry', 'profiles'],
  },
  drawing: {
    floor: 6,
    is: 'what stands around a drawing, for the viewer and for pictures, pure',
    may: ['schema', 'model', 'geometry'],
  },
  examples: {
    floor: 6,
    is: 'the models that the service shows',
    may: ['schema', 'model', 'geometry', 'http', 'runtime'],
    packages: NODE,
  },
  accounts: {
    floor: 7,
    is: 'accounts, sign-in and sessions',
    may: ['runtime', 'access', 'db', 'http', 'activity'],
    packages: [
      ...NODE,
      'zod',
      'next',
      'next-auth',
      'jose',
      'openid-client',
      'undici',
      'next-auth/**',
      '@auth/prisma-adapter',
      '@node-rs/argon2',
      'rate-limiter-flexible',
    ],
  },
  render: { floor: 7, is: 'pictures without a browser', may: ['schema', 'model', 'geometry', 'drawing'], packages: NODE },
  oauth: {
    floor: 8,
    is: 'the authorization server',
    may: ['runtime', 'access', 'db', 'http', 'accounts'],
    packages: [...NODE, 'zod', 'undici', 'ipaddr.js', 'lru-cache', 'rate-limiter-flexible'],
  },
  sharing: {
    floor: 8,
    is: 'roles, invitations, links and requests for access',
    may: ['runtime', 'access', 'db', 'http', 'activity', 'accounts'],
    packages: [...NODE, 'lru-cache'],
  },
  storage: {
    floor: 9,
    is: 'models as a log, and what is said of them; no other room writes them',
    may: ['runtime', 'schema', 'access', 'db', 'model', 'http', 'activity', 'work', 'sharing'],
    packages: [...NODE, '#db/**', 'zod', 'lru-cache'],
  },
  service: {
    floor: 10,
    is: 'all that doors do, by topic: the one way from a door to storage, sharing and accounts',
    may: [
      'runtime',
      'schema',
      'access',
      'db',
      'profiles',
      'model',
      'http',
      'activity',
      'work',
      'edit',
      'statics',
      'drawing/results/shown-results.ts',
      'drawing/orientation-words.ts',
      'accounts',
      'render',
      'oauth',
      'sharing',
      'storage',
      'scene-file',
      'files',
    ],
    packages: [...NODE, 'zod', 'fflate'],
  },
  rest: {
    floor: 11,
    is: 'the REST door: words, statuses, OpenAPI; what is done is in lib/service',
    may: [...DOOR, 'examples/demo.ts', 'examples/demo-building.ts'],
    packages: [...NODE, 'zod'],
  },
  mcp: {
    floor: 11,
    is: 'the MCP door: tools, words for AI clients, protocol; what is done is in lib/service',
    may: DOOR,
    packages: [...NODE, 'zod', '@modelcontextprotocol/sdk/**'],
  },
}

/** Endpoints that are doors of their own: forms of an account, and the authorization server. A route file of `app/` names them. */
const ENDPOINTS = [
  'accounts/link-operations.ts',
  'accounts/next-auth-route.ts',
  'accounts/operations.ts',
  'accounts/provider/back-channel-logout.ts',
  'accounts/serve.ts',
  'oauth/app-operations.ts',
  'oauth/authorize.ts',
  'oauth/consent.ts',
  'oauth/handlers.ts',
  'oauth/register.ts',
  'oauth/revoke.ts',
  'oauth/token.ts',
]

/** Of `lib/`: what pages and route files import. */
export const APP = [...DOOR, 'rest', 'mcp', 'templates', 'examples', 'files/formats.ts', ...ENDPOINTS]

/** Pure rooms that run in the browser too. */
const PURE = ['schema', 'model', 'geometry', 'drawing']

/** Those of `viewer/`; `inside`: the parts of it that they import. @type {Record<string, Part>} */
export const PARTS = {
  worker: {
    is: 'the whole model on a thread: no DOM, no React, no three, no session',
    inside: ['viewer-host.ts'],
    may: [...PURE, 'edit', 'scene-file', 'files/sheets/xlsx-write.ts'],
  },
  session: {
    is: 'what is open: no React, no three, no picture, panels or hosts',
    inside: ['worker', 'viewer-host.ts'],
    may: PURE,
    isWithoutPlace: true,
  },
  picture: {
    is: 'draws a session with three: no React, no panels, no hosts',
    inside: ['session', 'worker'],
    may: PURE,
    packages: ['three', 'camera-controls'],
    isWithoutPlace: true,
  },
  panels: {
    is: 'React over a session: no three, no hosts, no Next',
    inside: ['session', 'worker', 'viewer-host.ts'],
    may: PURE,
    packages: ['react', '#ui/**'],
    isWithoutPlace: true,
  },
  hosts: {
    is: 'places that the viewer stands in; they know no picture and no panels',
    inside: ['session', 'worker', 'viewer-host.ts'],
    may: ['schema', 'model'],
  },
  chat: {
    is: 'one file for AI clients, without React, Next or network',
    inside: ['session', 'picture', 'worker', 'viewer-host.ts'],
    may: PURE,
    packages: ['three'],
  },
}

/** The file of `panels` that holds a canvas. */
const SHELL = ['model-canvas.tsx']

/** What a browser knows of its place, which only hosts ask. */
const PLACE = ['fetch', 'EventSource', 'history', 'location', 'localStorage', 'sessionStorage', 'Worker']

/** @param {readonly string[]} files @param {string} message @param {readonly string[]} group @param {boolean} [isWithoutPlace] */
const override = (files, message, group, isWithoutPlace = false) => ({
  includes: [...files, '!**/*.test.ts', '!**/*.test.tsx'],
  linter: {
    rules: {
      style: {
        noRestrictedImports: { level: 'error', options: { patterns: [{ group, message }] } },
        ...(isWithoutPlace && {
          noRestrictedGlobals: {
            level: 'error',
            options: {
              deniedGlobals: Object.fromEntries(PLACE.map((name) => [name, 'The host knows the place: viewer-host.ts.'])),
            },
          },
        }),
      },
    },
  },
})

/** A folder's own files, and those of its folders, which lie beside each other. @param {string} folder */
function own(folder) {
  const path = join(root, folder)
  const folders = existsSync(path) ? readdirSync(path, { withFileTypes: true }).filter((one) => one.isDirectory()) : []
  const inner = folders.filter(({ name }) => readdirSync(join(path, name)).length > 0) // git keeps no empty folder
  const beside = inner.length > 0 ? ['../*', ...inner.map(({ name }) => `../${name}/*`)] : []
  return ['./**', ...beside]
}

/** A room of `lib/`, or one file of it. @param {string} name */
const fromLib = (name) => (name.includes('.') ? `#lib/${name}` : `#lib/${name}/**`)

/** @param {readonly (readonly string[])[]} allowed */
const nothingBut = (...allowed) => ['**', ...allowed.flat().map((pattern) => `!${pattern}`)]

/** What lint is told of the rooms. */
export function overrides() {
  const rooms = Object.entries(ROOMS).map(([name, { is, may = [], packages = [] }]) =>
    override(
      [`lib/${name}/**`],
      `lib/${name}: ${is}.`,
      nothingBut(own(`lib/${name}`), ['values', ...may].filter((one) => one !== name).map(fromLib), packages),
    ),
  )
  const parts = Object.entries(PARTS).map(([name, { is, inside, may, packages = [], isWithoutPlace }]) =>
    override(
      [`viewer/${name}/**`],
      `viewer/${name}: ${is}.`,
      nothingBut(
        own(`viewer/${name}`),
        inside.flatMap((part) => [`../${part}`, `../../${part}`].map((path) => (part.includes('.') ? path : `${path}/**`))),
        ['values', ...may].map(fromLib),
        packages,
      ),
      isWithoutPlace,
    ),
  )
  const browser = ['values', 'schema', 'model'].map(fromLib)
  return [
    ...rooms,
    ...parts,
    override(
      SHELL.map((file) => `viewer/panels/${file}`),
      'The shell of the picture: a session, the picture, react-three-fiber.',
      nothingBut(['./**', '../session/**', '../picture/**', '#lib/values/**', 'react', '@react-three/fiber']),
      true,
    ),
    override(
      ['viewer/*'],
      'The doors of the viewer put it together: panels in a host, over a session.',
      nothingBut(['./**', '#ui/**', 'react', 'react-dom', 'next/dynamic'], browser),
    ),
    override(
      ['ui/**'],
      'ui: buttons, dialogs and menus, for pages and the viewer; it knows neither.',
      nothingBut(['./**', 'react', 'react-dom', 'next/link', 'next/navigation'], browser),
    ),
    override(['app/**', '!app/bench/**'], 'Pages and routes ask lib/service (by #lib/…), never storage or the database.', [
      ...[...NOT_IN_APP, '#lib/**'],
      ...['values', ...APP].map((name) => `!${fromLib(name)}`),
    ]),
    override(['app/bench/**'], 'Pages that measure a part of the picture take pure rooms.', [
      ...[...NOT_IN_APP, '#lib/**'],
      ...['values', 'scene-file', 'examples', 'runtime', ...PURE].map((name) => `!${fromLib(name)}`),
    ]),
  ]
}

/** What no page and no route file names. */
const NOT_IN_APP = ['#db/**', '@prisma/**', '**/lib/**', '@modelcontextprotocol/**']

const CONFIGURATION = join(root, '.biome.json')

/** The configuration, with the rooms' rules as they follow from here. */
export function configuration() {
  const written = JSON.parse(readFileSync(CONFIGURATION, 'utf8'))
  const others = written.overrides.filter(
    (/** @type {{ linter?: { rules: { style?: object } } }} */ { linter }) =>
      !(linter?.rules.style && 'noRestrictedImports' in linter.rules.style),
  )
  return { written, meant: { ...written, overrides: [...others, ...overrides()] } }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(CONFIGURATION, JSON.stringify(configuration().meant))
}
