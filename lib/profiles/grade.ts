import type { ViewerMaterial } from '#lib/schema/schema.ts'
import { type Grade, KIND_DENSITIES, LINES, type MaterialKind, only, type Properties, seven } from './grade-lines.ts'

/**
 * Grades of materials, read from what a material is called: for masses and, later, statics. Nothing is stored, and nothing is
 * added to a returned material. Density in kg/m³, moduli and strengths in MPa; what is computed has 7 digits.
 */

/** A name that two materials share: `C30` is a class of timber and of concrete. */
export type Undecided = { candidates: string[] }

/** The grade that the name is read as, else the id; null when it is read as none, and where the name is a grade that there is none of. */
export function gradeOf({ id, name }: Pick<ViewerMaterial, 'id' | 'name'>): Grade | Undecided | null {
  const read = name ? readGrade(name) : null
  return read ?? (name && SPELLED_AS_GRADE.test(name) ? null : readGrade(id))
}

/** Of steel or concrete: `S3555` and `C30/73` are slips, and say no less than an id `S355` that they are not it. */
const SPELLED_AS_GRADE = /^\s*(S\s?\d{3,}|C\s?\d+\/\d+)\s*$/i

/** The properties that a material's source states, by the names under which they are looked for. */
const STATED = ['density', 'E', 'G', 'fy', 'nu', 'alpha'] as const
export type StatedProperty = (typeof STATED)[number]

/** Of no material there is less, and of none a Poisson's ratio of more than a half. */
function canBe(key: StatedProperty, value: unknown): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  return key === 'nu' ? value >= 0 && value <= 0.5 : key === 'alpha' ? value >= 0 : value > 0
}

export type MaterialProperties = Properties & {
  /** Where the density is from: `source`, `grade S355`, `steel`. */
  from?: string
  /** Expansion per K; only as stated. */
  alpha?: number
  /** The name can be read in several ways and the source states nothing: none is chosen. */
  candidates?: string[]
  /** What the source states that cannot be: no positive finite number, of nu none from 0 to 0.5. */
  leftAside: StatedProperty[]
}

/** What is known of a material: `source.properties` wins over the grade, value by value. */
export function propertiesOf(material: Pick<ViewerMaterial, 'id' | 'name' | 'source'>): MaterialProperties {
  const read = gradeOf(material)
  const found: MaterialProperties = { leftAside: [] }
  if (read && 'candidates' in read) found.candidates = read.candidates
  else if (read) {
    const { kind, grade, standard: _, ...properties } = read
    Object.assign(found, properties)
    if (properties.density !== undefined) found.from = grade ? `grade ${grade}` : kind
  }
  const { E, G } = found
  const stated = statedBy(material)
  for (const key of STATED) {
    const value = stated[key]
    if (value === undefined || value === null) continue
    if (!canBe(key, value)) {
      found.leftAside.push(key)
      continue
    }
    found[key] = value
    if (key === 'density') found.from = 'source'
  }
  // Of a grade G goes with E and nu.
  if (G !== undefined && !canBe('G', stated.G)) {
    if (canBe('nu', stated.nu)) delete found.G
    else if (E !== undefined && found.E !== undefined && found.E !== E) found.G = seven((G * found.E) / E)
  }
  return found
}

/** What the source states, as it was sent. */
export function statedBy({ source }: Pick<ViewerMaterial, 'source'>): Readonly<Partial<Record<StatedProperty, unknown>>> {
  const stated = source?.properties
  return typeof stated === 'object' && stated !== null && !Array.isArray(stated) ? stated : {}
}

/** Expansion per K of what the grade's kind is; of none that has many: nothing is guessed. */
const EXPANSION: Record<MaterialKind, number> = { steel: 1.2e-5, concrete: 1e-5, timber: 5e-6, rebar: 1.2e-5, aluminium: 2.3e-5 }

