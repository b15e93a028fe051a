import { type Reading, type Reason, readingsOf, type TableReading } from './grammar.ts'
import { halfOf, type Profile, profileOf, profileOfNamed } from './profile.ts'
import { type Spelled, spelled } from './spelling.ts'
import { allRows, type Name, type ProfileRow, rowsOf } from './tables.ts'

/** From what was written to one profile: one meaning or none, never the first of several. */

export type Resolved = { profile: Profile } | { candidates: Profile[] } | Miss
export type Miss = {
  reason: Reason | 'unknown' | 'standard'
  /** Designations: near ones, or what the name means under another standard. Looked for when asked. */
  suggestions(): string[]
}

/** Names repeat, within a model and from one to the next. */
const known = new Map<string, Resolved>()
const MOST_KNOWN = 2000

/** `strict`: only what is hardly anything else, for names that nobody sent as a profile. */
export function resolveProfile(written: string, { strict = false } = {}): Resolved {
  const key = `${strict ? 'strict' : 'free'} ${written}`
  const before = known.get(key)
  if (before) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const resolved = resolve(spelled(written), strict)
  known.set(key, resolved)
  return resolved
}

function resolve(name: Spelled, strict: boolean): Resolved {
  const readings = readingsOf(name.text).filter(({ isLoose }) => !(strict && isLoose))
  const hits = hitsOf(readings, name)
  const fitting =
    name.code === undefined ? hits : hits.filter(({ code }) => code === null || code === name.code || name.code === 'other')
  const [one, ...others] = fitting
  if (one) return others.length === 0 ? { profile: one } : { candidates: fitting }
  for (const reading of readings) if (reading.kind === 'no') return { reason: reading.reason, suggestions: () => [] }
  if (readings.some((reading) => reading.kind === 'named' && !profileOfNamed(reading)))
    return { reason: 'impossible', suggestions: () => [] }
  if (hits.length > 0) return { reason: 'standard', suggestions: () => hits.map(({ designation }) => designation) }
  return { reason: 'unknown', suggestions: () => nearNames(name.text, readings) }
}

/** A row comes before the same sizes in a name. */
function hitsOf(readings: Reading[], { code }: Spelled): Profile[] {
  const hits = new Map<string, Profile>()
  const add = (profile: Profile) => {
    const key = `${profile.code} ${profile.designation}`
    if (!hits.has(key)) hits.set(key, profile)
  }
  // The standards of Asia are not here: under their names sizes count, not rows of others.
  for (const reading of readings) if (reading.kind === 'table' && code !== 'other') for (const one of rowsFor(reading)) add(one)
  for (const reading of readings) {
    if (reading.kind !== 'named' || (reading.shape === 'L' && hits.size > 0)) continue
    const profile = profileOfNamed(reading)
    if (profile) add(profile)
  }
  return [...hits.values()]
}

function rowsFor(reading: TableReading): Profile[] {
  const { code, family, numbers, letters, rule } = reading
  const rows = rowsOf(code, family)
  const of = (holds: (name: Name, row: ProfileRow) => boolean) => rows.filter((row) => holds(row.name, row)).map(profileOf)
  const like = (name: Name) => name.letters === letters
  if (rule === 'half') return rows.filter((row) => isHalf(row, numbers)).map(halfOf)
  if (rule === 'metric_label') return metricLabel(rows, numbers).map(profileOf)
  const exact = of((name) => like(name) && sameNumbers(name.numbers, numbers, 1e-9))
  if (exact.length > 0) return exact
  switch (rule) {
    case 'mass': {
      const sizes = numbers.slice(0, -1)
      const byMass = of(
        (name) =>
          like(name) &&
          name.numbers.length === numbers.length &&
          numbers.length > 1 &&
          sameNumbers(name.numbers.slice(0, -1), sizes, 1e-9) &&
          sameNumbers(name.numbers.slice(-1), numbers.slice(-1), 0.5 + 1e-9),
      )
      if (byMass.length > 0) return byMass
      const begun = of((name) => like(name) && name.numbers.length > numbers.length && startsWith(name.numbers, numbers, 1e-9))
      if (begun.length > 0 || sizes.length !== 1) return begun
      // `UC203X60`: the width left out.
      const depthAndMass = ({ numbers: own }: Name) =>
        own.length === 3 && own[0] === sizes[0] && sameNumbers(own.slice(-1), numbers.slice(-1), 0.5 + 1e-9)
      return of((name) => like(name) && depthAndMass(name))
    }
    case 'inches':
      return of((name) => like(name) && sameNumbers(name.numbers, numbers, 0.0011))
    case 'legs': {
      const [one = 0, other = 0, ...wall] = numbers
      const either = [numbers, [other, one, ...wall]]
      const whole = of((name) => either.some((sent) => sameNumbers(name.numbers, sent, 0.0011)))
      if (whole.length > 0 || numbers.length > 2) return whole
      return of((name) => name.numbers.length === 3 && either.some((sent) => startsWith(name.numbers, sent, 0.0011)))
    }
    case 'any_letter':
      return of((name) => name.letters !== '' && sameNumbers(name.numbers, numbers, 1e-9))
    default:
      return []
  }
}

