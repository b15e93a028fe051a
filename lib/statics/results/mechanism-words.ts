import { partsOf, unstableParts } from '#lib/model/check/check-stability.ts'
import { structureOf } from '#lib/model/check/structure.ts'
import { AXIS_NAMES, cross, dot, length, scale, subtract, type Vec } from '#lib/model/shape/vector.ts'
import { RELEASED } from '#lib/schema/releases.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { Analysis } from '../analyse.ts'
import type { FarMotion } from '../far-motions.ts'
import { areasTouched, mayBeCarried } from '../mechanisms-with-areas.ts'
import { type AnalysisModel, positionOf } from '../model/analysis-model.ts'
import { counted, named } from '../model/refusal.ts'
import { MOTIONS, six } from '../solver/freedoms.ts'
import type { Spin } from '../solver/idle-motions.ts'

/** What moves without resistance, in words: which node, how, and which hinges let it go. */
export type Mechanism = {
  message: string
  /** Those that move most, all components scaled so that the largest is 1. */
  nodes: { id: string; ux: number; uy: number; uz: number; rx: number; ry: number; rz: number }[]
  elements: { kind: 'frame' | 'support' | 'area' | 'load'; id: string }[]
  fix: string
}

const MOST_NODES = 5
const MOST_HINGES = 4
/** Of the largest motion: what moves less counts as still. */
const STILL = 0.01

type Sized = { node: number; move: Vec; turn: Vec; size: number }

/** `far`: what resists next to nothing, and would move so far. */
export function mechanismWords(model: ViewerModel, analysis: AnalysisModel, motions: Float64Array, far?: FarMotion): Mechanism {
  const { nodes, units } = analysis
  const all = nodes.ids.map((_, node): Sized => {
    const at = nodes.rootOf[node]! * MOTIONS
    const move: Vec = [motions[at]!, motions[at + 1]!, motions[at + 2]!]
    const turn: Vec = [motions[at + 3]!, motions[at + 4]!, motions[at + 5]!]
    return { node, move, turn, size: length(move) }
  })
  const [most, turned] = [
    all.reduce((a, { size }) => Math.max(a, size), 0),
    all.reduce((a, { turn }) => Math.max(a, length(turn)), 0),
  ]
  // Without a translation it only turns, under a load.
  const isRotating = most <= 1e-7 * nodes.longest * turned
  const sized = isRotating ? all.map((one) => ({ ...one, size: length(one.turn) })) : all
  const largest = isRotating ? turned : most
  const moving = sized.filter(({ size }) => size > STILL * largest).sort((a, b) => b.size - a.size || a.node - b.node)
  const hinges = hingesOf(model, analysis, moving)
  const [first] = moving
  const listed = scaledToOne(
    moving.slice(0, MOST_NODES).map(({ node, move, turn }) => ({
      id: nodes.ids[node]!,
      motions: [...move.map((way) => (isRotating ? 0 : way / units.metres)), ...turn],
    })),
  )
  const id = first ? named([nodes.ids[first.node]!]) : ''
  const how = first
    ? isRotating
      ? `turns about ${directionOf(first.turn)}`
      : `slides along ${directionOf(first.move)}`
    : 'moves'
  const others = moving.length - 1
  const more = others > 0 ? `, with ${others} ${others === 1 ? 'node' : 'nodes'} more` : ''
  const whole = isRotating || far ? undefined : wholePartWords(model, analysis, moving)
  const go = hinges.words === '' ? '' : `. ${hinges.words}`
  const why = isRotating
    ? 'a load turns it and nothing resists'
    : far
      ? `next to nothing holds ${others > 0 ? 'them' : 'it'}, ${distanceOf(far, units)} ${far.under}, farther than the model is large`
      : `nothing holds ${others > 0 ? 'them' : 'it'}`
  const message = whole ? `${whole}. Node ${id} ${how}${more}` : `Node ${id} ${how}${more}: ${why}${go}`
  const fix = fixOf(isRotating, hinges.elements.length > 0)
  return { message, nodes: listed, elements: hinges.elements, fix: far ? `${fix} Or are loads, sections or units wrong?` : fix }
}

