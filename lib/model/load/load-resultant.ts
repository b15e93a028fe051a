import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load } from '#lib/schema/loads.ts'
import { type Axes, localAxes } from '../shape/local-axes.ts'
import { middleOf, newell, shellAxes } from '../shape/shell-axes.ts'
import { add, cross, dot, length, perAxis, scale, subtract, type Vec, ZERO } from '../shape/vector.ts'
import { fromAxes, globalIntensity, vecOf } from './load-vectors.ts'

/** What a load is on, as far as it has a place. */
export type LoadPlace =
  | { on: 'node'; at: Vec }
  | { on: 'frame'; start: Vec; end: Vec; rotation: number }
  | { on: 'area'; outline: readonly Vec[]; openings: readonly (readonly Vec[])[] }

/** Global; the moment is about the origin. */
export type Resultant = { force: Vec; moment: Vec }

const NONE: Resultant = { force: ZERO, moment: ZERO }

/** The sum of a load, in the units of the model. Temperatures and displacements of the ground have none. */
export function loadResultant(load: Load, place: LoadPlace): Resultant {
  if (place.on === 'node') return ofNode(load, place.at)
  if (place.on === 'area') return ofArea(load, place.outline, place.openings)
  const axes = localAxes(place.start, place.end, place.rotation)
  return axes ? ofFrame(load, place.start, subtract(place.end, place.start), axes) : NONE
}

function ofNode(load: Load, at: Vec): Resultant {
  if (typeOfLoad(load) !== 'force') return NONE
  const force = vecOf(load.force ?? {})
  return { force, moment: add(cross(at, force), vecOf(load.moment ?? {})) }
}

function ofFrame(load: Load, start: Vec, along: Vec, axes: Axes): Resultant {
  const type = typeOfLoad(load)
  const pointAt = (share: number): Vec => add(start, scale(along, share))
  if (type === 'point') {
    const turned = (v: Vec): Vec => (load.axes === 'local' ? fromAxes(v, axes) : v)
    const force = turned(vecOf(load.force ?? {}))
    const own = turned(vecOf(load.moment ?? {}))
    return { force, moment: add(cross(pointAt(load.at ?? 0), force), own) }
  }
  if (type !== 'distributed') return NONE
  const [from, to] = [load.from ?? 0, load.to ?? 1]
  const first = globalIntensity(load.force ?? {}, load.axes, axes, 'frame')
  const last = load.forceEnd ? globalIntensity(load.forceEnd, load.axes, axes, 'frame') : first
  const long = (to - from) * length(along)
  // Simpson's rule is exact: intensity times place is of the second order.
  const middle = scale(add(first, last), 0.5)
  const force = scale(middle, long)
  const [a, b] = [pointAt(from), pointAt(to)]
  const arms = [cross(a, first), scale(cross(scale(add(a, b), 0.5), middle), 4), cross(b, last)]
  const moment = scale(arms.reduce(add), long / 6)
  return { force, moment }
}

function ofArea(load: Load, outline: readonly Vec[], openings: readonly (readonly Vec[])[]): Resultant {
  const axes = shellAxes(outline)
  if (!axes || typeOfLoad(load) !== 'pressure') return NONE
  const intensity = globalIntensity(load.force ?? {}, load.axes, axes, 'area')
  const faces = [faceOf(outline, axes[2]), ...openings.map((loop) => faceOf(loop, axes[2]))]
  let [net, about] = [0, ZERO]
  for (const [i, { area, centroid }] of faces.entries()) {
    const share = i === 0 ? Math.abs(area) : -Math.abs(area)
    net += share
    about = add(about, scale(centroid, share))
  }
  return { force: scale(intensity, net), moment: cross(about, intensity) }
}

/** Area along a normal, and centroid, by triangles about the middle of the corners. */
function faceOf(loop: readonly Vec[], normal: Vec): { area: number; centroid: Vec } {
  const middle = middleOf(loop)
  const area = dot(newell(loop), normal) / 2
  if (area === 0) return { area, centroid: middle }
  let sum = ZERO
  for (let i = 0; i < loop.length; i++) {
    const [a, b] = [subtract(loop[i]!, middle), subtract(loop[(i + 1) % loop.length]!, middle)]
    const twice = dot(cross(a, b), normal)
    sum = add(sum, scale(add(a, b), twice / 6))
  }
  return {
    area,
    centroid: add(
      middle,
      perAxis((k) => sum[k] / area),
    ),
  }
}
