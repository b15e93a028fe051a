import { type Miss, plainNameOf, resolveProfile } from './find.ts'
import { type Profile, profileOf } from './profile.ts'
import { spelled } from './spelling.ts'
import { allRows, type ProfileRow, STANDARD_CODES, type StandardCode } from './tables.ts'

/** Names by how they begin, in any of their spellings. */

/** Of the tables, in the order in which they are listed. */
export const FAMILIES =
  'IPE HE HD HL HP IPN UPN UPE U UB UC UBP PFC L W M S C MC WT MT ST HSS PIPE JB LB MB WB HB SC JC LC MPC'.split(' ')

const CHANNELS = ['UPN', 'UPE', 'U', 'PFC', 'C', 'MC', 'JC', 'LC', 'MPC']
const isRound = ({ family, name }: ProfileRow) => family === 'PIPE' || (family === 'HSS' && name.numbers.length === 2)
const isBox = ({ family, name }: ProfileRow) => family === 'HSS' && name.numbers.length === 3
const isSquare = ({ name: { numbers } }: ProfileRow) => numbers[0] === numbers[1]
const of =
  (...families: string[]) =>
  ({ family }: ProfileRow) =>
    families.includes(family)

/** What the trade calls the shapes whose tables have other names for them; spelled without blanks. */
const WORDS: [RegExp, (row: ProfileRow) => boolean][] = [
  [/^(CHS|CIRCULARHOLLOW(SECTION)?S?|ROUNDHSS|(ROUND)?(TUBE|PIPE)S?)$/, isRound],
  [/^(SHS|SQUARE(HSS|TUBES?|HOLLOW(SECTION)?S?))$/, (row) => isBox(row) && isSquare(row)],
  [/^(RHS|RECTANGULAR(HSS|TUBES?|HOLLOW(SECTION)?S?))$/, (row) => isBox(row) && !isSquare(row)],
  [/^(HOLLOW(SECTION)?S?|BOX(ES)?)$/, (row) => isBox(row) || isRound(row)],
  [/^((EQUAL|UNEQUAL)?ANGLES?|RSA|EA|UA|ISA)$/, of('L')],
  [/^CHANNELS?$/, of(...CHANNELS)],
  [/^(TEES?|TS?)$/, of('WT', 'MT', 'ST')],
  [/^(WIDEFLANGES?|WF)$/, of('W')],
  [/^UNIVERSALBEAMS?$/, of('UB')],
  [/^UNIVERSALCOLUMNS?$/, of('UC')],
  [/^(BEARINGPILES?|HPILES?)$/, of('HP', 'UBP')],
]

/** The first four of `WORDS`: of Europe and Australia they are in no table, their names say all. */
const isHollowWord = (word: (typeof WORDS)[number] | undefined) => word !== undefined && WORDS.indexOf(word) < 4

export type Query = { q?: string; standard?: StandardCode; family?: string }

/** `reason`: why the name is none; `hollow`: not all of that kind are in a table. */
export type Searched = { profiles: Profile[]; near: string[]; reason?: Miss['reason'] | 'hollow' }

/** All that begin so; a whole name comes first. Where nothing does, `near` has what is near. */
export function searchProfiles({ q = '', standard, family }: Query): Searched {
  const name = spelled(q)
  const codes = [standard, name.code].filter((code) => code !== undefined)
  const fits = (one: { code: string | null; family: string }) =>
    codes.every((code) => one.code === code) && (family === undefined || one.family === family)
  const rows = name.text === '' && q !== '' && name.code === undefined ? [] : inOrder().filter(fits)
  const begins = rows.filter((row) => spellingsOf(row).some((spelling) => spelling.startsWith(name.text)))
  const word = begins.length === 0 ? WORDS.find(([words]) => words.test(name.text)) : undefined
  const found = (word ? rows.filter(word[1]) : begins).map(profileOf)
  if (q === '') return { profiles: found, near: [] }
  const resolved = resolveProfile(q)
  const whole = 'profile' in resolved ? [resolved.profile] : 'candidates' in resolved ? resolved.candidates : []
  const more = whole.filter(fits)
  const isWhole = ({ designation }: Profile) => more.some((one) => one.designation === designation)
  const first = more.length === 1 || !more.every((one) => found.some(({ designation }) => designation === one.designation))
  const profiles = first ? [...more, ...found.filter((one) => !isWhole(one))] : found
  if (isHollowWord(word)) return { profiles, near: [], reason: 'hollow' }
  const range = profiles.length === 0 ? rangeOf(q, fits) : []
  if (range.length > 0) return { profiles: range, near: [] }
  if (profiles.length > 0 || !('reason' in resolved)) return { profiles, near: [] }
  return { profiles, near: resolved.suggestions(), reason: resolved.reason }
}