function fixOf(isRotating: boolean, hasHinges: boolean): string {
  if (isRotating) return 'Join the frame against this turn at one of its ends, hold the node, or take the load away.'
  return hasHinges
    ? 'Join one of the hinges, add a brace, or hold a node that moves.'
    : 'Add a support or a frame that holds a node that moves.'
}

const distanceOf = ({ metres }: FarMotion, units: AnalysisModel['units']): string =>
  `${Number((metres / units.metres).toPrecision(4))} ${units.length}`

/** The largest component of all is 1, rotations in radians where translations are in the unit of the model. */
function scaledToOne(nodes: readonly { id: string; motions: readonly number[] }[]): Mechanism['nodes'] {
  const largest = nodes.flatMap(({ motions }) => motions).reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0)
  return nodes.map(({ id, motions }) => {
    const [ux, uy, uz, rx, ry, rz] = six(
      motions.map((one) => clean(one / largest)),
      0,
    )
    return { id, ux, uy, uz, rx, ry, rz }
  })
}

const clean = (value: number): number => (Math.abs(value) < 1e-9 ? 0 : Number(value.toPrecision(4)))

function directionOf(vector: Vec): string {
  const size = length(vector)
  const axis = vector.findIndex((part) => Math.abs(part) > 0.999 * size)
  if (axis >= 0) return AXIS_NAMES[axis]!
  return `(${vector
    .map((part) => clean(part / size))
    .map((part) => Number(part.toPrecision(2)))
    .join(', ')})`
}

/** Of a part that moves as one body: the words of the check. */
function wholePartWords(model: ViewerModel, { nodes, frames }: AnalysisModel, moving: readonly Sized[]): string | undefined {
  const structure = structureOf(model)
  const parts = partsOf(structure)
  const [first] = moving
  if (!first) return undefined
  const moved = new Set(moving.map(({ node }) => node))
  // A body that turns about one of its nodes leaves that node still: all frames of the part must move.
  const part = parts.find((one) => one.nodes.some((node) => nodes.placeOf[node] === first.node))
  if (!part) return undefined
  const inPart = new Set(part.nodes.map((node) => nodes.placeOf[node]!))
  const isWhole = frames.every(({ start, end }) => !inPart.has(start) || moved.has(start) || moved.has(end))
  if (!isWhole || !isRigid(moving, nodes, inPart)) return undefined
  for (const { message } of unstableParts(structure, parts, new Map())) {
    if (parts.length === 1 || message.includes(`node ${named([structure.model.nodes[part.first]!.id])}`))
      return message.replace(/;.*$/s, '')
  }
  return undefined
}

/** Distances between nodes that move stay as they are. */
function isRigid(moving: readonly Sized[], nodes: AnalysisModel['nodes'], inPart: ReadonlySet<number>): boolean {
  const some = moving.filter(({ node }) => inPart.has(node)).slice(0, 50)
  const [first] = some
  if (!first) return false
  const from = positionOf(nodes, first.node)
  return some.every(({ node, move }) => {
    const at = positionOf(nodes, node)
    const arm: Vec = [at[0] - from[0], at[1] - from[1], at[2] - from[2]]
    const apart: Vec = [move[0] - first.move[0], move[1] - first.move[1], move[2] - first.move[2]]
    return Math.abs(dot(arm, apart)) <= 1e-6 * (length(arm) * first.size || 1)
  })
}