/** As `source.properties.alpha` states it, else by the kind. */
export function expansionOf(material: Pick<ViewerMaterial, 'id' | 'name' | 'source'>): number | undefined {
  const { alpha } = propertiesOf(material)
  if (alpha !== undefined) return alpha
  const grade = gradeOf(material)
  return grade && 'kind' in grade ? EXPANSION[grade.kind] : undefined
}

const rounded = <T extends Grade>(grade: T): T =>
  Object.fromEntries(Object.entries(grade).map(([key, value]) => [key, typeof value === 'number' ? seven(value) : value])) as T

const KIND_WORDS: Record<string, MaterialKind> = {
  ...words('steel', 'STEEL STAHL ACIER ACERO ACCIAIO'),
  ...words('concrete', 'CONCRETE BETON HORMIGON CALCESTRUZZO'),
  ...words('timber', 'TIMBER WOOD GLULAM HOLZ BOIS MADERA LEGNO'),
  ...words('rebar', 'REBAR'),
  ...words('aluminium', 'ALUMINIUM ALUMINUM'),
}

function words(kind: MaterialKind, all: string): Record<string, MaterialKind> {
  return Object.fromEntries(all.split(' ').map((word) => [word, kind]))
}

/** Longer texts are no names of materials. */
const MOST_CHARACTERS = 256

export function readGrade(text: string): Grade | Undecided | null {
  const [before = ''] = text.slice(0, MOST_CHARACTERS).split('|', 1)
  const parts = before.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  const spelled = parts
    .replace(/[’‘`´′]/g, "'")
    .split(/\s+/)
    .filter((word) => word !== '')
  const namedKinds = [...new Set(spelled.flatMap((word) => KIND_WORDS[word.replace(/[^A-Z]/g, '')] ?? []))]
  let hits = hitsIn(spelled)
  if (namedKinds.length > 0) hits = hits.filter(({ kind }) => namedKinds.includes(kind))
  if (hits.length === 0) {
    const [kind, other] = namedKinds
    return kind && !other && KIND_DENSITIES[kind] ? only(kind) : null
  }
  const [hit, ...others] = hits
  if (hit && others.length === 0) return rounded(hit)
  // Two grades that one word stands for are told; two words for two grades contradict each other.
  const candidates = hits.map(({ kind, grade }) => (grade ? `${kind} ${grade}` : kind))
  return others.some(({ grade }) => grade !== undefined) ? null : { candidates }
}

/** Different grades in the text, longest run of words first; one that only repeats part of a longer run says nothing new. */
function hitsIn(spelled: string[]): Grade[] {
  const hits: { grade: Grade; from: number; to: number }[] = []
  const look = (from: number, to: number) => {
    for (const grade of gradesOf(spelled.slice(from, to))) {
      const repeats = hits.some(
        (hit) => hit.grade.grade === grade.grade || (hit.from <= from && to <= hit.to && agrees(hit.grade, grade)),
      )
      if (!repeats) hits.push({ grade, from, to })
    }
  }
  look(0, spelled.length)
  for (const run of [3, 2, 1]) for (let from = 0; from + run <= spelled.length; from++) look(from, from + run)
  return hits.map(({ grade }) => grade)
}

function gradesOf(run: string[]): Grade[] {
  const closed = run
    .join('')
    .replace(/[_()-]/g, '')
    .replace(/[.,](?!\d)|(?<!\d)[.,]/g, '') // a decimal stays, and matches nothing: `f'c 4.5 ksi` is not 45 ksi
    .replace(/^ASTM/, '')
  for (const [pattern, grades] of LINES) {
    const match = pattern.exec(closed)
    const found = match ? grades(match) : []
    if (found.length > 0) return found
  }
  return []
}

function agrees(one: Grade, other: Grade): boolean {
  const keys = ['kind', 'density', 'E', 'G', 'nu', 'fy', 'fck', 'fmk'] as const
  return keys.every((key) => one[key] === undefined || other[key] === undefined || one[key] === other[key])
}