const RANGE = /^([^.]*?\d.*?)\s*(?:\bto\b|\.{2,3}|[-\u2010-\u2015])\s*(\S.*)$/i

/** `IPE 300 to IPE 400`, `W14..W18`, `HEA 200-300`: the series of the first end, up to the other. */
function rangeOf(q: string, fits: (row: ProfileRow) => boolean): Profile[] {
  const [, from = '', to = ''] = RANGE.exec(q.trim()) ?? []
  if (to === '') return []
  const series = /^\D*/.exec(from)?.[0] ?? ''
  const [low] = rowsAt(from).filter(fits)
  const isOfSeries = (row: ProfileRow) =>
    low !== undefined && fits(row) && row.code === low.code && row.family === low.family && row.name.letters === low.name.letters
  const high = rowsAt(/^\d/.test(to) ? series + to : to).findLast(isOfSeries)
  if (!low || !high) return []
  const isBetween = ({ name: { numbers } }: ProfileRow) =>
    byNumbers(numbers, low.name.numbers) >= 0 && byNumbers(numbers, high.name.numbers) <= 0
  return inOrder()
    .filter((row) => isOfSeries(row) && isBetween(row))
    .map(profileOf)
}

/** The row of a whole name, else those that begin so. */
function rowsAt(written: string): readonly ProfileRow[] {
  const { text } = spelled(written)
  const resolved = resolveProfile(written)
  const isNamed = (row: ProfileRow) => 'profile' in resolved && profileOf(row).designation === resolved.profile.designation
  const [whole] = inOrder().filter(isNamed)
  return whole ? [whole] : inOrder().filter((row) => text !== '' && spellingsOf(row).some((one) => one.startsWith(text)))
}

let ordered: readonly ProfileRow[] | undefined

/** By standard and family, then by numbers, then by letters. */
function inOrder(): readonly ProfileRow[] {
  ordered ??= [...allRows()].sort(
    (one, other) =>
      STANDARD_CODES.indexOf(one.code) - STANDARD_CODES.indexOf(other.code) ||
      FAMILIES.indexOf(one.family) - FAMILIES.indexOf(other.family) ||
      byNumbers(one.name.numbers, other.name.numbers) ||
      (one.name.letters < other.name.letters ? -1 : 1),
  )
  return ordered
}

function byNumbers(one: readonly number[], other: readonly number[]): number {
  for (let i = 0; i < Math.min(one.length, other.length); i++) if (one[i] !== other[i]) return one[i]! - other[i]!
  return one.length - other.length
}

const known = new WeakMap<ProfileRow, string[]>()

function spellingsOf(row: ProfileRow): string[] {
  let spellings = known.get(row)
  if (spellings === undefined) {
    spellings = [row.designation, plainNameOf(row), ...otherSpellings(row)]
    known.set(row, spellings)
  }
  return spellings
}

function otherSpellings({ code, family, name: { numbers, letters }, designation, also }: ProfileRow): string[] {
  const sizes = numbers.join('X')
  if (code === 'IS') return [`IS${designation}`]
  if (code === 'AU') return [`${family}${sizes}`]
  switch (family) {
    case 'HE':
      return [`HE${letters}${sizes}`]
    case 'IPE':
      return [`IPE${sizes}${letters}`]
    case 'W':
      return also.map((label) => `W${label.numbers.join('X')}`)
    case 'UB':
    case 'UC':
    case 'UBP':
    case 'PFC': {
      const british = `UK${family.replace(/^U/, '')}`
      return [`${british}${sizes}`, `${sizes}${family}`, `${sizes}${british}`]
    }
    default:
      return []
  }
}
