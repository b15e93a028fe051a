import { add, scale, subtract, unit, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { EndReleases } from '#lib/schema/schema.ts'
import { INK, PAPER, SUPPORT } from './colours.ts'
import { disc, ring, strokeLine } from './ink.ts'
import { pixel, type Sheet } from './sheet.ts'

/** Hinges of frames and springs of supports, as structural drawings have them. */

/** Pixels: how far a ring stands from the end of its frame, its radius, and the length of a spring. */
const [FROM_END, RADIUS, SPRING] = [9, 3.4, 30]
const ZIGZAGS = 6
/** Beyond so many they are a fog. */
const MOST = 4000

export function drawReleases(sheet: Sheet): void {
  const { drawn } = sheet
  const { model, scene } = drawn
  const places = new Map(model.nodes.map(({ id, position }) => [id, subtract(vec(position), scene.origin)]))
  let left = MOST
  for (const [k, { startNodeId, endNodeId, releases }] of (model.frames ?? []).entries()) {
    if (!releases || !drawn.frames[k] || left-- <= 0) continue
    const [start, end] = [places.get(startNodeId), places.get(endNodeId)]
    if (!start || !end) continue
    if (releases.start) drawEnd(sheet, releases.start, start, end)
    if (releases.end) drawEnd(sheet, releases.end, end, start)
  }
  const nodes = new Map(model.nodes.map(({ id }, k) => [id, k]))
  for (const { nodeId, stiffness } of model.supports ?? []) {
    const place = places.get(nodeId)
    if (!stiffness || !place || !drawn.nodes[nodes.get(nodeId) ?? -1] || left-- <= 0) continue
    for (const [k, direction] of (['u1', 'u2', 'u3'] as const).entries()) {
      const along: Vec = [k === 0 ? -1 : 0, k === 1 ? 1 : 0, k === 2 ? -1 : 0]
      if (stiffness[direction]) drawSpring(sheet, place, along)
    }
  }
}

/** An open ring where something is released, half a ring where every joint is elastic. */
function drawEnd(sheet: Sheet, releases: EndReleases, at: Vec, towards: Vec): void {
  const values = Object.values(releases)
  const isReleased = values.includes(true)
  if (!isReleased && !values.some((value) => typeof value === 'number')) return
  const { image, px, camera } = sheet
  const direction = unit(subtract(towards, at))
  const from = direction && pixel(sheet, add(at, scale(direction, FROM_END * px * camera.unitsPerPixel)))
  if (!from) return
  disc(image, from.x, from.y, RADIUS * px, PAPER)
  if (isReleased) ring(image, from.x, from.y, RADIUS * px, { rgb: INK, width: 1.4 * px })
  else {
    for (let i = 0; i < 8; i++) {
      const [a, b] = [(Math.PI * i) / 8, (Math.PI * (i + 1)) / 8]
      const place = (turn: number) => [from.x + RADIUS * px * Math.cos(turn), from.y - RADIUS * px * Math.sin(turn)] as const
      strokeLine(image, ...place(a), ...place(b), { rgb: INK, width: 1.4 * px })
    }
  }
}

/** A zigzag from the node to the ground, across in the picture. */
function drawSpring(sheet: Sheet, at: Vec, along: Vec): void {
  const { image, px, camera } = sheet
  const [a, b] = [pixel(sheet, at), pixel(sheet, add(at, scale(along, SPRING * px * camera.unitsPerPixel)))]
  if (!a || !b) return
  const long = Math.hypot(b.x - a.x, b.y - a.y)
  if (long < 4) return
  const across = [(-(b.y - a.y) / long) * 4 * px, ((b.x - a.x) / long) * 4 * px] as const
  let [x, y] = [a.x, a.y]
  for (let i = 1; i <= ZIGZAGS + 1; i++) {
    const side = i > ZIGZAGS ? 0 : i % 2 === 0 ? 1 : -1
    const share = Math.min(1, (i - 0.5) / ZIGZAGS)
    const [toX, toY] = [a.x + (b.x - a.x) * share + side * across[0], a.y + (b.y - a.y) * share + side * across[1]]
    strokeLine(image, x, y, toX, toY, { rgb: SUPPORT, width: 1.5 * px })
    ;[x, y] = [toX, toY]
  }
  strokeLine(image, b.x - across[0], b.y - across[1], b.x + across[0], b.y + across[1], { rgb: SUPPORT, width: 1.5 * px })
}
