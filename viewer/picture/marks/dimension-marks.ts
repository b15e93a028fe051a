import { add, angleAt, cross, dot, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import { angleBetween, measuredText, placesOf, type Words, wordsIn } from '../../session/measure/dimension-words.ts'
import { circleThrough, legOf } from '../../session/measure/measurement.ts'
import type { PlacedDimension } from '../../session/measure/place-dimensions.ts'
import type { Theme } from '../../session/theme.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import type { Stage } from '../elements/stage.ts'
import type { Ink } from './ink.ts'
import { css, halo, type Page, STRONG } from './writing.ts'

/** The dimensions in the picture: lines between what they measure, and their numbers. What has lost its place is dashed. */

/** `words`: how its numbers are written. */
type DimensionInk = Pick<Ink, 'context' | 'rig' | 'theme' | 'page'> & { words: Words }

const DASHES = [6, 4]
/** Of an arc and of a circle, a piece each. */
const PIECES = 48

export function drawDimensions(context: CanvasRenderingContext2D, rig: CameraRig, stage: Stage, theme: Theme, page: Page) {
  const { dimensions } = stage.session.derived.get()
  if (dimensions.length === 0) return
  const { scene, summary } = stage.drawn
  const ink = { context, rig, theme, page, words: wordsIn(summary.units, stage.session.view.get().units) }
  context.save()
  context.strokeStyle = css(theme.accent)
  context.lineWidth = 2
  context.font = STRONG
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  // The number of what was measured last stands, where two would cover each other.
  for (const dimension of dimensions.toReversed()) drawDimension(ink, dimension, scene.origin)
  context.restore()
}

function drawDimension(ink: DimensionInk, dimension: PlacedDimension, origin: Vec) {
  const places = placesOf(dimension)?.map((place) => subtract(place, origin))
  if (!places) return
  const { context, words } = ink
  const isGone = dimension.points.some((point) => point.isGone)
  context.setLineDash(isGone ? DASHES : [])
  context.globalAlpha = isGone ? 0.6 : 1
  const value = measuredText(dimension, words)
  if (dimension.of === 'length') drawChain(ink, places)
  else if (dimension.of === 'angle') drawAngle(ink, dimension, places, origin, value)
  else if (dimension.of === 'radius') drawCircle(ink, places, value)
  else if (value && places[0]) write(ink, places[0], value)
  context.setLineDash([])
  for (const place of places) markPoint(ink, place)
  context.globalAlpha = 1
}

function drawChain(ink: DimensionInk, places: readonly Vec[]) {
  stroke(ink, places)
  for (const [k, place] of places.entries()) {
    const next = places[k + 1]
    if (next) write(ink, scale(add(place, next), 0.5), ink.words.length(legOf(place, next, null).length))
  }
  for (const [k, place] of places.entries()) {
    const [before, next] = [places[k - 1], places[k + 1]]
    const point = before && next && ink.rig.project(place)
    if (point) halo(ink.context, `${angleAt(before, place, next).toFixed(1)}°`, point.x, point.y + 16, ink.theme)
  }
}

/** Both frames from where they meet to the points that were taken, and an arc between. */
function drawAngle(
  ink: DimensionInk,
  { points: [first, second] }: PlacedDimension,
  places: readonly Vec[],
  origin: Vec,
  value: string | null,
) {
  const between = first && second && angleBetween(first, second)
  const [a, b] = places
  if (!between || !a || !b || !value) return
  if (!between.vertex) {
    stroke(ink, [a, b])
    return write(ink, scale(add(a, b), 0.5), value)
  }
  const vertex = subtract(between.vertex, origin)
  const [u, v] = [unit(subtract(a, vertex)), unit(subtract(b, vertex))]
  if (!u || !v) return write(ink, vertex, value)
  stroke(ink, [a, vertex, b])
  const radius = Math.min(
    Math.hypot(...subtract(a, vertex)),
    Math.hypot(...subtract(b, vertex)),
    48 * ink.rig.pixelAtPoint(vertex),
  )
  const arc = arcBetween(u, v).map((direction) => add(vertex, scale(direction, radius)))
  stroke(ink, arc)
  write(ink, arc[Math.floor(arc.length / 2)] ?? vertex, value)
}

/** Unit vectors from one to the other, turning. */
function arcBetween(u: Vec, v: Vec): Vec[] {
  const across = unit(subtract(v, scale(u, dot(u, v))))
  if (!across) return []
  const angle = Math.acos(Math.min(1, Math.max(-1, dot(u, v))))
  return Array.from({ length: PIECES / 2 + 1 }, (_, k) => {
    const turn = (angle * k) / (PIECES / 2)
    return add(scale(u, Math.cos(turn)), scale(across, Math.sin(turn)))
  })
}

function drawCircle(ink: DimensionInk, places: readonly Vec[], value: string | null) {
  const [a, b, c] = places
  const circle = a && b && c && circleThrough(a, b, c)
  if (!circle || !a) return stroke(ink, places)
  const u = scale(subtract(a, circle.centre), 1 / circle.radius)
  const v = cross(circle.normal, u)
  const round = Array.from({ length: PIECES + 1 }, (_, k) => {
    const turn = (2 * Math.PI * k) / PIECES
    return add(circle.centre, scale(add(scale(u, Math.cos(turn)), scale(v, Math.sin(turn))), circle.radius))
  })
  stroke(ink, round)
  stroke(ink, [circle.centre, a])
  if (value) write(ink, scale(add(circle.centre, a), 0.5), value)
}

function stroke({ context, rig }: DimensionInk, places: readonly Vec[]) {
  context.beginPath()
  let isDown = false
  for (const place of places) {
    const point = rig.project(place)
    if (point) context[isDown ? 'lineTo' : 'moveTo'](point.x, point.y)
    isDown = point !== null
  }
  context.stroke()
}

function markPoint({ context, rig, theme }: DimensionInk, place: Vec) {
  const point = rig.project(place)
  if (!point) return
  context.beginPath()
  context.arc(point.x, point.y, 3.5, 0, 2 * Math.PI)
  context.fillStyle = css(theme.accent)
  context.fill()
  context.strokeStyle = theme.textHalo
  context.lineWidth = 1.5
  context.stroke()
  context.strokeStyle = css(theme.accent)
  context.lineWidth = 2
}

function write({ context, rig, theme, page }: DimensionInk, place: Vec, text: string) {
  const point = rig.project(place)
  if (!point) return
  const half = context.measureText(text).width / 2 + 8
  if (!page.take(point.x - half, point.y - 11, point.x + half, point.y + 11)) return
  context.beginPath()
  context.roundRect(point.x - half, point.y - 11, 2 * half, 22, 6)
  context.fillStyle = css(theme.accent)
  context.fill()
  context.fillStyle = theme.onAccent
  context.fillText(text, point.x, point.y + 0.5)
}
