import { type Structure, structureOf } from '#lib/model/check/structure.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { add, distance, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { offsetsOf, taperOf } from '#lib/model/taper.ts'
import { readUnits } from '#lib/model/units.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { RELEASED } from '#lib/schema/releases.ts'
import type { Point2, ViewerFrame, ViewerModel } from '#lib/schema/schema.ts'
import type { AnalysisOptions } from '../analysis-options.ts'
import { ELEMENT, type Joints } from '../solver/element-stiffness.ts'
import { chainOf } from '../solver/segments.ts'
import { type AnalysisFrame, type AnalysisModel, type AnalysisNodes, positionOf } from './analysis-model.ts'
import { type AnalysisUnits, analysisUnits, unitsMissing } from './analysis-units.ts'
import { readNodes } from './read-nodes.ts'
import { type MadeOf, type Needs, readProperties } from './read-properties.ts'
import { readDiaphragms, readSupports } from './read-supports.ts'
import { cannotAnalyse } from './refusal.ts'

export type StructureFrame = Structure['frames'][number]

/** The model in returned form → what is analysed, or every reason why it cannot be. */
export function readStructure(
  model: ViewerModel,
  options: Pick<AnalysisOptions, 'offsets' | 'shear'>,
  needs: Needs,
): AnalysisModel | { issues: Issue[] } {
  const units = analysisUnits(model.units)
  const issues: Issue[] = []
  if (!units) issues.push(cannotAnalyse('units_unknown', unitsMissing(model.units)))
  if (needs.heated.size > 0 && !readUnits(model.units).temperature) {
    issues.push(cannotAnalyse('temperature_unit_unknown', 'Temperature loads need units.temperature: C, K or F'))
  }
  const structure = structureOf(model)
  const usable = structure.frames.filter(({ isZeroLength }) => !isZeroLength)
  if (usable.length === 0) issues.push(cannotAnalyse('nothing_to_analyse', 'The model has no frame'))
  if ((model.supports ?? []).length === 0) {
    issues.push(cannotAnalyse('no_supports', 'Nothing holds the model: it has no support'))
  }
  const metres = units?.metres ?? 1
  const { frames: modelFrames = [] } = model
  const uses = usable.map(({ id, sectionId, materialId, ordinal }) => {
    const frame = modelFrames[ordinal]!
    return { id, sectionId, materialId, endSectionId: frame.endSectionId ?? undefined, parts: taperOf(frame) }
  })
  const made = readProperties(model, uses, needs, metres, options.shear, issues)
  if (usable.length === 0) return { issues }
  const nodes = readNodes(model, structure, usable, metres)
  const diaphragms = readDiaphragms(model, nodes, metres, issues)
  if (!units || issues.length > 0) return { issues }

  const isRigid = options.offsets === 'rigid'
  const frames = usable.map((frame, i) => readFrame(modelFrames[frame.ordinal]!, frame, made[i]!, nodes, units, isRigid))
  const isTapering = frames.map(({ ordinal }) => modelFrames[ordinal]?.endSectionId != null)
  for (const { length } of frames) nodes.longest = Math.max(nodes.longest, length)
  return {
    units,
    nodes,
    frames,
    ...readSupports(model, nodes, units),
    diaphragms,
    tapers: made.filter(({ along }) => along).length,
    leftOut: {
      framesWithoutLength: structure.frames.filter(({ start, end }) => start === end).length,
      offsets: isRigid ? 0 : frames.filter(({ ordinal }) => hasOffset(modelFrames[ordinal]!)).length,
      tapers: made.filter(({ along }, i) => isTapering[i] && !along).length,
      areasAsStiffness: (model.areas ?? []).length,
    },
  }
}

function hasOffset(frame: ViewerFrame): boolean {
  const { start, end } = offsetsOf(frame)
  return start.x !== 0 || start.y !== 0 || end.x !== 0 || end.y !== 0
}

function readFrame(
  frame: ViewerFrame,
  { start, end, ordinal }: StructureFrame,
  { properties, along }: MadeOf,
  nodes: AnalysisNodes,
  units: AnalysisUnits,
  isRigid: boolean,
): AnalysisFrame {
  const { id, rotation, releases, sectionId } = frame
  const [a, b] = [nodes.placeOf[start]!, nodes.placeOf[end]!]
  const [from, to] = [positionOf(nodes, a), positionOf(nodes, b)]
  const axes = localAxes(from, to, rotation)
  if (!axes) throw new Error(`frame ${id} has no length`)
  const length = distance(from, to)
  const offsets = offsetsOf(frame)
  /** Along 2 and 3, from the node line to the centroid. */
  const offsetAt = (share: number): readonly [number, number] => {
    if (!isRigid) return [0, 0]
    const { centroid } = along?.(share).properties ?? properties
    const { x, y } = offsets.at(share)
    return [y * units.metres + centroid.y, x * units.metres + centroid.x]
  }
  const placeAt = (share: number) => ({ properties: along?.(share).properties ?? properties, offset: offsetAt(share) })
  const isChain = along !== null || (isRigid && !isSame(offsets.start, offsets.end))
  const chain = isChain ? chainOf(length, placeAt) : null
  const armOf = (share: number) => {
    const [along2, along3] = offsetAt(share)
    return add(scale(axes[1], along2), scale(axes[2], along3))
  }
  const fromRoot = (node: number, position: Vec) => subtract(position, positionOf(nodes, nodes.rootOf[node]!))
  return {
    ...{ id, ordinal, start: a, end: b, axes, properties, length },
    offset: armOf(0),
    joints: readJoints(releases, units),
    arms: [add(fromRoot(a, from), armOf(0)), add(fromRoot(b, to), armOf(1))],
    sectionId: sectionId ?? '',
    taper: chain && { chain, along },
  }
}

const isSame = (one: Point2, other: Point2) => one.x === other.x && one.y === other.y

function readJoints(releases: ViewerFrame['releases'], { newtons, metres }: AnalysisUnits): Joints | null {
  if (!releases) return null
  const joints = new Float64Array(ELEMENT).fill(Number.NaN)
  for (const [end, released] of [releases.start, releases.end].entries()) {
    for (const [k, direction] of RELEASED.entries()) {
      const joint = released?.[direction]
      if (joint === true) joints[6 * end + k] = 0
      else if (typeof joint === 'number') joints[6 * end + k] = joint * newtons * (k < 3 ? 1 / metres : metres)
    }
  }
  return joints.every(Number.isNaN) ? null : joints
}