const startsWith = (numbers: readonly number[], first: readonly number[], tolerance: number) =>
  first.every((number, i) => numbers[i] !== undefined && Math.abs(numbers[i] - number) <= tolerance)

const sameNumbers = (one: readonly number[], other: readonly number[], tolerance: number) =>
  one.length === other.length && startsWith(one, other, tolerance)

/** `W360X134`, `W360X370X134`, and `W44X16X408` in inches. */
function metricLabel(rows: readonly ProfileRow[], numbers: number[]): ProfileRow[] {
  const [depth = 0, mass = 0] = [numbers[0], numbers.at(-1)]
  const width = numbers.length > 2 ? numbers[1] : undefined
  const isWide = ({ b, metres }: ProfileRow, unit: number) =>
    width === undefined || Math.abs((b * metres) / unit - width) <= 0.1 * Math.max(width, (b * metres) / unit)
  if (depth < 75) return rows.filter((row) => isWide(row, row.metres) && sameNumbers(row.name.numbers, [depth, mass], 0.0011))
  const metric = rows.filter((row) => isWide(row, 0.001))
  const labelled = (holds: (label: number[]) => boolean) =>
    metric.filter(({ also }) => also.some((label) => holds(label.numbers)))
  const exact = labelled((label) => sameNumbers(label, [depth, mass], 1e-9))
  return exact.length > 0 ? exact : labelled(([d, m]) => d === depth && m !== undefined && Math.abs(m - mass) <= 0.6 + 1e-9)
}

function isHalf(row: ProfileRow, [width = 0, depth = 0, mass = 0]: number[]): boolean {
  const [wholeDepth = 0, wholeWidth = 0] = row.name.numbers
  return wholeWidth === width && Math.abs(wholeDepth / 2 - depth) <= 0.5 + 1e-9 && Math.abs(row.mass / 2 - mass) <= 0.55 + 1e-9
}

/** A designation with its fractions as decimals: `HSS6X6X0.375`. */
export function plainName(code: ProfileRow['code'], family: string, { numbers, letters }: Name): string {
  const sizes = numbers.map(String).join('X')
  if (code === 'AU') return `${numbers[0]}${family}${numbers.slice(1).map(String).join('X')}`
  return family === 'IPE' || code === 'IS' ? `${family}${letters}${sizes}` : `${family}${sizes}${letters}`
}

const plainNames = new WeakMap<ProfileRow, string>()

export function plainNameOf(row: ProfileRow): string {
  let name = plainNames.get(row)
  if (name === undefined) {
    name = plainName(row.code, row.family, row.name)
    plainNames.set(row, name)
  }
  return name
}

/**
 * Up to three designations near one that is none, of the families that it was read as; of text that was not read, of all. The first
 * class that has any: one letter off; a first number within a tenth; two letters off.
 */
function nearNames(text: string, readings: Reading[]): string[] {
  const tableReadings = readings.filter((reading) => reading.kind === 'table').filter(({ rule }) => rule !== 'half')
  const [first] = tableReadings
  const rows = first ? [...new Set(tableReadings.flatMap(({ code, family }) => rowsOf(code, family)))] : allRows()
  const written = first ? plainName(first.code, first.family, first) : text
  const numbers = first ? first.numbers : (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
  const classes: ((row: ProfileRow) => boolean)[] = [
    (row) => written.length > 2 && distance(written, plainNameOf(row), 1) === 1,
    ({ name }) => first !== undefined && isNear(name.numbers[0], numbers[0]),
    (row) => written.length > 4 && distance(written, plainNameOf(row), 2) === 2,
  ]
  for (const belongs of classes) {
    const found = rows.filter(belongs)
    if (found.length > 0) return nearestFirst(found, written, numbers).slice(0, 3)
  }
  return []
}

const isNear = (one = Number.NaN, other = Number.NaN) => Math.abs(one - other) <= 0.1 * Math.max(one, other) + 1e-9

function nearestFirst(rows: ProfileRow[], written: string, numbers: number[]): string[] {
  const ranked = rows.map((row) => {
    const own = row.name.numbers
    const pairs = numbers.flatMap((number, i) => (own[i] === undefined ? [] : [[number, own[i]] as const]))
    const apart = pairs.findIndex(([target, has]) => target !== has)
    const name = plainNameOf(row)
    let common = 0
    while (common < name.length && name[common] === written[common]) common++
    return {
      designation: row.designation,
      equal: apart < 0 ? pairs.length : apart,
      off: pairs.reduce((sum, [target, has]) => sum + Math.abs(Math.log(target / has)), 0),
      common,
    }
  })
  ranked.sort(
    (one, other) =>
      other.equal - one.equal ||
      (Math.abs(one.off - other.off) > 1e-12 ? one.off - other.off : 0) ||
      other.common - one.common ||
      (one.designation < other.designation ? -1 : 1),
  )
  return ranked.map(({ designation }) => designation)
}

/** Letters to put in, take out or change, as far as they are at most `most`; else more. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const changed = before[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const cost = Math.min(changed, before[j]! + 1, row[j - 1]! + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = row
  }
  return before[other.length]!
}
