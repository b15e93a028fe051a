import type { Level } from '#lib/geometry/grid-bubble.ts'
import { frameAt } from '#lib/geometry/pick.ts'
import { isUndrawn } from '#lib/geometry/scene.ts'
import { add, length, scale, subtract, type Vec } from '#lib/geometry/vector.ts'
import { formatLength, readUnits } from '#lib/model/units.ts'
import type { CameraRig } from './camera-rig.ts'
import { drawDrawingGrid, isSquareOn } from './drawing-grid.ts'
import { HIDDEN } from './gpu-tables.ts'
import { sectionPlanes } from './scene-points.ts'
import type { Stage } from './stage.ts'
import type { Theme } from './theme.ts'
import { bubbleHalf, css, drawBubble, drawLevelMark, FONT, halo, Screen, type Spot, STRONG } from './writing.ts'

/** More labels than this are no help; candidates are taken nearest first. */
const MOST = 350
type Text = { text: string; at: Vec; along?: Vec; strong?: boolean; isChecked?: boolean }

/**
 * Everything that is text over the picture: grid bubbles, levels, labels, measures. Drawn on a canvas of its own, so that it
 * is crisp at any zoom; what would cover something already written is left out.
 */
export function labelPainter(rig: CameraRig, stageNow: () => Stage | null) {
  const names = new Map<string, string>()
  let asking = false
  let owner: unknown = null

  /** Names come from the worker the first time they are needed, all missing ones at once. */
  const nameOf = (
    stage: Stage,
    kind: 'node' | 'frame' | 'area',
    index: number,
    what: 'label' | 'section',
    missing: Map<string, number[]>,
  ) => {
    const name = names.get(`${kind} ${what} ${index}`)
    if (name === undefined) {
      const key = `${kind} ${what}`
      missing.set(key, [...(missing.get(key) ?? []), index])
    }
    return owner === stage.drawn ? name : undefined
  }
  const askFor = async (stage: Stage, missing: Map<string, number[]>) => {
    if (asking || !missing.size) return
    asking = true
    for (const [key, indices] of missing) {
      const [kind, what] = key.split(' ') as ['frame', 'label']
      const found = await stage.model.ask('labels', { kind, indices, what })
      for (const [k, index] of indices.entries()) names.set(`${key} ${index}`, found[k] ?? '')
    }
    asking = false
    stage.session.redraw()
  }

  const spots: Spot[] = []
  const paint = (context: CanvasRenderingContext2D, ratio: number) => {
    const { width, height } = rig.size
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, width, height)
    const stage = stageNow()
    if (!stage) return
    if (owner !== stage.drawn) {
      names.clear()
      owner = stage.drawn
    }
    const theme = stage.session.theme.get()
    const taken = new Screen(width, height)
    const { layers, labels, drawing, isYUp } = stage.session.view.get()
    spots.length = 0
    if (drawing && isSquareOn(rig, drawing, isYUp)) drawDrawingGrid(context, rig, stage, drawing, theme, taken, spots)
    else if (layers.grid) drawGrid(context, rig, stage, theme, taken, spots)
    drawMeasure(context, rig, stage, theme, taken)
    const missing = new Map<string, number[]>()
    for (const text of wantedLabels(stage, rig, labels, (kind, index, what) => nameOf(stage, kind, index, what, missing)))
      drawText(context, rig, text, theme, taken)
    void askFor(stage, missing)
  }
  const bubbleAt = (x: number, y: number) =>
    spots.find((spot) => Math.abs(x - spot.x) <= spot.halfWidth && Math.abs(y - spot.y) <= spot.halfHeight)?.drawing ?? null
  return { paint, bubbleAt }
}

