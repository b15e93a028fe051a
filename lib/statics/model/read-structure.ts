import { type Structure, structureOf } from '#lib/model/check/structure.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { add, distance, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { RELEASED } from '#lib/schema/releases.ts'
import type { ViewerFrame, ViewerModel } from '#lib/schema/schema.ts'
import type { AnalysisOptions } from '../analysis-options.ts'
import { ELEMENT, type Joints } from '../solver/element-stiffness.ts'
import { type AnalysisFrame, type AnalysisModel, type AnalysisNodes, positionOf } from './analysis-model.ts'
import { type AnalysisUnits, analysisUnits, unitsMissing } from './analysis-units.ts'
import type { FrameProperties } from './frame-properties.ts'
import { readNodes } from './read-nodes.ts'
import { type Needs, readProperties } from './read-properties.ts'
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
  else if (needs.heated.size > 0 && Number.isNaN(units.kelvins)) {
    issues.push(cannotAnalyse('temperature_unit_unknown', 'Temperature loads need units.temperature: C, K or F'))
  }
  const structure = structureOf(model)
  const usable = structure.frames.filter(({ isZeroLength }) => !isZeroLength)
  if (usable.length === 0) issues.push(cannotAnalyse('nothing_to_analyse', 'The model has no frame'))
  if ((model.supports ?? []).length === 0) {
    issues.push(cannotAnalyse('no_supports', 'Nothing holds the model: it has no support'))
  }
  const metres = units?.metres ?? 1
  const properties = readProperties(model, usable, needs, metres, options.shear, issues)
  if (usable.length === 0) return { issues }
  const nodes = readNodes(model, structure, usable, metres)
  const diaphragms = readDiaphragms(model, nodes, metres, issues)
  if (!units || issues.length > 0) return { issues }

  const { frames: modelFrames = [] } = model
  const ordinals = new Map(modelFrames.map(({ id }, i) => [id, i]))
  const isRigid = options.offsets === 'rigid'
  const frames = usable.map((frame, i): AnalysisFrame => {
    const ordinal = ordinals.get(frame.id) ?? 0
    return readFrame(modelFrames[ordinal]!, { ...frame, ordinal }, properties[i]!, nodes, units, isRigid)
  })
  for (const { length } of frames) nodes.longest = Math.max(nodes.longest, length)
  return {
    units,
    nodes,
    frames,
    ...readSupports(model, nodes, units),
    diaphragms,
    leftOut: {
      framesWithoutLength: structure.frames.filter(({ start, end }) => start === end).length,
      offsets: isRigid ? 0 : frames.filter(({ ordinal }) => hasOffset(modelFrames[ordinal]!)).length,
      tapers: frames.filter(({ ordinal }) => modelFrames[ordinal]?.endSectionId != null).length,
      areasAsStiffness: (model.areas ?? []).length,
    },
  }
}

const hasOffset = ({ sectionOffset }: ViewerFrame) => sectionOffset != null && (sectionOffset.x !== 0 || sectionOffset.y !== 0)

function readFrame(
  { id, rotation, sectionOffset, releases, sectionId }: ViewerFrame,
  { start, end, ordinal }: Pick<StructureFrame, 'start' | 'end'> & { ordinal: number },
  properties: FrameProperties,
  nodes: AnalysisNodes,
  units: AnalysisUnits,
  isRigid: boolean,
): AnalysisFrame {
  const [a, b] = [nodes.placeOf[start]!, nodes.placeOf[end]!]
  const [from, to] = [positionOf(nodes, a), positionOf(nodes, b)]
  const axes = localAxes(from, to, rotation)
  if (!axes) throw new Error(`frame ${id} has no length`)
  const { centroid } = properties
  const offset = isRigid
    ? add(
        scale(axes[2], (sectionOffset?.x ?? 0) * units.metres + centroid.x),
        scale(axes[1], (sectionOffset?.y ?? 0) * units.metres + centroid.y),
      )
    : NONE
  const armOf = (node: number, position: Vec) => add(subtract(position, positionOf(nodes, nodes.rootOf[node]!)), offset)
  return {
    ...{ id, ordinal, start: a, end: b, axes, properties, offset },
    length: distance(from, to),
    joints: readJoints(releases, units),
    arms: [armOf(a, from), armOf(b, to)],
    sectionId: sectionId ?? '',
  }
}

const NONE: Vec = [0, 0, 0]

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
