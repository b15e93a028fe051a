import { diaphragmOutline } from '#lib/drawing/diaphragm-outline.ts'
import { hingesOf, springsOf } from '#lib/drawing/hinge-marks.ts'
import { loadMarks, type PlacedLoad } from '#lib/drawing/load-marks.ts'
import { type ModelColumns, placeOfNode } from '#lib/model/columns.ts'
import { type LoadPlace, loadResultant } from '#lib/model/load/load-resultant.ts'
import { loadUnitsOf } from '#lib/model/load/load-text.ts'
import { add, distance, subtract, type Vec, vec, ZERO } from '#lib/model/shape/vector.ts'
import type { Diaphragm } from '#lib/schema/loads.ts'
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
  const { loads, head } = columns
  const { loadCases = [], diaphragms = [] } = head
  const places = placesIn(columns, origin)

  const counts = new Uint32Array(1 + loadCases.length + columns.names.loadCases.length)
  for (const place of loads.loadCase) counts[place]! += 1
  const cases = loadCases.map(
    ({ id, name, nature, selfWeight }, k): CaseEntry => ({
      ...{ id, name: name ?? null, nature: nature ?? null },
      ...{ selfWeight: selfWeight ?? 0, loads: counts[k + 1]! },
    }),
  )

  let structure: Pick<ShownLoads, 'hinges' | 'springs' | 'diaphragms'> | null = null
  const structureNow = () => {
    structure ??= {
      hinges: hingesIn(held, places),
      springs: springsIn(held, places),
      diaphragms: diaphragms.flatMap((one) => diaphragmIn(held, one, places)),
    }
    return structure
  }

  const targetOf = (k: number): Omit<PlacedMark, 'mark'> => {
    const kind = loads.node[k] ? 'node' : loads.frame[k] ? 'frame' : 'area'
    return { kind, index: loads[kind][k]! - 1 }
  }
  return {
    cases,
    /** Of a case by its id; without one, of the first that has loads. */
    shown(id: string | null): ShownLoads {
      const loadCase = cases.find((one) => one.id === id) ?? cases.find((one) => one.loads > 0) ?? cases[0] ?? null
      const own = loadCase ? cases.indexOf(loadCase) + 1 : 0
      const placed: (PlacedLoad & { k: number })[] = []
      for (let k = 0; k < loads.count; k++) {
        const place = own > 0 && loads.loadCase[k] === own ? places.load(k) : undefined
        const load = place && held.elementAt('load', k)
        if (load) placed.push({ k, load, place })
      }
      const drawn = placed.slice(0, MOST)
      const units = loadUnitsOf(head.units)
      const marks = loadMarks(drawn, units)
      return {
        loadCase,
        marks: drawn.map(({ k }, i) => ({ ...targetOf(k), mark: marks[i]! })),
        sum: placed.reduce((sum, { load, place }) => add(sum, loadResultant(load, place).force), ZERO),
        unit: units.force,
        ...structureNow(),
      }
    },
  }
}

type FramePlace = Extract<LoadPlace, { on: 'frame' }>

/** Where things are, about the origin of the scene; undefined where they, or a node of theirs, are not in the model. */
function placesIn({ nodes, frames, areas, loads }: ModelColumns, origin: Vec) {
  /** `place`: as columns refer to it. */
  const node = (place: number): Vec | undefined => {
    const at = placeOfNode(nodes, place)
    return at ? subtract(at, origin) : undefined
  }
  const frame = (k: number): FramePlace | undefined => {
    if (k >= frames.count) return undefined
    const [start, end] = [node(frames.start[k]!), node(frames.end[k]!)]
    const rotation = frames.placements[3 * frames.placement[k]!] || 0 // NaN: none
    return start && end && { on: 'frame', start, end, rotation }
  }
  const loop = (i: number): Vec[] =>
    Array.from(areas.node.subarray(areas.loop[i], areas.loop[i + 1]), node).filter((at) => at !== undefined)
  const area = (k: number): LoadPlace | undefined => {
    if (k >= areas.count) return undefined
    const [outline, end] = [areas.first[k]!, areas.first[k + 1]!]
    const openings = Array.from({ length: end - outline - 1 }, (_, i) => loop(outline + 1 + i))
    return { on: 'area', outline: loop(outline), openings }
  }
  const load = (k: number): LoadPlace | undefined => {
    if (loads.frame[k] && !loads.node[k]) return frame(loads.frame[k] - 1)
    if (loads.area[k] && !loads.node[k]) return area(loads.area[k] - 1)
    const at = node(loads.node[k]!)
    return at && { on: 'node', at }
  }
  return { node, frame, load }
}
type PlacesOfModel = ReturnType<typeof placesIn>

function hingesIn(held: HeldModel, { frame: placeOf }: PlacesOfModel): ShownLoads['hinges'] {
  const found: ShownLoads['hinges'] = []
  for (let frame = 0, count = countOf(held.columns, 'frame'); frame < count && found.length < MOST; frame++) {
    const releases = held.elementAt('frame', frame)?.releases
    const place = releases && placeOf(frame)
    if (releases && place) for (const hinge of hingesOf(releases, place.start, place.end)) found.push({ frame, hinge })
  }
  return found
}

function springsIn(held: HeldModel, { node: placeOf }: PlacesOfModel): ShownLoads['springs'] {
  const { supports } = held.columns
  const found: ShownLoads['springs'] = []
  for (let k = 0; k < supports.count && found.length < MOST; k++) {
    const stiffness = held.elementAt('support', k)?.stiffness
    const at = stiffness && placeOf(supports.node[k]!)
    if (stiffness && at) for (const spring of springsOf(stiffness, at)) found.push({ node: supports.node[k]! - 1, spring })
  }
  return found
}

function diaphragmIn(
  { columns }: HeldModel,
  { id, name, nodeIds, gridLineId }: Diaphragm,
  { node: placeOf }: PlacesOfModel,
): ShownLoads['diaphragms'] {
  const level = (columns.head.gridLines ?? []).find((line) => line.id === gridLineId)?.coordinate
  const { min, max } = columns.head.bounds
  const near = NEAR_LEVEL * distance(vec(min), vec(max))
  const nodes =
    level === undefined
      ? namedNodes(columns, nodeIds ?? [])
      : nodesInUse(columns).filter((node) => Math.abs(columns.nodes.z[node]! - level) <= near)
  const outline = diaphragmOutline(nodes.map((node) => placeOf(node + 1)).filter((at) => at !== undefined))
  return outline.length > 1 ? [{ name: name || id, outline }] : []
}

function namedNodes(columns: ModelColumns, ids: readonly string[]): number[] {
  const places = ids.length > 0 ? placesById(columns, 'node') : new Map<string, number>()
  return ids.flatMap((id) => places.get(id) ?? [])
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
