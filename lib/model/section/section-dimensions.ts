import { type Issue, valueError } from '#lib/schema/model-error.ts'
import type { ConstructSectionCreate, Dimensions, SectionType } from '#lib/schema/schema.ts'
import { entriesOf } from '#lib/values/object-keys.ts'

/**
 * The dimension keys of a section: what they mean, what may stand in their place, which sets cannot be built. Conventions,
 * section 6. Keys are compared lower-case without spaces, `_`, `-` and `.`, and come back as sent.
 */

export type DimensionKey = 't3' | 't2' | 'tf' | 'tw' | 't2b' | 'tfb' | 'r' | 'thickness'
export type Sizes = Partial<Record<DimensionKey, number>>

type Meaning = { keys: DimensionKey[]; times: 1 | 2 }
type Rule = { text: string; of: DimensionKey[]; holds: (...sizes: number[]) => boolean }
type Shape = {
  /** Normalised key → what it means for this type. */
  meanings: Map<string, Meaning>
  /** Keys without which there is no outline; of several in one entry any one does. */
  needs: DimensionKey[][]
  defaults: [key: DimensionKey, from: DimensionKey][]
  rules: Rule[]
}

/** Properties of catalogue sections that travel with the dimensions; never drawn, never judged. By which power of a length they grow. */
const PROPERTY_POWERS: ReadonlyMap<string, 1 | 2 | 3 | 4> = new Map(
  (
    [
      [1, 'r22 r33'],
      [2, 'area as2 as3'],
      [3, 's22 s33 z22 z33'],
      [4, 'torsion j ix iy iz iyz i22 i33 i23'],
    ] as const
  ).flatMap(([power, keys]) => keys.split(' ').map((key) => [key, power] as const)),
)

const normalise = (key: string): string => key.toLowerCase().replace(/[\s_.-]/g, '')

const T3 = 't3 depth height h d overallDepth totalDepth yDim'
const T2 = 't2 width w b bf flangeWidth topFlangeWidth bft overallWidth xDim'
const TF = 'tf flangeThickness topFlangeThickness tft'
const TW = 'tw webThickness'
const R = 'r radius fillet filletRadius rootRadius'
const WALL = 'wall wallThickness thickness t'

const TWICE_TF = rule('2 x tf <= t3', ['tf', 't3'], (tf, t3) => 2 * tf <= t3)
const TWICE_TW = rule('2 x tw <= t2', ['tw', 't2'], (tw, t2) => 2 * tw <= t2)

/** `custom` and `section_designer` have none: their dimensions are kept, never judged. */
const SHAPES: Partial<Record<SectionType, Shape>> = {
  rectangular: {
    meanings: meanings({ t3: T3, t2: T2, tf: TF, tw: `${TW} ${WALL}`, r: R, 't3+t2': 'side size' }),
    needs: [['t3'], ['t2']],
    defaults: [['tf', 'tw']],
    rules: [TWICE_TF, TWICE_TW],
  },
  pipe: {
    meanings: meanings({
      t3: `${T3} diameter dia od outerDiameter outsideDiameter`,
      '2 x t3': 'radius r outerRadius',
      tw: `${TW} ${WALL}`,
    }),
    needs: [['t3']],
    defaults: [],
    rules: [rule('2 x tw <= t3', ['tw', 't3'], (tw, t3) => 2 * tw <= t3)],
  },
  i_wide_flange: {
    meanings: meanings({
      t3: T3,
      t2: T2,
      tf: TF,
      tw: TW,
      t2b: 't2b bottomFlangeWidth bfb',
      tfb: 'tfb bottomFlangeThickness',
      r: R,
    }),
    needs: [['t3'], ['t2'], ['tf'], ['tw']],
    defaults: [
      ['t2b', 't2'],
      ['tfb', 'tf'],
    ],
    rules: [
      rule('tf + tfb < t3', ['tf', 'tfb', 't3'], (tf, tfb, t3) => tf + tfb < t3),
      rule('tw <= t2', ['tw', 't2'], (tw, t2) => tw <= t2),
      rule('tw <= t2b', ['tw', 't2b'], (tw, t2b) => tw <= t2b),
    ],
  },
  channel: {
    meanings: meanings({ t3: T3, t2: T2, tf: TF, tw: TW, r: R }),
    needs: [['t3'], ['t2'], ['tf'], ['tw']],
    defaults: [],
    rules: [rule('2 x tf < t3', ['tf', 't3'], (tf, t3) => 2 * tf < t3), rule('tw < t2', ['tw', 't2'], (tw, t2) => tw < t2)],
  },
  angle: {
    meanings: meanings({
      t3: `${T3} verticalLeg leg1`,
      t2: `${T2} horizontalLeg leg2`,
      tf: TF,
      tw: TW,
      r: R,
      'tf+tw': 'thickness t legThickness',
      't3+t2': 'leg legs',
    }),
    needs: [['t3'], ['tf', 'tw']],
    defaults: [
      ['t2', 't3'],
      ['tw', 'tf'],
      ['tf', 'tw'],
    ],
    rules: [rule('tf < t3', ['tf', 't3'], (tf, t3) => tf < t3), rule('tw < t2', ['tw', 't2'], (tw, t2) => tw < t2)],
  },
  shell: {
    meanings: meanings({ thickness: 'thickness t th h depth t3 slabThickness wallThickness' }),
    needs: [],
    defaults: [],
    rules: [],
  },
}

