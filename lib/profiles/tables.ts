import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Figures of the standards, a file each: sizes, area and mass as published. Read once, on first use. A file that is taken away
 * takes only its own profiles with it.
 */

/** Where a name is from; before a colon it narrows the search. EN has German and British names too. */
export const STANDARD_CODES = ['EN', 'AISC', 'AU', 'IS'] as const
export type StandardCode = (typeof STANDARD_CODES)[number]

export type ProfileRow = {
  code: StandardCode
  /** Edition under which the sizes are published. */
  standard: string
  family: string
  /** Our one name for it. */
  designation: string
  h: number
  b: number
  /** Web; of tubes the wall, of those of AISC the design wall. */
  tw: number
  tf: number
  /** Root radius, of boxes the outer one of the corners; absent where none is published. */
  r?: number
  area: number
  /** kg/m. */
  mass: number
  /** Other names, such as the metric label of a W. */
  also: Name[]
  name: Name
  /** Of `h` and all other sizes. */
  metres: number
}

/** What a designation says: its numbers in order, and the letters beside those of the family. */
export type Name = { numbers: number[]; letters: string }

const POUND_PER_FOOT = 0.45359237 / 0.3048

const FILES: { file: string; code: StandardCode; standard: string; metres: number; kilograms: number }[] = [
  { file: 'en-10365.csv', code: 'EN', standard: 'EN 10365', metres: 0.001, kilograms: 1 },
  { file: 'en-10056.csv', code: 'EN', standard: 'EN 10056-1', metres: 0.001, kilograms: 1 },
  { file: 'aisc-16.csv', code: 'AISC', standard: 'AISC 16', metres: 0.0254, kilograms: POUND_PER_FOOT },
  { file: 'as-nzs-3679.csv', code: 'AU', standard: 'AS/NZS 3679.1', metres: 0.001, kilograms: 1 },
  { file: 'is-808.csv', code: 'IS', standard: 'IS 808', metres: 0.001, kilograms: 1 },
]

/** Families that share a file with EN 10365 and are published elsewhere. */
const OTHER_STANDARDS: Record<string, string> = { IPN: 'DIN 1025-1', UPN: 'DIN 1026-1', U: 'DIN 1026-1' }

// Next's bundles have no `import.meta.dirname`; they run in the project's folder.
const FOLDER = import.meta.dirname ?? join(process.cwd(), 'lib/profiles')

let rows: readonly ProfileRow[] | undefined

export function allRows(): readonly ProfileRow[] {
  rows ??= FILES.flatMap(({ file, code, standard, metres, kilograms }) =>
    linesOf(file).map((line): ProfileRow => {
      const [family = '', designation = '', h, b, tw, tf, r, area, mass, also] = line.split(',')
      return {
        code,
        standard: (code === 'EN' && OTHER_STANDARDS[family]) || standard,
        family,
        designation,
        h: Number(h),
        b: Number(b),
        tw: Number(tw),
        tf: Number(tf),
        ...(r && { r: Number(r) }),
        area: Number(area),
        mass: Number(mass) * kilograms,
        also: also ? also.split(' ').map((name) => nameOf(name, family)) : [],
        name: nameOf(designation, family),
        metres,
      }
    }),
  )
  return rows
}

const byFamily = new Map<string, ProfileRow[]>()

export function rowsOf(code: StandardCode, family: string): readonly ProfileRow[] {
  if (byFamily.size === 0) {
    for (const row of allRows()) {
      const key = `${row.code} ${row.family}`
      const known = byFamily.get(key)
      if (known) known.push(row)
      else byFamily.set(key, [row])
    }
  }
  return byFamily.get(`${code} ${family}`) ?? []
}

function linesOf(file: string): string[] {
  let text: string
  try {
    text = readFileSync(join(FOLDER, file), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.slice(1) // below the names of the columns
}

const NUMBER = /(\d+-\d+\/\d+|\d+\/\d+|\d+(?:\.\d+)?|\.\d+)/

/** `HE1000X415`, `PIPE3-1/2XS`, `310UB40.4`: an X between numbers says nothing. */
export function nameOf(designation: string, family = ''): Name {
  const parts = designation.replace(family, ' ').split(NUMBER)
  const numbers = parts.filter((_, i) => i % 2 === 1).map(numberOf)
  const letters = parts.flatMap((part, i) => (i % 2 === 0 && part !== 'X' ? part.trim() : []))
  return { numbers, letters: letters.join('') }
}

/** `0.375`, `3/8`, `1-3/8`. */
export function numberOf(text: string): number {
  const [, whole = '0', above, below] = /^(?:(\d+)-)?(\d+)\/(\d+)$/.exec(text) ?? []
  return above ? Number(whole) + Number(above) / Number(below) : Number(text)
}