/** Releases and pinned supports at the nodes that turn most, and where frames meet them. */
function hingesOf(model: ViewerModel, { nodes, frames, supports, isHeld }: AnalysisModel, moving: readonly Sized[]) {
  const moved = new Set(moving.map(({ node }) => node))
  const moves = new Map(moving.map((one) => [one.node, one]))
  const found: { words: string; element: Mechanism['elements'][number]; turn: number }[] = []
  for (const frame of frames) {
    const { id, ordinal, start, end, joints } = frame
    if (!joints || !(moved.has(start) || moved.has(end))) continue
    const { releases } = (model.frames ?? [])[ordinal]!
    const ends = (['start', 'end'] as const).flatMap((name) => {
      const released = RELEASED.filter((of) => releases?.[name]?.[of] === true)
      return released.length > 0 ? [`${name} ${released.join(' ')}`] : []
    })
    if (ends.length === 0) continue
    const turn = hingeTurn(frame, [moves.get(frame.start), moves.get(frame.end)])
    found.push({ words: `${named([id])} (${ends.join(', ')})`, element: { kind: 'frame', id }, turn })
  }
  for (const { id, node } of supports) {
    const at = nodes.rootOf[node]! * MOTIONS
    const turns = [3, 4, 5].filter((k) => !isHeld[at + k])
    const isBeside = frames.some(({ start, end }) => (start === node && moved.has(end)) || (end === node && moved.has(start)))
    if (turns.length === 0 || !isBeside) continue
    found.push({ words: `support ${named([id])}`, element: { kind: 'support', id }, turn: 0 })
  }
  // Hinges that turn in this motion are those whose joining would stop it; frames that move along with it have others.
  const most = Math.max(0, ...found.map(({ turn }) => turn))
  const turning = found.filter(({ turn, element }) => element.kind === 'support' || turn >= STILL * most)
  const words = turning.map((one) => one.words)
  const elements = turning.map(({ element }) => element)
  const more = words.length - MOST_HINGES
  const list = words.slice(0, MOST_HINGES).join(', ')
  const text = words.length === 0 ? '' : `Hinges at ${list}${more > 0 ? ` and ${more} more` : ''} let it go`
  return { words: text, elements: elements.slice(0, 20) }
}

/** How far a frame and the nodes at its ends turn against each other across its axis, times its length: what its hinges allow. */
function hingeTurn({ axes, length: long }: AnalysisModel['frames'][number], ends: readonly (Sized | undefined)[]): number {
  const [from, to] = ends.map((end) => end?.move ?? NONE) as [Vec, Vec]
  const chord = cross(axes[0], subtract(to, from))
  const turns = ends.map((end) => subtract(scale(end?.turn ?? NONE, long), chord))
  return Math.max(...turns.flatMap((turn) => [Math.abs(dot(turn, axes[1])), Math.abs(dot(turn, axes[2]))]))
}

const NONE: Vec = [0, 0, 0]

/** `Node b2 can turn freely about Y: nothing resists it and no load does it`. */
export function spinWords({ nodes, frames }: AnalysisModel, spins: readonly Spin[]): string[] {
  if (spins.length === 0) return []
  const [first] = spins
  const words = first ? [spinOf(nodes, frames, first)] : []
  if (spins.length > 1) words.push(`${counted(spins.length - 1, 'more motion', ['spins', 'spin'])} freely likewise`)
  return words
}

function spinOf(nodes: AnalysisModel['nodes'], frames: AnalysisModel['frames'], { motions }: Spin): string {
  const turnOf = (node: number): Vec => {
    const turn = [0, 0, 0]
    for (const { motion, size } of motions) if (Math.floor(motion / MOTIONS) === node) turn[(motion % MOTIONS) - 3] = size
    return turn as unknown as Vec
  }
  const moved = [...new Set(motions.map(({ motion }) => Math.floor(motion / MOTIONS)))]
  const rest = ': nothing resists it and no load does it'
  if (moved.length === 2) {
    const frame = frames.find(({ start, end }) => moved.includes(nodes.rootOf[start]!) && moved.includes(nodes.rootOf[end]!))
    if (frame) return `Frame ${named([frame.id])} can spin about itself${rest}`
  }
  const [node = 0] = moved
  return `Node ${named([nodes.ids[node]!])} can turn freely about ${directionOf(turnOf(node))}${rest}`
}

