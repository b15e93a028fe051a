import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The program: each module of ours as JavaScript, under its own path, which Node loads in a third of the time that TypeScript takes.
 * `start/build-program.mjs` makes it. What Node runs is this and no other, whether it serves, is developed, commanded or tested; Vitest,
 * Playwright and Next's bundles read the sources.
 */

export const root = resolve(import.meta.dirname, '../..')
export const PROGRAM = join(root, 'dist/program')

/** What the person at the terminal types: in a folder that `npm run pack` has made there is no npm. */
export const commands = existsSync(join(root, 'start.mjs'))
  ? { start: 'node start.mjs', admin: 'node start.mjs admin' }
  : { start: 'npm start', admin: 'npm run admin --' }

/** Errors name the lines of the sources. Of what is loaded before this is said, they name those of the program. */
process.setSourceMapsEnabled(true)

/** Where a module lies in the program. @param {string} source such as lib/runtime/env.ts */
export const built = (source) => join(PROGRAM, relative(root, resolve(root, source)).replace(/\.ts$/, '.js'))

/** Loads a module of the program. @param {string} source */
export const load = (source) => import(pathToFileURL(built(source)).href)