function drawGrid(context: CanvasRenderingContext2D, rig: CameraRig, stage: Stage, theme: Theme, taken: Screen, spots: Spot[]) {
  const { plan, levels } = stage.drawn.scene.grid
  context.font = STRONG
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { axis, coordinate, from, bubble, label } of plan) {
    const end = rig.project(bubble)
    const start = rig.project(from)
    if (!end) continue
    const away = start ? Math.atan2(end.y - start.y, end.x - start.x) : 0
    const isShort = start ? Math.hypot(end.x - start.x, end.y - start.y) < 30 : false
    const half = bubbleHalf(context, label)
    const x = end.x + (isShort ? 0 : Math.cos(away) * half)
    // Seen end on, as in an elevation, its bubble hangs below what stands there.
    const y = end.y + (isShort ? 40 : Math.sin(away) * 11)
    if (drawBubble(context, label, x, y, theme, taken))
      spots.push({ x, y, halfWidth: half, halfHeight: 11, drawing: { axis, at: coordinate, label } })
  }
  if (!levels.length || Math.abs(rig.toward()[2]) > 0.95) return
  // Levels stand at the corner of the model that is outermost on the right of the picture.
  const corner = outermost(rig, levels)
  const { units } = stage.session.view.get()
  const unit = readUnits(stage.drawn.summary.units).length
  context.textAlign = 'left'
  for (const { elevation, label, corners } of levels.toSorted((a, b) => b.elevation - a.elevation)) {
    const at = rig.project(corners[corner] as Vec)
    if (!at) continue
    const height = `${elevation >= 0 ? '+' : '−'}${formatLength(Math.abs(elevation), unit, units)}`
    const name = label ?? ''
    const nameWidth = name ? context.measureText(name).width + 8 : 0
    const all = nameWidth + context.measureText(height).width + 22
    // Beside the model; at the edge of the picture as far in as it must, with a leader to where it belongs.
    const x = Math.min(at.x + 10, taken.width - all - 8)
    if (at.x < 0 || x < 0 || !taken.take(x - 4, at.y - 8, x + all, at.y + 8)) continue
    drawLevelMark(context, Math.min(at.x, x), x, at.y, theme)
    if (name) halo(context, name, x + 12, at.y, theme)
    halo(context, height, x + 12 + nameWidth, at.y, theme, theme.muted)
    const drawing = { axis: 'Z', at: elevation, label: label ?? height } as const
    spots.push({ x: x + all / 2, y: at.y, halfWidth: all / 2, halfHeight: 9, drawing })
  }
}

function outermost(rig: CameraRig, levels: readonly Level[]) {
  const corners = levels[0]?.corners ?? []
  let best = 0
  let right = -Infinity
  corners.forEach((corner, k) => {
    const at = rig.project(corner)
    if (at && at.x > right) {
      right = at.x
      best = k
    }
  })
  return best
}

function* wantedLabels(
  stage: Stage,
  rig: CameraRig,
  wanted: { nodes: boolean; frames: boolean; areas: boolean; sections: boolean },
  nameOf: (kind: 'node' | 'frame' | 'area', index: number, what: 'label' | 'section') => string | undefined,
): Generator<Text> {
  const { scene } = stage.drawn
  const { tables } = stage
  const { layers } = stage.session.view.get()
  const isShown = (table: { values: ArrayLike<number> }, k: number) => ((table.values[2 * k + 1] as number) & HIDDEN) === 0
  const candidates: { depth: number; make: () => Text | null }[] = []
  const planes = sectionPlanes(stage.session.view.get().section, scene.origin)
  const inPicture = (point: Vec) => {
    if (!planes.every(([a, b, c, d]) => a * point[0] + b * point[1] + c * point[2] + d >= 0)) return null
    const at = rig.project(point)
    return at && at.x > 0 && at.y > 0 && at.x < rig.size.width && at.y < rig.size.height ? at : null
  }
  if ((wanted.frames || wanted.sections) && layers.frames)
    for (let k = 0; k < scene.frames.count; k++) {
      if (isUndrawn(scene.frames.records[4 * k + 3] as number) || !isShown(tables.frameState, k)) continue
      const [a, b] = [
        nodePoint(scene.nodes, scene.frames.records[4 * k] as number),
        nodePoint(scene.nodes, scene.frames.records[4 * k + 1] as number),
      ]
      const at = inPicture(scale(add(a, b), 0.5))
      if (!at) continue
      candidates.push({
        depth: at.depth,
        make: () => {
          const { start, end, axes, offset } = frameAt(scene, k)
          const shift = axes ? add(scale(axes[2], offset.x), scale(axes[1], offset.y)) : ([0, 0, 0] as Vec)
          const text = [wanted.frames && nameOf('frame', k, 'label'), wanted.sections && nameOf('frame', k, 'section')]
            .filter(Boolean)
            .join(' · ')
          return text ? { text, at: add(scale(add(start, end), 0.5), shift), along: subtract(end, start) } : null
        },
      })
    }
  if (wanted.areas && layers.areas)
    for (let k = 0; k < scene.areas.count; k++) {
      if (!isShown(tables.areaState, k)) continue
      const centre: Vec = [
        scene.areas.axes[12 * k] as number,
        scene.areas.axes[12 * k + 1] as number,
        scene.areas.axes[12 * k + 2] as number,
      ]
      const at = inPicture(centre)
      if (at) candidates.push({ depth: at.depth, make: () => named(nameOf('area', k, 'label'), centre) })
    }
  if (wanted.nodes)
    for (let k = 0; k < scene.nodes.length / 4; k++) {
      if ((scene.nodes[4 * k + 3] as number) < 0 || !isShown(tables.nodeState, k)) continue
      const point = nodePoint(scene.nodes, k)
      const at = inPicture(point)
      if (at) candidates.push({ depth: at.depth, make: () => named(nameOf('node', k, 'label'), point) })
    }
  candidates.sort((a, b) => a.depth - b.depth)
  for (const { make } of candidates.slice(0, MOST)) {
    const text = make()
    if (text) yield text
  }
}

