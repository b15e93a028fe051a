import {
  HINGE_FROM_END,
  HINGE_RADIUS,
  type Hinge,
  hingesOf,
  SPRING_LENGTH,
  type Spring,
  spiral,
  springsOf,
  zigzag,
} from '#lib/drawing/hinge-marks.ts'
import { add, scale, subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import { INK, PAPER, SUPPORT } from './colours.ts'
import { disc, ring, strokeLine } from './ink.ts'
import type { Image } from './png.ts'
import { pixel, type Sheet } from './sheet.ts'

/** Beyond so many they are a fog. */
const MOST = 4000
const ZIGZAG = 4

export function drawReleases(sheet: Sheet): void {
  const { drawn } = sheet
  const { model, scene } = drawn
  const places = new Map(model.nodes.map(({ id, position }) => [id, subtract(vec(position), scene.origin)]))
  let left = MOST
  for (const [k, { startNodeId, endNodeId, releases }] of (model.frames ?? []).entries()) {
    if (!releases || !drawn.frames[k] || left-- <= 0) continue
    const [start, end] = [places.get(startNodeId), places.get(endNodeId)]
    if (start && end) for (const hinge of hingesOf(releases, start, end)) drawHinge(sheet, hinge)
  }
  const nodes = new Map(model.nodes.map(({ id }, k) => [id, k]))
  for (const { nodeId, stiffness } of model.supports ?? []) {
    const place = places.get(nodeId)
    if (!stiffness || !place || !drawn.nodes[nodes.get(nodeId) ?? -1] || left-- <= 0) continue
    for (const spring of springsOf(stiffness, place)) drawSpring(sheet, spring)
  }
}

function drawHinge(sheet: Sheet, { at, towards, isElastic }: Hinge): void {
  const { image, px, camera } = sheet
  const from = pixel(sheet, add(at, scale(towards, HINGE_FROM_END * px * camera.unitsPerPixel)))
  if (from) drawRing(image, from, px, isElastic)
}

/** An open ring where something is released, half a ring where every joint is elastic. */
export function drawRing(image: Image, from: { x: number; y: number }, px: number, isElastic: boolean): void {
  const radius = HINGE_RADIUS * px
  disc(image, from.x, from.y, radius, PAPER)
  if (!isElastic) ring(image, from.x, from.y, radius, { rgb: INK, width: 1.4 * px })
  else
    for (let i = 0; i < 8; i++) {
      const place = (turn: number) => [from.x + radius * Math.cos(turn), from.y - radius * Math.sin(turn)] as const
      strokeLine(image, ...place((Math.PI * i) / 8), ...place((Math.PI * (i + 1)) / 8), { rgb: INK, width: 1.4 * px })
    }
}

/** A zigzag from the node to the ground, across in the picture; of a turn a spiral about the node. */
function drawSpring(sheet: Sheet, { at, along, isTurn }: Spring): void {
  const { image, px, camera } = sheet
  const far: Vec = add(at, scale(along, SPRING_LENGTH * px * camera.unitsPerPixel))
  const [a, b] = [pixel(sheet, at), pixel(sheet, far)]
  if (!a || !b) return
  for (const line of isTurn ? [spiral(a, (SPRING_LENGTH / 3) * px)] : zigzag(a, b, ZIGZAG * px))
    for (const [i, from] of line.slice(0, -1).entries()) {
      const to = line[i + 1]!
      strokeLine(image, from.x, from.y, to.x, to.y, { rgb: SUPPORT, width: 1.5 * px })
    }
}
