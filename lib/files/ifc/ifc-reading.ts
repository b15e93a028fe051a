import { add, dot, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { FileToRead } from '../file-to-read.ts'
import { JoinedPoints } from '../joined-points.ts'
import { sourceOf } from '../model-builder.ts'
import type { TableCount } from '../report.ts'
import type { StepEntity, StepFile } from '../step/step-file.ts'
import type { StepValue } from '../step/step-values.ts'
import { Associations, type MadeOf } from './associations.ts'
import { SYSTEM } from './ifc-file.ts'
import type { FileUnits } from './ifc-units.ts'
import { textOf } from './ifc-values.ts'
import { Placements } from './placement.ts'
import { mirrored, type Profile, type ProfileShape, readProfile } from './profile-read.ts'

/** How a profile is used: seen from the other side, larger than it is drawn, by another name. */
type Seen = { name?: string | undefined; isTurned?: boolean; scale?: number }

/** What all readers of a file share. */
export class IfcReading {
  readonly placements: Placements
  readonly associations: Associations
  readonly isOurs: boolean
  readonly #tables = new Map<string, TableCount>()
  readonly #profiles = new Map<number, Profile | null>()
  readonly #sections = new Map<string, string>()
  readonly #materials = new Map<number, string>()
  #joined = new JoinedPoints(0)
  /** By the index of their place. */
  #joinedNodes: string[] = []

  constructor(
    readonly file: FileToRead,
    readonly step: StepFile,
    readonly units: FileUnits,
  ) {
    this.placements = new Placements(step)
    this.associations = new Associations(step)
    this.isOurs = textOf(step.header.get('FILE_NAME')?.[5]) === SYSTEM
  }

  /** Counts the rows of a type where the file was split, apart from what reads them. */
  table(type: string): TableCount {
    const known = this.#tables.get(type)
    if (known) return known
    const table = this.file.report.table(type)
    table.rows = this.step.counts.get(type) ?? 0
    this.#tables.set(type, table)
    return table
  }

  /** Of a type that was read. */
  knownTable = (type: string): TableCount | undefined => this.#tables.get(type)

  profileOf(value: StepValue | undefined): Profile | null {
    const id = typeof value === 'object' && value !== null && 'ref' in value ? value.ref : undefined
    if (id === undefined) return null
    const known = this.#profiles.get(id)
    if (known !== undefined) return known
    const read = readProfile(this.step, value, this.units.angle)
    this.#profiles.set(id, read)
    return read
  }

  materialOf({ material }: MadeOf): string | undefined {
    if (!material) return undefined
    const known = this.#materials.get(material.id)
    if (known !== undefined) return known
    const { model } = this.file
    const written = textOf(material.values[0]) ?? ''
    const id = model.idOf('materials', written)
    const [name, type] = [textOf(material.values[1]), textOf(material.values[2])]
    const source = sourceOf({ type })
    model.add('materials', { id, ...(name !== undefined && name !== id && { name }), ...(source && { source }) })
    this.#materials.set(material.id, id)
    return id
  }

  /** A section of a profile's shape; one for all that have its name and its shape. */
  sectionOf(
    profile: Profile | null,
    made: MadeOf,
    { name: wanted, isTurned = false, scale: by = 1 }: Seen = {},
  ): string | undefined {
    const written = made.set ?? wanted ?? profile?.name
    const shape = profile?.shape && this.#scaled(isTurned ? mirrored(profile.shape) : profile.shape, by * this.units.factor)
    if (written === undefined && !shape) return undefined
    const materialId = this.materialOf(made)
    const key = JSON.stringify([written ?? '', shape])
    const known = this.#sections.get(key)
    if (known !== undefined) return known
    const { model, report } = this.file
    let id = model.idOf('sections', written ?? `Section ${this.#sections.size + 1}`)
    for (let number = 2; model.has('sections', id); number++) id = model.idOf('sections', `${written ?? 'Section'} (${number})`)
    if (written !== undefined && id !== written) report.note('converted', 'id_changed', { example: `section ${id}` })
    this.#sections.set(key, id)
    const example = `section ${id}`
    const name = profile?.name
    const rest = { ...(name !== undefined && name !== id && { name }), ...(materialId !== undefined && { materialId }) }
    if (!shape) {
      model.add('sections', { ...model.sectionByName(id, name ?? written ?? id), ...rest })
      return id
    }
    model.add('sections', model.sectionBySizes({ id, ...rest, ...shape }))
    if (profile?.isPolygon && !this.isOurs) report.note('converted', 'outline_from_shape', { example })
    if (profile?.hasVoids) report.note('dropped', 'section_voids', { example })
    return id
  }

  #scaled(shape: ProfileShape, factor: number): ProfileShape {
    if (factor === 1) return shape
    const { type, dimensions, polygon, thickness } = shape
    const sizes = dimensions && Object.fromEntries(Object.entries(dimensions).map(([key, value]) => [key, value * factor]))
    return {
      type,
      ...(sizes && { dimensions: sizes }),
      ...(polygon && { polygon: polygon.map(({ x, y }) => ({ x: x * factor, y: y * factor })) }),
      ...(thickness !== undefined && { thickness: thickness * factor }),
    }
  }

  inModel = (at: Vec): Vec => (this.units.factor === 1 ? at : scale(at, this.units.factor))

  /** Springs and loads are read in newtons. */
  noteForce(): void {
    const { model } = this.file
    if (model.units?.force !== 'N') model.units = { ...model.units, force: 'N' }
  }

  /** `size`: the diagonal of all that was read. */
  startJoining(size: number): void {
    this.#joined = new JoinedPoints(1e-6 * size)
    this.#joinedNodes = []
  }

  /** A node that the file has itself; the first of a place is found there. */
  noteNode(at: Vec, id: string): void {
    this.#joinedNodes[this.#joined.indexOf(at)] ??= id
  }

  nodeAt(at: Vec): string {
    const index = this.#joined.indexOf(at)
    const known = this.#joinedNodes[index]
    if (known !== undefined) return known
    const { model } = this.file
    let number = model.count('nodes') + 1
    while (model.has('nodes', `N${number}`)) number++
    const id = `N${number}`
    model.add('nodes', { id, position: { x: at[0] + 0, y: at[1] + 0, z: at[2] + 0 } })
    this.#joinedNodes[index] = id
    return id
  }
}

