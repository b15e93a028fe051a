import { hingesOf, spiral, zigzag } from '#lib/drawing/hinge-marks.ts'
import { natureColour } from '#lib/drawing/load-marks.ts'
import type { Rgb } from '#lib/drawing/palette.ts'
import { RESULT_RGB } from '#lib/drawing/results/shown-results.ts'
import { isArcSeen } from '#lib/drawing/turn-arc.ts'
import { patternName } from '#lib/geometry/support-name.ts'
import type { Pattern } from '#lib/geometry/support-pattern.ts'
import { type LoadUnits, loadUnitsOf } from '#lib/model/load/load-text.ts'
import { vecOf } from '#lib/model/load/load-vectors.ts'
import { cross, dot, length, scale, subtract, type Vec, ZERO } from '#lib/model/shape/vector.ts'
import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Load, LoadCase } from '#lib/schema/loads.ts'
import { cameraOf, type Directions } from './camera.ts'
import { INK, SUPPORT } from './colours.ts'
import { lightOf } from './draw-elements.ts'
import { isLoadDrawn } from './draw-loads.ts'
import { drawRing } from './draw-releases.ts'
import { drawSymbol } from './draw-supports.ts'
import type { DrawnModel } from './drawn-model.ts'
import { block, strokeLine } from './ink.ts'
import type { PreparedResults } from './picture-results.ts'
import { blank, copyTo, type Image } from './png.ts'
import { layOver, newRaster } from './raster.ts'

/** What the signs of loads, reactions and supports mean, below the legend of a picture that has them. */

/** Draws its sign about the middle of a cell. */
type Sign = (image: Image, x: number, y: number, px: number) => void
export type KeyEntry = { label: string; count: number; sign: Sign }
export type KeyGroup = { title: string; entries: KeyEntry[] }

type Pictured = { drawn: DrawnModel; sight: Directions; loadCase: LoadCase | undefined; results: PreparedResults | undefined }