function areaWords(count: number, isCertain: boolean): string {
  if (count === 0) return ''
  const touch = counted(count, 'area', ['touches', 'touch'])
  return isCertain
    ? `. ${touch} what moves, and would not hold it however stiff`
    : `. ${touch} what moves; they do not stiffen in this analysis, so this may be a false alarm`
}

export type Standing = 'yes' | 'no' | 'cannot tell'

/** Of what is told. */
const MOST_REPORTED = 5

/** Whether it stands, and if not why: motions first, in their order, then loads; of either what is certain first. */
export function standingOf(model: ViewerModel, analysis: Analysis): { stands: Standing; mechanisms: Mechanism[] } {
  const found = [...foundMechanisms(model, analysis), ...loadsNotCarried(model, analysis)]
  const stands = found.some(({ isCertain }) => isCertain) ? 'no' : found.length > 0 ? 'cannot tell' : 'yes'
  return { stands, mechanisms: found.slice(0, MOST_REPORTED).map(({ isCertain: _, ...mechanism }) => mechanism) }
}

type FoundMechanism = Mechanism & { isCertain: boolean }

const foundMechanisms = (model: ViewerModel, { judged, far, model: structure }: Analysis): FoundMechanism[] =>
  judged.map(({ motions, areas, isCertain }) => {
    const words = mechanismWords(model, structure, motions, motions === far?.motions ? far : undefined)
    return { ...words, message: `${words.message}${areaWords(areas, isCertain)}`, isCertain }
  })

/** What stands and would go at a touch. */
export function softWords(model: ViewerModel, { soft, model: structure }: Analysis): string[] {
  if (!soft) return []
  const { message } = mechanismWords(model, structure, soft.motions, soft)
  return [`${message}${areaWords(areasTouched(model, structure, soft.motions), false)}`]
}

function loadsNotCarried(model: ViewerModel, { loads, model: structure }: Analysis): FoundMechanism[] {
  const lost = loads.flatMap(({ notCarried }) => notCarried)
  if (lost.length === 0) return []
  const mayCarry = mayBeCarried(model, structure)
  const loadedAreas = new Map((model.loads ?? []).map(({ id, areaId }) => [id, areaId]))
  const found = new Map<string, Lost>()
  for (const { source, nodeId } of lost) {
    const [kind, ...rest] = source.split(' ')
    const id = rest.join(' ')
    const areaId = kind === 'load' ? loadedAreas.get(id) : undefined
    const what = kind === 'area' ? 'Own weight of area' : areaId ? 'Load on area' : 'Load'
    const isCertain = !mayCarry(nodeId)
    const key = `${what} ${isCertain}`
    const one = found.get(key) ?? { what, isCertain, of: new Set(), nodes: new Set(), elements: new Map() }
    found.set(key, one)
    one.of.add(areaId ?? id)
    one.nodes.add(nodeId)
    one.elements.set(id, { kind: kind === 'area' ? 'area' : 'load', id })
  }
  return [...found.values()]
    .map(
      ({ what, isCertain, of, nodes, elements }): FoundMechanism => ({
        message: `${what}${of.size === 1 ? '' : 's'} ${named([...of])} ${what === 'Load' && of.size > 1 ? 'reach' : 'reaches'} ${nodes.size === 1 ? 'node' : 'nodes'} ${named([...nodes])}, which no frame and no support carries${isCertain ? '' : BY_AREAS_ALONE}`,
        nodes: [],
        elements: [...elements.values()].slice(0, MOST_ELEMENTS),
        fix: `End a frame at the ${nodes.size === 1 ? 'node, support it' : 'nodes, support them'}, or load what is carried.`,
        isCertain,
      }),
    )
    .sort((a, b) => Number(b.isCertain) - Number(a.isCertain))
}

type Lost = {
  what: string
  isCertain: boolean
  /** Loads, or areas. */
  of: Set<string>
  nodes: Set<string>
  elements: Map<string, Mechanism['elements'][number]>
}
const MOST_ELEMENTS = 20

const BY_AREAS_ALONE = '; areas alone lead on from there, which carry nothing in this analysis, so this may be a false alarm'