/** Ids of products: Tag where no other has it, else Name, else GlobalId. The products are read again and again, for a file has many. */
export function productIds(step: StepFile, products: readonly number[], tagAt: number | null): Map<number, string> {
  const valuesOf = (product: number) => step.entity(product)?.values ?? []
  const tagOf = (values: StepEntity['values']) => (tagAt === null ? undefined : textOf(values[tagAt]))
  const nameOf = (values: StepEntity['values']) => textOf(values[2])
  const [tags, names] = [new Map<string, number>(), new Map<string, number>()]
  for (const product of products) {
    const values = valuesOf(product)
    const [tag, name] = [tagOf(values), nameOf(values)]
    if (tag !== undefined) tags.set(tag, (tags.get(tag) ?? 0) + 1)
    if (name !== undefined) names.set(name, (names.get(name) ?? 0) + 1)
  }
  const ids = new Map<number, string>()
  const taken = new Set<string>()
  for (const product of products) {
    const values = valuesOf(product)
    const [tag, name] = [tagOf(values), nameOf(values)]
    const wanted = [
      tag !== undefined && tags.get(tag) === 1 ? tag : undefined,
      name !== undefined && names.get(name) === 1 ? name : undefined,
    ]
    const id = [...wanted, textOf(values[0]), `#${product}`].find((one) => one !== undefined && !taken.has(one)) ?? `#${product}`
    taken.add(id)
    ids.set(product, id)
  }
  return ids
}

/** Without what rounding leaves. */
export const withoutNoise = (value: number, size: number): number => (Math.abs(value) <= 1e-9 * size ? 0 : twelveDigits(value))

/** Of a curve's points those where it turns; the ends stay. */
export function corners(points: readonly Vec[], tolerance: number): Vec[] {
  const found: Vec[] = []
  for (const point of points) {
    const [before, last] = [found.at(-2), found.at(-1)]
    if (last && Math.hypot(...subtract(point, last)) <= tolerance) continue
    if (before && last && isBetween(before, last, point, tolerance)) found.pop()
    found.push(point)
  }
  return found
}

function isBetween(a: Vec, b: Vec, c: Vec, tolerance: number): boolean {
  const along = unit(subtract(c, a))
  if (!along) return false
  const away = subtract(b, a)
  const foot = add(a, scale(along, dot(away, along)))
  return Math.hypot(...subtract(b, foot)) <= tolerance && dot(subtract(c, b), along) > 0
}

/** Of the box around some points. */
export function diagonalOf(points: Iterable<Vec>): number {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (const point of points)
    for (const [axis, value] of point.entries()) {
      low[axis] = Math.min(low[axis]!, value)
      high[axis] = Math.max(high[axis]!, value)
    }
  const size = Math.hypot(...high.map((value, axis) => value - low[axis]!))
  return Number.isFinite(size) ? size : 0
}
