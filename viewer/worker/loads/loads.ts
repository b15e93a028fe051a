import { diaphragmOutline } from '#lib/drawing/diaphragm-outline.ts'
import { hingesOf, springsOf } from '#lib/drawing/hinge-marks.ts'
import { loadMarks, type PlacedLoad } from '#lib/drawing/load-marks.ts'
import { placeOfNode } from '#lib/model/columns.ts'
import { type LoadTargets, placeOfLoad } from '#lib/model/load/load-places.ts'
import { type LoadPlace, loadResultant } from '#lib/model/load/load-resultant.ts'
import { loadUnitsOf } from '#lib/model/load/load-text.ts'
import { add, distance, subtract, type Vec, vec, ZERO } from '#lib/model/shape/vector.ts'
import type { Diaphragm, Load, LoadCase } from '#lib/schema/loads.ts'
import { countOf, type HeldModel, placesById } from '../held-model.ts'
import type { CaseEntry, PlacedMark, ShownLoads } from './shown-loads.ts'

export type LoadAnswers = ReturnType<typeof openLoads>

/** More marks of a kind than this are a fog. */
const MOST = 4000
/** How far a node lies from a level that it is on, as a share of the diagonal of the model. */
const NEAR_LEVEL = 1e-4

/** Loads, hinges, springs and diaphragms of a model, for the picture. `origin`: of its scene. */
export function openLoads(held: HeldModel, origin: Vec) {
  const { columns } = held
  const { loadCases = [], loads = [], diaphragms = [] } = columns.head
  const [nodes, frames, areas] = (['node', 'frame', 'area'] as const).map((kind) => placesById(columns, kind))
  const ordinals = { nodes, frames, areas }
  const placeOf = (node: number): Vec => subtract(placeOfNode(columns.nodes, node + 1) ?? origin, origin)
  const targets = {
    ordinalOf: (kind: 'nodes' | 'frames' | 'areas', id: string) => ordinals[kind]?.get(id),
    element: (kind: 'frames' | 'areas', ordinal: number) => held.elementAt(kind === 'frames' ? 'frame' : 'area', ordinal),
    position: placeOf,
  } as LoadTargets // frames for frames, areas for areas, each of which is there

  const counts = new Map<string, number>()
  for (const { caseId } of loads) counts.set(caseId, (counts.get(caseId) ?? 0) + 1)
  const entryOf = ({ id, name, nature, selfWeight }: LoadCase): CaseEntry => ({
    ...{ id, name: name ?? null, nature: nature ?? null },
    ...{ selfWeight: selfWeight ?? 0, loads: counts.get(id) ?? 0 },
  })
  const cases = loadCases.map(entryOf)

  let structure: Pick<ShownLoads, 'hinges' | 'springs' | 'diaphragms'> | null = null
  const structureNow = () => {
    structure ??= {
      hinges: hingesIn(held, targets),
      springs: springsIn(held, targets),
      diaphragms: diaphragms.flatMap((one) => diaphragmIn(held, one, targets, origin)),
    }
    return structure
  }

  const targetOf = ({ nodeId, frameId, areaId }: Load): Omit<PlacedMark, 'mark'> => {
    const [kind, id] =
      nodeId != null
        ? (['node', nodeId] as const)
        : frameId != null
          ? (['frame', frameId] as const)
          : (['area', areaId ?? ''] as const)
    return { kind, index: ordinals[`${kind}s`]?.get(id) ?? -1 }
  }
  return {
    cases,
    /** Of a case by its id; without one, of the first that has loads. */
    shown(id: string | null): ShownLoads {
      const loadCase = cases.find((one) => one.id === id) ?? cases.find((one) => one.loads > 0) ?? cases[0] ?? null
      const placed = loads.flatMap((load): PlacedLoad[] => {
        const place = load.caseId === loadCase?.id ? placeOfLoad(load, targets) : undefined
        return place ? [{ load, place }] : []
      })
      const drawn = placed.slice(0, MOST)
      const units = loadUnitsOf(columns.head.units)
      const marks = loadMarks(drawn, units)
      return {
        loadCase,
        marks: drawn.map(({ load }, k) => ({ ...targetOf(load), mark: marks[k]! })),
        sum: placed.reduce((sum, { load, place }) => add(sum, loadResultant(load, place).force), ZERO),
        unit: units.force,
        ...structureNow(),
      }
    },
  }
}

function hingesIn(held: HeldModel, targets: LoadTargets): ShownLoads['hinges'] {
  const found: ShownLoads['hinges'] = []
  for (let frame = 0, count = countOf(held.columns, 'frame'); frame < count && found.length < MOST; frame++) {
    const element = held.elementAt('frame', frame)
    const place = element?.releases && placeOfLoad({ id: '', caseId: '', frameId: element.id }, targets)
    if (element?.releases && isFrame(place))
      for (const hinge of hingesOf(element.releases, place.start, place.end)) found.push({ frame, hinge })
  }
  return found
}

const isFrame = (place: LoadPlace | null | undefined): place is Extract<LoadPlace, { on: 'frame' }> => place?.on === 'frame'

function springsIn(held: HeldModel, { ordinalOf, position }: LoadTargets): ShownLoads['springs'] {
  const found: ShownLoads['springs'] = []
  for (let k = 0, count = countOf(held.columns, 'support'); k < count && found.length < MOST; k++) {
    const support = held.elementAt('support', k)
    const node = support?.stiffness && ordinalOf('nodes', support.nodeId)
    if (support?.stiffness && typeof node === 'number')
      for (const spring of springsOf(support.stiffness, position(node))) found.push({ node, spring })
  }
  return found
}

function diaphragmIn(
  { columns }: HeldModel,
  { id, name, nodeIds, gridLineId }: Diaphragm,
  { ordinalOf, position }: LoadTargets,
  origin: Vec,
): ShownLoads['diaphragms'] {
  const named = (nodeIds ?? []).flatMap((one) => ordinalOf('nodes', one) ?? [])
  const level = (columns.head.gridLines ?? []).find((line) => line.id === gridLineId)?.coordinate
  const { min, max } = columns.head.bounds
  const near = NEAR_LEVEL * distance(vec(min), vec(max))
  const nodes =
    level === undefined ? named : nodesInUse(columns).filter((node) => Math.abs(position(node)[2] + origin[2] - level) <= near)
  const outline = diaphragmOutline(nodes.map(position))
  return outline.length > 1 ? [{ name: name || id, outline }] : []
}

/** Nodes at ends of frames and corners of areas. */
function nodesInUse({ nodes, frames, areas }: HeldModel['columns']): number[] {
  const isUsed = new Uint8Array(nodes.count + 1)
  for (const places of [frames.start, frames.end, areas.node])
    for (const place of places) if (place <= nodes.count) isUsed[place] = 1
  const used: number[] = []
  for (let place = 1; place <= nodes.count; place++) if (isUsed[place]) used.push(place - 1)
  return used
}
