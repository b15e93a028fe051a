import { distance, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { EndReleases, FrameReleases, SupportStiffness } from '#lib/schema/schema.ts'

/** Hinges of frames and springs of supports, as structural drawings have them. Sizes are pixels of a picture at its usual size. */

/** How far a ring stands from the end of its frame, a third of a support's glyph; its radius. */
export const [HINGE_FROM_END, HINGE_RADIUS] = [9, 3.4]
export const SPRING_LENGTH = 30

/** `towards`: along the frame, away from the end; `reach`: its length. Elastic: nothing is released, and a joint gives way. */
export type Hinge = { at: Vec; towards: Vec; reach: number; isElastic: boolean }

export function hingesOf({ start, end }: FrameReleases, from: Vec, to: Vec): Hinge[] {
  return [...hingeAt(start, from, to), ...hingeAt(end, to, from)]
}

function hingeAt(releases: EndReleases | null | undefined, at: Vec, other: Vec): Hinge[] {
  const values = Object.values(releases ?? {})
  const isReleased = values.includes(true)
  const towards = unit(subtract(other, at))
  if (!towards || !(isReleased || values.some((value) => typeof value === 'number'))) return []
  return [{ at, towards, reach: distance(other, at), isElastic: !isReleased }]
}

/** `along`: from the node to the ground. Of a turn it is the axis. */
export type Spring = { at: Vec; along: Vec; isTurn: boolean }

const GROUND: readonly Vec[] = [
  [-1, 0, 0],
  [0, 1, 0],
  [0, 0, -1],
]

export function springsOf(stiffness: SupportStiffness, at: Vec): Spring[] {
  const along = (['u1', 'u2', 'u3'] as const).flatMap((key, k) =>
    stiffness[key] ? [{ at, along: GROUND[k]!, isTurn: false }] : [],
  )
  const about = (['r1', 'r2', 'r3'] as const).flatMap((key, k) =>
    stiffness[key] ? [{ at, along: GROUND[k]!, isTurn: true }] : [],
  )
  return [...along, ...about]
}

type Point = { readonly x: number; readonly y: number }
const ZIGZAGS = 6

/** Lines of a picture from a node to the ground: the zigzag, then the ground. `size`: how far it goes to each side. */
export function zigzag(from: Point, to: Point, size: number): Point[][] {
  const long = Math.hypot(to.x - from.x, to.y - from.y)
  if (long < size) return []
  const [ax, ay] = [(-(to.y - from.y) / long) * size, ((to.x - from.x) / long) * size]
  const turns = Array.from({ length: ZIGZAGS }, (_, i): Point => {
    const [side, share] = [i % 2 === 0 ? -1 : 1, (i + 0.5) / ZIGZAGS]
    return { x: from.x + (to.x - from.x) * share + side * ax, y: from.y + (to.y - from.y) * share + side * ay }
  })
  const ground = [
    { x: to.x - ax, y: to.y - ay },
    { x: to.x + ax, y: to.y + ay },
  ]
  return [[from, ...turns, to], ground]
}

/** A spiral about a point of a picture: what resists a turn. */
export function spiral({ x, y }: Point, radius: number): Point[] {
  return Array.from({ length: 33 }, (_, i): Point => {
    const [turn, reach] = [(Math.PI * i) / 8, (radius * i) / 32]
    return { x: x + reach * Math.cos(turn), y: y - reach * Math.sin(turn) }
  })
}
