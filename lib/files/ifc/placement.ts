import { add, cross, dot, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { StepEntity, StepFile } from '../step/step-file.ts'
import type { StepValue } from '../step/step-values.ts'
import { coordinatesOf, entityOf, numberOf, pointAt, refOf } from './ifc-values.ts'

/** A place in space: an origin, and where x, y and z of what lies in it point. Longer or shorter ones scale. */
export type Place = { o: Vec; x: Vec; y: Vec; z: Vec }

export const WORLD: Place = { o: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }

export const turnedBy = ({ x, y, z }: Place, v: Vec): Vec => add(add(scale(x, v[0]), scale(y, v[1])), scale(z, v[2]))
export const movedBy = (place: Place, point: Vec): Vec => add(place.o, turnedBy(place, point))
export const within = (outer: Place, inner: Place): Place => ({
  o: movedBy(outer, inner.o),
  x: turnedBy(outer, inner.x),
  y: turnedBy(outer, inner.y),
  z: turnedBy(outer, inner.z),
})

const direction = (file: StepFile, value: StepValue | undefined): Vec | null => {
  const entity = entityOf(file, value)
  const ratios = entity?.type === 'IFCDIRECTION' ? coordinatesOf(entity.values[0]) : null
  return ratios && unit(ratios)
}

/** x as near to `wanted` as it can be, square to z. */
function square(z: Vec, wanted: Vec | null): Place {
  for (const one of [wanted, WORLD.x, WORLD.y]) {
    const x = one && unit(subtract(one, scale(z, dot(one, z))))
    if (x && one && Math.abs(dot(one, z)) < 1 - 1e-12) return { o: WORLD.o, x, y: cross(z, x), z }
  }
  return WORLD
}

/** IfcAxis2Placement2D or 3D; the world where nothing is said, null where its point is no point. */
export function axisPlacement(file: StepFile, value: StepValue | undefined): Place | null {
  const entity = entityOf(file, value)
  if (!entity) return value === null || value === undefined ? WORLD : null
  const o = pointAt(file, entity.values[0])
  if (!o) return null
  if (entity.type === 'IFCAXIS2PLACEMENT2D') return { ...square(WORLD.z, direction(file, entity.values[1])), o }
  const z = direction(file, entity.values[1]) ?? WORLD.z
  return { ...square(z, direction(file, entity.values[2])), o }
}

/** IfcCartesianTransformationOperator2D and 3D, with or without scales. */
export function transformation(file: StepFile, value: StepValue | undefined): Place | null {
  const entity = entityOf(file, value)
  if (!entity?.type.startsWith('IFCCARTESIANTRANSFORMATIONOPERATOR')) return null
  const [first, second, origin, size, third] = entity.values
  const o = pointAt(file, origin)
  if (!o) return null
  const is3d = entity.type.includes('3D')
  const z = (is3d ? direction(file, third) : null) ?? WORLD.z
  const { x } = square(z, direction(file, first))
  const up = cross(z, x)
  const wanted = direction(file, second)
  const y = wanted && dot(wanted, up) < 0 ? scale(up, -1) : up // a mirror
  const by = numberOf(size) ?? 1
  const isUneven = entity.type.endsWith('NONUNIFORM')
  const scales = isUneven ? entity.values.slice(is3d ? 5 : 4).map(numberOf) : []
  return { o, x: scale(x, by), y: scale(y, scales[0] ?? by), z: scale(z, is3d ? (scales[1] ?? by) : 1) }
}

/** So many shared places are kept; a file has one of its own for each product, and few that many share. */
const MOST_SHARED = 10_000

/**
 * Chains of placements: by loop, for they may be 100,000 long, and with a mark against circles. Those in which others stand are kept; a product's
 * own is asked once or twice.
 */
export class Placements {
  readonly #known = new Map<number, Place | null>()
  readonly #shared = new Map<number, Place | null>()

  constructor(readonly file: StepFile) {}

  /** Null where the chain leads nowhere, or in a circle. */
  of(value: StepValue | undefined): Place | null {
    if (value === null || value === undefined) return WORLD
    const chain: StepEntity[] = []
    const met = new Set<number>()
    let id = refOf(value)
    let place: Place | null | undefined
    while (place === undefined) {
      if (id === undefined) place = WORLD
      else if (this.#known.has(id)) place = this.#known.get(id) ?? null
      else {
        const entity: StepEntity | null = met.has(id) ? null : this.file.entity(id)
        met.add(id)
        if (entity?.type !== 'IFCLOCALPLACEMENT') place = null
        else {
          chain.push(entity)
          id = refOf(entity.values[0])
        }
      }
    }
    for (const [k, entity] of chain.reverse().entries()) {
      const own: Place | null = place && this.#axes(entity.values[1])
      place = place && own ? within(place, own) : null
      if (k < chain.length - 1) this.#known.set(entity.id, place)
    }
    return place
  }

  /** Many placements share one. */
  #axes(value: StepValue | undefined): Place | null {
    const id = refOf(value)
    if (id === undefined) return axisPlacement(this.file, value)
    const known = this.#shared.get(id)
    if (known !== undefined) return known
    const made = axisPlacement(this.file, value)
    if (this.#shared.size >= MOST_SHARED) this.#shared.clear()
    this.#shared.set(id, made)
    return made
  }
}
