import { scale, type Vec } from '#lib/model/shape/vector.ts'
import type { StepEntity, StepFile } from '../step/step-file.ts'
import { isReference, type StepValue } from '../step/step-values.ts'
import { coordinatesOf, entityOf, numberOf, refsOf, textOf } from './ifc-values.ts'
import { axisPlacement, type Place, transformation, turnedBy, within } from './placement.ts'

/** What a product is drawn by. `way`: from the profile's plane to the other end. */
export type Extrusion = { profile: StepValue | undefined; place: Place; way: Vec; varies: boolean }
export type Surface = { outer: StepValue | undefined; inner: StepValue[]; place: Place }

export type Shape = {
  extrusions: Extrusion[]
  surfaces: Surface[]
  /** Curves of the representation `Axis`. */
  axes: { curve: StepValue; place: Place }[]
  /** Bodies of other sorts. */
  others: number
}

/** In one product, so that no file keeps us for ever. */
const MOST_ITEMS = 1000

/** The solids of a product, through mapped items and behind cuts, in the world. */
export function readShape(file: StepFile, value: StepValue | undefined, place: Place): Shape {
  const shape: Shape = { extrusions: [], surfaces: [], axes: [], others: 0 }
  const definition = entityOf(file, value)
  const waiting: { item: number; place: Place; name: string | undefined }[] = []
  const addItems = (representation: StepEntity, at: Place, name: string | undefined) => {
    for (const item of refsOf(representation.values[3])) waiting.push({ item, place: at, name })
  }
  for (const ref of refsOf(definition?.values[2])) {
    const representation = file.entity(ref)
    if (representation) addItems(representation, place, textOf(representation.values[1]))
  }
  for (let k = 0; k < waiting.length && k < MOST_ITEMS; k++) {
    const { item, place: at, name } = waiting[k]!
    const entity = file.entity(item)
    if (name === 'Axis') {
      if (entity?.type === 'IFCGEOMETRICCURVESET')
        for (const curve of refsOf(entity.values[0])) shape.axes.push({ curve: { ref: curve }, place: at })
      else shape.axes.push({ curve: { ref: item }, place: at })
      continue
    }
    if (entity) readItem(file, entity, at, name, shape, (next, where) => waiting.push({ item: next, place: where, name }))
  }
  return shape
}

const BODIES = new Set([undefined, 'Body', 'Surface', 'Facetation', 'Tessellation', 'Body-Fallback'])

function readItem(
  file: StepFile,
  { type, values }: StepEntity,
  place: Place,
  name: string | undefined,
  shape: Shape,
  follow: (item: number, place: Place) => void,
): void {
  if (!BODIES.has(name)) return
  switch (type) {
    case 'IFCEXTRUDEDAREASOLID':
    case 'IFCEXTRUDEDAREASOLIDTAPERED': {
      const own = axisPlacement(file, values[1])
      const direction = coordinatesOf(entityOf(file, values[2])?.values[0])
      const depth = numberOf(values[3])
      if (!own || !direction || depth === undefined) break
      const at = within(place, own)
      const way = turnedBy(at, scale(direction, depth / Math.hypot(...direction)))
      if (!way.every(Number.isFinite)) break
      shape.extrusions.push({ profile: values[0], place: at, way, varies: type.endsWith('TAPERED') })
      return
    }
    case 'IFCBOOLEANCLIPPINGRESULT':
    case 'IFCBOOLEANRESULT':
      // What is cut keeps its own axis and profile.
      if (!isReference(values[1])) break
      follow(values[1].ref, place)
      return
    case 'IFCCSGSOLID':
      if (!isReference(values[0])) break
      follow(values[0].ref, place)
      return
    case 'IFCMAPPEDITEM': {
      const map = entityOf(file, values[0])
      const [origin, target] = [axisPlacement(file, map?.values[0]), transformation(file, values[1])]
      const representation = entityOf(file, map?.values[1])
      if (!origin || !target || !representation) break
      for (const item of refsOf(representation.values[3])) follow(item, within(place, within(target, origin)))
      return
    }
    case 'IFCCURVEBOUNDEDPLANE': {
      const own = axisPlacement(file, entityOf(file, values[0])?.values[0])
      if (!own) break
      shape.surfaces.push({ outer: values[1], inner: refsOf(values[2]).map((ref) => ({ ref })), place: within(place, own) })
      return
    }
  }
  shape.others++
}
