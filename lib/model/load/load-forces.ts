import { propertiesOf } from '#lib/profiles/grade.ts'
import type { Load, LoadCase } from '#lib/schema/loads.ts'
import type { ViewerArea, ViewerFrame, ViewerModel } from '#lib/schema/schema.ts'
import { sectionArea } from '../section/section-area.ts'
import { newell } from '../shape/shell-axes.ts'
import { length, scale, type Vec, vec } from '../shape/vector.ts'
import { placeOfLoad } from './load-places.ts'
import { loadResultant } from './load-resultant.ts'

/** What loads sum up to, and what frames and areas weigh. */

const GRAVITY = 9.80665

export function loadsByCase({ loadCases = [], loads = [] }: ViewerModel): { one: LoadCase; loads: Load[] }[] {
  const byCase = new Map<string, Load[]>(loadCases.map(({ id }) => [id, []]))
  for (const load of loads) byCase.get(load.caseId)?.push(load)
  return loadCases.map((one) => ({ one, loads: byCase.get(one.id) ?? [] }))
}

/** Of each load what it sums up to, in the units of the model. */
export function forcesIn(model: ViewerModel): (load: Load) => Vec {
  const ordinals = {
    nodes: new Map(model.nodes.map(({ id }, i) => [id, i])),
    frames: new Map((model.frames ?? []).map(({ id }, i) => [id, i])),
    areas: new Map((model.areas ?? []).map(({ id }, i) => [id, i])),
  }
  const targets = {
    ordinalOf: (kind: 'nodes' | 'frames' | 'areas', id: string) => ordinals[kind].get(id),
    element: (kind: 'frames' | 'areas', ordinal: number) => model[kind]![ordinal]!,
    position: (node: number) => vec(model.nodes[node]!.position),
  } as Parameters<typeof placeOfLoad>[1] // frames for frames, areas for areas
  return (load) => {
    const place = placeOfLoad(load, targets)
    return place ? loadResultant(load, place).force : [0, 0, 0]
  }
}

/** What a frame, or an area, weighs in newtons; undefined where that is not known. */
type Weights = { ofFrame(frame: ViewerFrame): number | undefined; ofArea(area: ViewerArea): number | undefined }

export function weightsIn(model: ViewerModel, metres: number): Weights {
  const { nodes, sections = [], sectionDefinitions = [], materials = [] } = model
  const places = new Map(nodes.map(({ id, position }) => [id, vec(position)]))
  const definitions = new Map(sectionDefinitions.map((one) => [one.id, one]))
  const faces = new Map(
    sections.map((section) => {
      const face = sectionArea(section, definitions.get(section.id))
      return [section.id, { section, area: typeof face === 'string' ? undefined : face.area }]
    }),
  )
  const densities = new Map(materials.map((material) => [material.id, propertiesOf(material).density]))
  const pointsOf = (ids: readonly string[]) => ids.flatMap((id) => (places.has(id) ? [places.get(id)] : [])) as Vec[]
  const faceOf = (ids: readonly string[]) => length(scale(newell(pointsOf(ids)), 0.5))
  const weight = (volume: number, density: number) => volume * metres ** 3 * density * GRAVITY
  return {
    ofFrame({ startNodeId, endNodeId, sectionId, materialId }) {
      const face = faces.get(sectionId ?? '')
      const density = densities.get(materialId ?? face?.section.materialId ?? '')
      const [a, b] = pointsOf([startNodeId, endNodeId])
      if (face?.area === undefined || density === undefined || !a || !b) return undefined
      return weight(face.area * length([b[0] - a[0], b[1] - a[1], b[2] - a[2]]), density)
    },
    ofArea({ nodeIds, openingNodeIds = [], sectionId, materialId, thickness }) {
      const section = faces.get(sectionId ?? '')?.section
      const density = densities.get(materialId ?? section?.materialId ?? '')
      const thick = thickness ?? section?.thickness
      if (thick == null || density === undefined) return undefined
      const net = faceOf(nodeIds) - openingNodeIds.reduce((sum, ids) => sum + faceOf(ids), 0)
      return weight(net * thick, density)
    },
  }
}

/** Of all frames and areas; undefined where that of one is not known. */
export function ownWeight({ frames = [], areas = [] }: ViewerModel, { ofFrame, ofArea }: Weights): number | undefined {
  let sum = 0
  for (const frame of frames) {
    const weight = ofFrame(frame)
    if (weight === undefined) return undefined
    sum += weight
  }
  for (const area of areas) {
    const weight = ofArea(area)
    if (weight === undefined) return undefined
    sum += weight
  }
  return sum
}