export type DimensionsRead = {
  /** What was sent, by canonical key, radii of pipes doubled; the first where several keys mean the same. */
  canonical: Sizes
  /** The same with the defaults of the type; `tf` of a rectangle without `tw` stays as sent. */
  complete: Sizes
  /** Which sent key gave a canonical one. */
  sentAs: Partial<Record<DimensionKey, string>>
  /** Keys that mean the same and differ, in the order of the keys as sent. */
  conflicts: { means: DimensionKey; keys: [string, string]; values: [number, number] }[]
  /** Keys as sent that mean nothing for this type and are no section property. */
  unknown: string[]
  /** What an outline would still need, in words: `t3`, `tf or tw`, `a polygon`. */
  missing: string[]
}

/** Reads a section's dimensions by their type's keys and aliases; judges nothing. */
export function readDimensions(type: SectionType, dimensions: Dimensions = {}): DimensionsRead {
  const shape = SHAPES[type]
  const read: DimensionsRead = { canonical: {}, complete: {}, sentAs: {}, conflicts: [], unknown: [], missing: [] }
  if (!shape) return { ...read, missing: ['a polygon'] }
  for (const [key, sent] of Object.entries(dimensions)) {
    const normalised = normalise(key)
    const meaning = shape.meanings.get(normalised)
    if (!meaning) {
      if (!PROPERTY_POWERS.has(normalised)) read.unknown.push(key)
      continue
    }
    const value = sent * meaning.times
    for (const means of meaning.keys) {
      const first = read.canonical[means]
      if (first === undefined) {
        read.canonical[means] = value
        read.sentAs[means] = key
      } else if (first !== value && !read.conflicts.some((conflict) => conflict.means === means)) {
        read.conflicts.push({ means, keys: [read.sentAs[means] ?? means, key], values: [first, value] })
      }
    }
  }
  read.complete = withDefaults(shape, read.canonical)
  read.missing = shape.needs.filter((any) => any.every((key) => read.canonical[key] === undefined)).map((any) => any.join(' or '))
  return read
}

/** What a section states under the name of a property, as catalogues and other programs do. */
export function statedProperty(
  definition: { dimensions?: Dimensions | undefined } | undefined,
  name: string,
): number | undefined {
  return Object.entries(definition?.dimensions ?? {}).find(([key]) => normalise(key) === name)?.[1]
}

/** By which power of the length unit the value under a key grows; undefined where nobody knows what the key means. */
export function lengthPower(type: SectionType, key: string): 1 | 2 | 3 | 4 | undefined {
  const normalised = normalise(key)
  const own = SHAPES[type]
  // The dimensions of a custom section are kept, not read: its keys mean what they mean elsewhere.
  const shapes = own ? [own] : Object.values(SHAPES)
  if (shapes.some(({ meanings }) => meanings.has(normalised))) return 1
  return PROPERTY_POWERS.get(normalised)
}

/**
 * What makes a set of dimensions impossible, one issue per broken rule; `loc` is relative to the section and begins with
 * `dimensions`. A section with a submitted outline is never judged, an incomplete set is fine. The object's own issues come
 * before those of its keys; a key that failed is not judged further.
 */
export function dimensionIssues(
  section: { type: SectionType } & Pick<ConstructSectionCreate, 'dimensions' | 'polygon'>,
): Issue[] {
  const shape = SHAPES[section.type]
  if (!shape || !section.dimensions || section.polygon?.length) return []
  const read = readDimensions(section.type, section.dimensions)
  const sound = { ...read.canonical }
  const whole = read.conflicts.map(({ means, keys: [one, other], values }) => {
    delete sound[means]
    return `'${one}' and '${other}' both mean ${means} but differ: ${values.map(asJson).join(' and ')}`
  })
  const byKey: Issue[] = []
  for (const [means, key] of entriesOf(read.sentAs)) {
    const value = sound[means]
    if (value === undefined || value > 0 || (means === 'r' && value === 0)) continue
    const must = means === 'r' ? 'must not be negative' : 'must be greater than 0'
    byKey.push(valueError(['dimensions', key], `${means} ${must}, got ${asJson(value)}`))
    delete sound[means]
  }
  // A default taken from a key that failed would be judged for its sake.
  const judged = withDefaults(shape, sound, (key) => read.canonical[key] === undefined)
  for (const { text, of, holds } of shape.rules) {
    const sizes = of.map((key) => judged[key])
    const known = sizes.filter((size) => size !== undefined)
    if (known.length < sizes.length || holds(...known)) continue
    const got = of.map((key, i) => `${key}=${asJson(sizes[i])}`).join(', ')
    whole.push(`impossible ${section.type} dimensions: ${text} required, got ${got}`)
  }
  return [...whole.map((text) => valueError(['dimensions'], text)), ...byKey]
}

function withDefaults(shape: Shape, sizes: Sizes, mayDefault: (key: DimensionKey) => boolean = () => true): Sizes {
  const complete = { ...sizes }
  for (const [key, from] of shape.defaults) {
    if (complete[key] === undefined && complete[from] !== undefined && mayDefault(key)) complete[key] = complete[from]
  }
  return complete
}

function asJson(value: number | undefined): string {
  return JSON.stringify(value)
}

function rule(text: string, of: DimensionKey[], holds: (...sizes: number[]) => boolean): Rule {
  return { text, of, holds }
}

/** `{ t3: 'depth d', '2 x t3': 'radius', 't3+t2': 'side' }` → by normalised spelling. */
function meanings(table: Record<string, string>): Map<string, Meaning> {
  return new Map(
    Object.entries(table).flatMap(([means, spellings]) => {
      const times = means.startsWith('2 x ') ? 2 : 1
      const keys = means.replace('2 x ', '').split('+') as DimensionKey[]
      return spellings.split(' ').map((spelling): [string, Meaning] => [spelling.toLowerCase(), { keys, times }])
    }),
  )
}
