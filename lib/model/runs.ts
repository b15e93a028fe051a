import { disjointSets } from '#lib/values/disjoint-sets.ts'
import { framesAtNodes } from './check/frame-meetings.ts'
import type { Structure } from './check/structure.ts'
import { type FrameEnds, frameEndsOf, STRAIGHT } from './frame-ends.ts'

/**
 * Which frames are one beam, column or brace to whoever asks: runs, of one section and unbroken by supports and columns, and lines, which
 * go straight on whatever the section is. Conventions, section 11.
 */

/** Frames in groups, each from one end to the other. Ordinals of `structure.frames`. */
export type Chains = {
  count: number
  /** By frame, the chain that it is in; -1 without length. */
  of: Int32Array
  /** The frames of chain k are `frames` from `from[k]` up to `from[k + 1]`. */
  from: Uint32Array
  frames: Uint32Array
}

/** `atFloors`: pairs of columns that go on in line and are runs of their own, as a storey ends between them. */
export type FrameChains = { runs: Chains; lines: Chains; atFloors: readonly (readonly [number, number])[] }

/** Of so many frames at one node none continue each other. */
const MOST_AT_A_NODE = 64

const known = new WeakMap<Structure, FrameChains>()

/** Found once for a structure: the check asks twice. */
export function frameChainsOf(structure: Structure): FrameChains {
  let chains = known.get(structure)
  if (!chains) {
    chains = findChains(structure)
    known.set(structure, chains)
  }
  return chains
}

function findChains(structure: Structure): FrameChains {
  const { frames, positions } = structure
  const ends = frameEndsOf(structure)
  const atNodes = framesAtNodes(positions.length, frames)
  const chainMember = memberChains(structure)
  const [runs, lines] = [disjointSets(frames.length), disjointSets(frames.length)]
  const atFloors: [number, number][] = []
  chainMember.forEach((first, frame) => {
    if (first < 0) return
    runs.join(first, frame)
    lines.join(first, frame)
  })
  for (let node = 0; node < positions.length; node++) {
    const [first, next] = [atNodes.from[node]!, atNodes.from[node + 1]!]
    if (next - first < 2 || next - first > MOST_AT_A_NODE || ends.isSupported[node]) continue
    const here = [...atNodes.ordinals.subarray(first, next)].filter((frame) => !frames[frame]!.isZeroLength)
    if (here.length < 2) continue
    const joined = new Set<number>()
    const free = here.filter((frame) => chainMember[frame]! < 0)
    for (const [a, b] of continuedAt(ends, node, here, free, atFloors)) {
      runs.join(a, b)
      lines.join(a, b)
      joined.add(a).add(b)
    }
    const left = free.filter((frame) => !joined.has(frame))
    for (const [a, b] of straightPairs(ends, node, left)) if (ends.mayPass(a, b, here)) lines.join(a, b)
  }
  return { runs: inOrder(structure, ends, runs.find), lines: inOrder(structure, ends, lines.find), atFloors }
}

/** The pairs of `free` that are one run through the node; `here`: all frames at it. Columns that end there go to `atFloors`. */
function continuedAt(
  ends: FrameEnds,
  node: number,
  here: readonly number[],
  free: readonly number[],
  atFloors: [number, number][],
): [number, number][] {
  const pairs = straightPairs(ends, node, free, (a, b) => ends.areEqual(node, a, b))
  if (pairs.length === 0) return []
  const through = straightPairs(ends, node, here)
  return pairs.filter(([a, b]) => {
    if (!ends.mayPass(a, b, here)) return false
    if (ends.isUpright[a]) {
      if (!ends.endsColumns(node, here)) return true
      atFloors.push([a, b])
      return false
    }
    const own = ends.sideAt(node, a)
    const isOther = (frame: number) => frame !== a && frame !== b
    return !through.some(
      ([c, d]) => isOther(c) && isOther(d) && Math.min(ends.sideAt(node, c), ends.sideAt(node, d)) > LARGER * own,
    )
  })
}

/** Why two frames that meet at a node, and are of two runs, do not go on in each other. */
export type Break = 'bend' | 'support' | 'differ' | 'column' | 'floor' | 'larger'

/** Of the pairs of these frames that meet and are of two runs: at each node the straightest. */
export function breaksAmong(structure: Structure, among: readonly number[]): { why: Break; pair: [number, number] }[] {
  const { frames, positions } = structure
  const { runs } = frameChainsOf(structure)
  const ends = frameEndsOf(structure)
  const all = framesAtNodes(positions.length, frames)
  const at = new Map<number, number[]>()
  for (const frame of among)
    for (const node of [frames[frame]!.start, frames[frame]!.end]) at.set(node, [...(at.get(node) ?? []), frame])
  const whyAt = (node: number, a: number, b: number): Break => {
    const here = [...all.ordinals.subarray(all.from[node]!, all.from[node + 1]!)]
    if (ends.cosineAt(node, a, b) > -STRAIGHT) return 'bend'
    if (ends.isSupported[node]) return 'support'
    if (!ends.areEqual(node, a, b)) return 'differ'
    if (!ends.mayPass(a, b, here)) return 'column'
    return ends.isUpright[a] ? 'floor' : 'larger'
  }
  return [...at].flatMap(([node, there]) => {
    let [straightest, least]: [[number, number] | undefined, number] = [undefined, Infinity]
    for (const [i, a] of there.slice(0, MOST_AT_A_NODE).entries())
      for (const b of there.slice(i + 1, MOST_AT_A_NODE)) {
        const cosine = ends.cosineAt(node, a, b)
        if (runs.of[a] !== runs.of[b] && cosine < least) [straightest, least] = [[a, b], cosine]
      }
    return straightest ? [{ why: whyAt(node, ...straightest), pair: straightest }] : []
  })
}