const named = (text: string | undefined, at: Vec): Text | null => (text ? { text, at } : null)
const nodePoint = (nodes: Float32Array, k: number): Vec => [
  nodes[4 * k] as number,
  nodes[4 * k + 1] as number,
  nodes[4 * k + 2] as number,
]

function drawText(context: CanvasRenderingContext2D, rig: CameraRig, { text, at, along }: Text, theme: Theme, taken: Screen) {
  const place = rig.project(at)
  if (!place) return
  context.font = FONT
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const width = context.measureText(text).width
  let angle = 0
  if (along) {
    const size = length(along)
    const [a, b] = [rig.project(subtract(at, scale(along, 0.5))), rig.project(add(at, scale(along, 0.5)))]
    if (!a || !b || size === 0) return
    const long = Math.hypot(b.x - a.x, b.y - a.y)
    if (long < width + 8) return // longer than its frame: it would name its neighbour
    angle = Math.atan2(b.y - a.y, b.x - a.x)
    if (angle > Math.PI / 2) angle -= Math.PI
    if (angle <= -Math.PI / 2) angle += Math.PI
  }
  const [w, h] = [
    (Math.abs(Math.cos(angle)) * width + Math.abs(Math.sin(angle)) * 12) / 2 + 2,
    (Math.abs(Math.sin(angle)) * width + Math.abs(Math.cos(angle)) * 12) / 2 + 1,
  ]
  if (!taken.take(place.x - w, place.y - h, place.x + w, place.y + h)) return
  context.save()
  context.translate(place.x, place.y)
  context.rotate(angle)
  halo(context, text, 0, along ? 0 : -10, theme)
  context.restore()
}

function drawMeasure(context: CanvasRenderingContext2D, rig: CameraRig, stage: Stage, theme: Theme, taken: Screen) {
  const { measuring, units } = stage.session.view.get()
  if (!measuring?.nodes.length) return
  const { scene, summary } = stage.drawn
  const points = measuring.nodes.filter((k) => 4 * k < scene.nodes.length).map((k) => nodePoint(scene.nodes, k))
  const unit = readUnits(summary.units).length
  context.strokeStyle = css(theme.accent)
  context.lineWidth = 2
  context.setLineDash([6, 4])
  context.beginPath()
  points.forEach((point, k) => {
    const at = rig.project(point)
    if (at) context[k === 0 ? 'moveTo' : 'lineTo'](at.x, at.y)
  })
  context.stroke()
  context.setLineDash([])
  context.font = STRONG
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const [k, point] of points.entries()) {
    const next = points[k + 1]
    const at = next && rig.project(scale(add(point, next), 0.5))
    if (!next || !at) continue
    const text = formatLength(length(subtract(next, point)), unit, units)
    const half = context.measureText(text).width / 2 + 8
    taken.take(at.x - half, at.y - 11, at.x + half, at.y + 11)
    context.beginPath()
    context.roundRect(at.x - half, at.y - 11, 2 * half, 22, 6)
    context.fillStyle = css(theme.accent)
    context.fill()
    context.fillStyle = theme.isDark ? '#06131d' : '#ffffff'
    context.fillText(text, at.x, at.y + 0.5)
  }
}
