import { STANDARD_CODES, type StandardCode } from './tables.ts'

/** How a name may be spelled: what was written, in the one spelling that the grammar reads. */

/** `other`: Japan, China, Korea, whose tables are not here; their names carry their sizes. */
export type Spelled = { text: string; code?: StandardCode | 'other' }

/** Longer texts are no names of profiles. */
export const MOST_CHARACTERS = 128

const STANDARDS: Record<string, StandardCode | 'other'> = {
  ...Object.fromEntries(STANDARD_CODES.map((code) => [code, code])),
  ...{ ASTM: 'AISC', 'BS EN': 'EN', 'DIN EN': 'EN', BS: 'EN', DIN: 'EN', UK: 'EN', 'AS/NZS': 'AU', AS: 'AU', NZS: 'AU' },
  ...{ JIS: 'other', 'GB/T': 'other', GB: 'other', KS: 'other', CN: 'other', KR: 'other' },
}
const longestFirst = Object.keys(STANDARDS).sort((one, other) => other.length - one.length)
/** With a colon, or with a blank and perhaps the number and year of the standard. */
const STANDARD = new RegExp(
  `^(${longestFirst.join('|')})(?:\\s*:\\s*|\\s+(?:(?:\\d{4,5}|808|4|1[3-6](?=\\s+[A-Z]))(?:[.-]\\d+)*(?::\\d{4})?\\s+)?)`,
)

const VULGAR = '\u00bc-\u00be\u2150-\u215e'
const BEFORE_VULGAR = new RegExp(`(\\d)(?=[${VULGAR}])`, 'g')
/** Signs of multiplication, and the X of Cyrillic and Greek. */
const TIMES = /[×✕✖*·∙\u0425\u03a7]/g
const DASHES = /[\p{Pd}\u2212]/gu
const UNITS = /(\d)\s*(?:["”]|''|′′|(?:MM|INCH|IN|KG\/M|LB\/FT|PLF|#)(?![A-Z]))/g

/** Sizes parted by strokes, and no fractions: `RHS 250/150/8`, `CHS 219.1/8`. */
const STROKES = /\d\s*\/\s*[\d.]+\s*\/\s*\d|^(?:HF|CF)?\s*(?:CHS|SHS|RHS|ROR?|QRO|RRO)\b[\s\d./]+$/

export function spelled(written: string): Spelled {
  if (written.length > MOST_CHARACTERS) return { text: '' }
  // The fraction parts from the whole number before NFKC runs both together: 1⅜ would become 13⁄8.
  const [named = ''] = written.replace(BEFORE_VULGAR, '$1-').normalize('NFKC').split('|', 1)
  let text = named
    .trim()
    .toUpperCase()
    .replace(/^STEEL SECTIONS,\s*/, '')
    .replace(/,\s+/g, ' ')
    .replace(/(\d),(?=\d)/g, '$1.')
    .replace(TIMES, 'X')
    .replace(DASHES, '-')
    .replace(/[⁄∕]/g, '/')
    .replaceAll('(P)', 'P')
    .replace(/(?<=\S)\s*\([^()]*\)$/, '')
    .replace(UNITS, '$1')
  const standard = STANDARD.exec(text)
  if (standard) text = text.slice(standard[0].length)
  if (STROKES.test(text)) text = text.replaceAll('/', 'X')
  text = text.replace(/(\d)\s+(?=\d+\/\d)/g, '$1-')
  text = /^(L|HSS|PIPE|P)[\s\d.-]/.test(text) ? underscoredInches(text) : text.replace(/(\d)_(?=\d)/g, '$1.').replaceAll('_', '')
  text = text.replace(/(\d)-(?=\d)(?!\d+\/\d)/g, '$1X').replace(/(?<!\d)-|-(?!\d)|\s/g, '')
  const code = standard?.[1] && STANDARDS[standard[1]]
  return code ? { text, code } : { text }
}

/** `_` stands for the point, the dash and the stroke: `1_3_8` is 1-3/8, behind an X `3_8` is 3/8, and `28_000` is 28.000. */
function underscoredInches(text: string): string {
  const isPipe = text.startsWith('P')
  return text
    .replace(/(\d+)_(\d+)_(2|4|8|16|32)(?!\d)/g, '$1-$2/$3')
    .replace(/(X|[A-Z])(\d+)_(2|4|8|16|32)(?![\d_])/g, (whole, before, above, below) =>
      (isPipe || before === 'X') && above % 2 === 1 && Number(above) < Number(below) ? `${before}${above}/${below}` : whole,
    )
    .replace(/(\d)_(?=\d)/g, '$1.')
    .replaceAll('_', '')
}