/** What runs through a node and is larger by more than this share ends the smaller ones. */
const LARGER = 1.05

/** Pairs of which each is the straightest partner of the other. */
function straightPairs(
  ends: FrameEnds,
  node: number,
  frames: readonly number[],
  areEqual: (a: number, b: number) => boolean = () => true,
): [number, number][] {
  const best = frames.map(() => -1)
  const cosines = frames.map(() => -STRAIGHT)
  for (let i = 0; i < frames.length; i++) {
    for (let k = i + 1; k < frames.length; k++) {
      const bend = ends.cosineAt(node, frames[i]!, frames[k]!)
      if (bend > -STRAIGHT || !areEqual(frames[i]!, frames[k]!)) continue
      if (best[i]! < 0 || bend < cosines[i]!) [best[i], cosines[i]] = [k, bend]
      if (best[k]! < 0 || bend < cosines[k]!) [best[k], cosines[k]] = [i, bend]
    }
  }
  return best.flatMap((k, i): [number, number][] => (k > i && best[k] === i ? [[frames[i]!, frames[k]!]] : []))
}

/** Of each frame in a member whose frames make one chain, the first of them; else -1. */
function memberChains({ model, frames }: Structure): Int32Array {
  const first = new Int32Array(frames.length).fill(-1)
  const { members = [] } = model
  if (members.length === 0) return first
  const ordinals = new Map(frames.map(({ id }, i) => [id, i]))
  for (const { frameIds } of members) {
    const listed = [...new Set(frameIds)].flatMap((id) => ordinals.get(id) ?? [])
    const long = listed.filter((frame) => !frames[frame]!.isZeroLength)
    if (long.length === 0 || long.some((frame) => first[frame]! >= 0) || !isChain(frames, long)) continue
    const least = long.reduce((a, b) => Math.min(a, b))
    for (const frame of long) first[frame] = least
  }
  return first
}

/** End to end: every inner node is of exactly two of them. */
function isChain(frames: Structure['frames'], chain: readonly number[]): boolean {
  if (chain.length === 1) return true
  const positions = new Map<number, number[]>()
  for (const frame of chain) {
    const { start, end } = frames[frame]!
    if (start === end) return false
    for (const node of [start, end]) positions.set(node, [...(positions.get(node) ?? []), frame])
  }
  for (const there of positions.values()) if (there.length > 2) return false
  const reached = new Set(chain.slice(0, 1))
  for (const frame of reached) {
    const { start, end } = frames[frame]!
    for (const node of [start, end]) for (const next of positions.get(node) ?? []) reached.add(next)
  }
  return reached.size === chain.length
}

/** The chains in the order of their first frames, each from its lower end; a ring from its first frame. */
function inOrder({ frames }: Structure, ends: FrameEnds, find: (frame: number) => number): Chains {
  const of = new Int32Array(frames.length).fill(-1)
  const counts: number[] = []
  const chainOf = new Map<number, number>()
  for (const [i, { isZeroLength }] of frames.entries()) {
    if (isZeroLength) continue
    const root = find(i)
    let chain = chainOf.get(root)
    if (chain === undefined) {
      chain = counts.push(0) - 1
      chainOf.set(root, chain)
    }
    of[i] = chain
    counts[chain]!++
  }
  const from = new Uint32Array(counts.length + 1)
  for (const [k, count] of counts.entries()) from[k + 1] = from[k]! + count
  const next = from.slice()
  const sorted = new Uint32Array(from[counts.length]!)
  for (const [i, chain] of of.entries()) {
    if (chain < 0) continue
    const place = next[chain]!
    sorted[place] = i
    next[chain] = place + 1
  }
  for (let k = 0; k < counts.length; k++) if (counts[k]! > 1) walk(frames, ends, sorted.subarray(from[k]!, from[k + 1]!))
  return { count: counts.length, of, from, frames: sorted }
}

/** Puts the frames of a chain end to end. */
function walk(frames: Structure['frames'], ends: FrameEnds, chain: Uint32Array): void {
  const positions = new Map<number, number[]>()
  for (const frame of chain) {
    const { start, end } = frames[frame]!
    for (const node of [start, end]) {
      const there = positions.get(node)
      if (there) there.push(frame)
      else positions.set(node, [frame])
    }
  }
  const tips = [...positions].filter(([, there]) => there.length === 1).map(([node]) => node)
  const [one, other] = tips
  let node = frames[chain[0]!]!.start
  if (one !== undefined && other !== undefined) node = ends.isBefore(one, other) ? one : other
  const order: number[] = []
  const seen = new Set<number>()
  let frame = one === undefined ? chain[0] : positions.get(node)?.[0]
  while (frame !== undefined && !seen.has(frame)) {
    seen.add(frame)
    order.push(frame)
    const { start, end }: { start: number; end: number } = frames[frame]!
    node = start === node ? end : start
    frame = positions.get(node)?.find((next) => !seen.has(next))
  }
  chain.set(order)
}
