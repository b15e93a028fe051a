import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const LIST = join(import.meta.dirname, '../../.next/viewer-scripts.json')

let found: readonly string[] | null = null

/** The addresses of the scripts that draw a model, as the build lists them (`start/viewer-scripts.mjs`); without one, none. */
export function viewerScripts(): readonly string[] {
  found ??=
    process.env.NODE_ENV === 'production' && existsSync(LIST)
      ? z.array(z.string()).parse(JSON.parse(readFileSync(LIST, 'utf8')))
      : []
  return found
}