export function pictureKey({ drawn, sight, loadCase, results }: Pictured): KeyGroup[] {
  if (!loadCase && !results) return []
  const units = loadUnitsOf(drawn.model.units)
  const hasReactions = (results?.marks.length ?? 0) > 0
  const groups = [
    ...(loadCase ? [keyOfLoads(drawn, loadCase, units, sight)] : []),
    ...(results && hasReactions ? [keyOfReactions(results, units, sight)] : []),
    keyOfSupports(drawn, sight, !hasReactions),
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

const named = (name: string, unit: string) => [name, unit].filter(Boolean).join(', ')

type LoadSign = 'force' | 'moment' | 'axis' | 'distributed' | 'pressure' | 'temperature' | 'displacement'

function signsOfLoad(load: Load, sight: Directions): LoadSign[] {
  const type = typeOfLoad(load)
  if (type !== 'force' && type !== 'point') return [type]
  // Of a point load in local axes which sign it has is up to its frame.
  const moment = load.moment && (load.axes === 'local' || isArc(vecOf(load.moment), sight) ? 'moment' : 'axis')
  return [...(load.force ? (['force'] as const) : []), ...(moment ? ([moment] as const) : [])]
}

/** Whether a moment about it is drawn as an arc, and not as an arrow along it. */
const isArc = (axis: Vec, { right, up }: Directions) => isArcSeen(Math.hypot(dot(axis, right), dot(axis, up)), length(axis))

function keyOfLoads(drawn: DrawnModel, { id, nature }: LoadCase, units: LoadUnits, sight: Directions): KeyGroup {
  const counts = new Map<LoadSign, number>()
  const isDrawn = isLoadDrawn(drawn)
  for (const load of drawn.model.loads ?? []) {
    if (load.caseId !== id || !isDrawn(load)) continue
    for (const sign of signsOfLoad(load, sight)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  const rgb = natureColour(nature)
  const rows: Readonly<Record<LoadSign, Omit<KeyEntry, 'count'>>> = {
    force: { label: named('Force', units.force), sign: arrow(rgb) },
    moment: { label: named('Moment', units.moment), sign: arc(rgb) },
    axis: { label: 'Moment about axis', sign: arrow(rgb, 2) },
    distributed: { label: named('Along a frame', units.perLength), sign: run(rgb) },
    pressure: { label: named('On an area', units.perArea), sign: hatched(rgb) },
    temperature: { label: named('Temperature', units.degrees), sign: letters(rgb) },
    displacement: { label: named('Ground moves', units.length), sign: arrow(rgb, 1, true) },
  }
  const signs = (Object.keys(rows) as LoadSign[]).filter((sign) => counts.has(sign))
  return {
    title: named(`Loads of ${id}`, nature ?? ''),
    entries: signs.map((sign) => ({ ...rows[sign], count: counts.get(sign) ?? 0 })),
  }
}

function keyOfReactions({ marks }: PreparedResults, units: LoadUnits, sight: Directions): KeyGroup {
  const strokes = marks.flatMap((mark) => mark.strokes)
  const moments = strokes.filter(({ head }) => head === 2)
  const arcs = moments.filter(({ from, to }) => isArc(subtract(to, from), sight)).length
  const rgb = RESULT_RGB.reaction
  return {
    title: 'Reactions',
    entries: [
      { label: named('Force', units.force), count: strokes.length - moments.length, sign: arrow(rgb) },
      { label: named('Moment', units.moment), count: arcs, sign: arc(rgb) },
      { label: 'Moment about axis', count: moments.length - arcs, sign: arrow(rgb, 2) },
    ].filter(({ count }) => count > 0),
  }
}

function keyOfSupports({ model, scene, nodes, frames }: DrawnModel, sight: Directions, hasReleases: boolean): KeyGroup {
  const counts = new Map<Pattern, number>()
  for (const [k, node] of scene.supports.nodes.entries()) {
    const pattern = scene.supports.patterns[k]!
    if (nodes[node]) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  }
  const entries = [...counts]
    .sort(([a, many], [b, more]) => more - many || b - a)
    .map(([pattern, count]): KeyEntry => ({ label: patternName(pattern), count, sign: symbol(pattern, sight) }))
  if (!hasReleases) return { title: 'Supports', entries }
  const ordinals = new Map(model.nodes.map(({ id }, k) => [id, k]))
  const springs = (model.supports ?? []).filter(({ nodeId, stiffness }) => stiffness && nodes[ordinals.get(nodeId) ?? -1])
  const isHeldBy = (keys: readonly ('u1' | 'u2' | 'u3' | 'r1' | 'r2' | 'r3')[]) =>
    springs.filter(({ stiffness }) => keys.some((key) => stiffness?.[key])).length
  const ends = (model.frames ?? []).map(({ releases }, k) => (releases && frames[k] ? hingesOf(releases, ZERO, [1, 0, 0]) : []))
  const [hinges, joints] = [false, true].map((soft) => ends.filter((all) => all.some((one) => one.isElastic === soft)).length)
  const others: KeyEntry[] = [
    { label: 'Spring', count: isHeldBy(['u1', 'u2', 'u3']), sign: spring },
    { label: 'Spring that turns', count: isHeldBy(['r1', 'r2', 'r3']), sign: turningSpring },
    { label: 'Frame with a hinge', count: hinges ?? 0, sign: hinge },
    { label: 'Elastic joint', count: joints ?? 0, sign: elasticJoint },
  ]
  return {
    title: ends.some((all) => all.length > 0) ? 'Supports and hinges' : 'Supports',
    entries: [...entries, ...others.filter(({ count }) => count > 0)],
  }
}

/** Half of a sign's width and height. */
const [WIDE, HIGH] = [8, 6.5]

function headAt(image: Image, x: number, y: number, [dx, dy]: readonly [number, number], rgb: Rgb, px: number): void {
  for (const side of [-0.4, 0, 0.4])
    strokeLine(image, x, y, x - 5 * px * (dx + side * dy), y - 5 * px * (dy - side * dx), { rgb, width: 1.4 * px })
}

/** From the left to the right; of several heads one behind the other. */
const arrow =
  (rgb: Rgb, heads = 1, isDashed = false): Sign =>
  (image, x, y, px) => {
    const [from, to] = [x - WIDE * px, x + WIDE * px]
    const parts = isDashed ? [0, 2, 4] : [0, 1, 2, 3, 4]
    for (const k of parts)
      strokeLine(image, from + ((to - from) * k) / 5, y, from + ((to - from) * (k + 1)) / 5, y, { rgb, width: 1.4 * px })
    for (let k = 0; k < heads; k++) headAt(image, to - 4.5 * k * px, y, [1, 0], rgb, px)
  }

const arc =
  (rgb: Rgb): Sign =>
  (image, x, y, px) => {
    const at = (k: number) => {
      const angle = -Math.PI / 4 - (1.5 * Math.PI * k) / 18
      return [x + HIGH * px * Math.cos(angle), y + HIGH * px * Math.sin(angle)] as const
    }
    for (let k = 0; k < 18; k++) strokeLine(image, ...at(k), ...at(k + 1), { rgb, width: 1.4 * px })
    const [[ax, ay], [bx, by]] = [at(14), at(18)]
    const long = Math.hypot(bx - ax, by - ay)
    headAt(image, bx, by, [(bx - ax) / long, (by - ay) / long], rgb, px)
  }

const run =
  (rgb: Rgb): Sign =>
  (image, x, y, px) => {
    strokeLine(image, x - WIDE * px, y - HIGH * px, x + WIDE * px, y - HIGH * px, { rgb, width: px })
    for (const k of [-1, 0, 1]) {
      const at = x + k * WIDE * px
      strokeLine(image, at, y - HIGH * px, at, y + HIGH * px, { rgb, width: 1.2 * px })
      headAt(image, at, y + HIGH * px, [0, 1], rgb, px)
    }
  }

const hatched =
  (rgb: Rgb): Sign =>
  (image, x, y, px) => {
    const [x0, x1, y0, y1] = [x - WIDE * px, x + WIDE * px, y - HIGH * px, y + 0.4 * px]
    block(image, x0, y0, x1, y1, rgb, 0.15)
    for (const [from, to] of [
      [x0, x1 - (y1 - y0)],
      [x0 + 4.5 * px, x1],
    ] as const)
      strokeLine(image, from, y1, Math.min(x1, from + y1 - y0), y0, { rgb, width: px, opacity: to > from ? 0.6 : 0 })
    for (const [ax, ay, bx, by] of [
      [x0, y0, x1, y0],
      [x1, y0, x1, y1],
      [x1, y1, x0, y1],
      [x0, y1, x0, y0],
    ] as const)
      strokeLine(image, ax, ay, bx, by, { rgb, width: px })
    strokeLine(image, x, y1, x, y + HIGH * px, { rgb, width: 1.4 * px })
    headAt(image, x, y + HIGH * px, [0, 1], rgb, px)
  }

/** Of what is written on its line alone. */
const letters =
  (rgb: Rgb): Sign =>
  (image, x, y, px) =>
    block(image, x - WIDE * px, y - px, x + WIDE * px, y + px, rgb)

const spring: Sign = (image, x, y, px) => {
  for (const path of zigzag({ x: x - WIDE * px, y }, { x: x + WIDE * px, y }, 3.5 * px)) strokePath(image, path, px)
}

const turningSpring: Sign = (image, x, y, px) => strokePath(image, spiral({ x, y }, HIGH * px), px)

function strokePath(image: Image, path: readonly { x: number; y: number }[], px: number): void {
  for (const [k, to] of path.slice(1).entries())
    strokeLine(image, path[k]!.x, path[k]!.y, to.x, to.y, { rgb: SUPPORT, width: 1.4 * px })
}

const hinge: Sign = (image, x, y, px) => {
  strokeLine(image, x - WIDE * px, y, x + WIDE * px, y, { rgb: INK, width: 1.6 * px })
  drawRing(image, { x, y }, px, false)
}

const elasticJoint: Sign = (image, x, y, px) => {
  strokeLine(image, x - WIDE * px, y, x + WIDE * px, y, { rgb: INK, width: 1.6 * px })
  drawRing(image, { x, y }, px, true)
}

/** As it stands in the picture, from where that is seen; a little smaller. */
const symbol =
  (pattern: Pattern, { right, up }: Directions): Sign =>
  (image, x, y, px) => {
    const side = Math.round(24 * px)
    const size = 11 * px
    const toward = cross(right, up)
    const place = { eye: scale(toward, 10), target: ZERO, up }
    const camera = cameraOf('orthographic', place, side / size, { width: side, height: side })
    const raster = newRaster(side, side)
    const canvas = { camera, raster, light: lightOf(camera), at: new Float64Array(9) }
    // Its node is in the middle, and all of it below.
    drawSymbol(canvas, pattern, scale(up, 0.45), 1, SUPPORT)
    const tile = blank(side, side)
    layOver(raster, tile.rgb, side)
    copyTo(image, tile, Math.round(x - side / 2), Math.round(y - side / 2))
  }
