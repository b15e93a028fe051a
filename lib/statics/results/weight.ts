import { add, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { areaFaces } from '../loads/area-loads.ts'
import { type AnalysisModel, positionOf, prismsOf } from '../model/analysis-model.ts'
import { GRAVITY } from '../model/analysis-units.ts'

/** Mass of the frames and areas themselves, in kg, its weight and centre in the model's units; undefined where a density is not known. */
export function weightOf(
  model: ViewerModel,
  analysis: AnalysisModel,
  areaMasses: Float64Array,
): { mass: number; force: number; cog: Vec } | undefined {
  const { frames, nodes, units } = analysis
  let [mass, moment]: [number, Vec] = [0, [0, 0, 0]]
  const count = (own: number, at: Vec) => {
    mass += own
    moment = add(moment, scale(at, own))
  }
  for (const frame of frames) {
    const first = positionOf(nodes, frame.start)
    for (const { from, to, properties, offset } of prismsOf(frame)) {
      const middle = add(first, scale(frame.axes[0], (from + to) / 2))
      count(properties.massPerMetre * (to - from), add(middle, offset))
    }
  }
  const faceAt = areaFaces(model, analysis)
  for (const ordinal of (model.areas ?? []).keys()) {
    const face = faceAt(ordinal)
    if (face) count(areaMasses[ordinal]! * face.area, face.centroid)
  }
  if (!(mass > 0)) return undefined
  const [x, y, z] = add(scale(moment, 1 / mass), nodes.middle)
  return { mass, force: (mass * GRAVITY) / units.newtons, cog: [x / units.metres, y / units.metres, z / units.metres] }
}
