import { centreOfArea } from '#lib/geometry/area-records.ts'
import type { Box } from '#lib/geometry/extent.ts'
import { frameAt } from '#lib/geometry/frame-at.ts'
import { isUndrawn } from '#lib/geometry/frame-records.ts'
import { add, length, scale, subtract, type Vec, vecAt } from '#lib/model/vector.ts'
import { sectionPlanes } from '../session/scene-points.ts'
import type { ViewerSession } from '../session/session.ts'
import type { Theme } from '../session/theme.ts'
import type { CameraRig } from './camera-rig.ts'
import { HIDDEN } from './gpu-tables.ts'
import type { Before } from './grid-marks.ts'
import { hiddenBehind, type IsBehind } from './hidden-behind.ts'
import type { Spot } from './ink.ts'
import { GRID, hasMarks, MARKS } from './later.ts'
import { AXIS_COLOURS, AXIS_PIXELS, triadsShown } from './local-axes.ts'
import { nodeLift } from './nodes.ts'
import { overlaysOn } from './overlays.ts'
import type { Stage } from './stage.ts'
import { css, FONT, halo, Page, STRONG } from './writing.ts'

/** More labels than this are no help; candidates are taken nearest first. */
const MOST = 350

const ORIGIN: Vec = [0, 0, 0]
/** Names to ask for, by `kind what`. */
type Missing = Map<string, { kind: 'node' | 'frame' | 'area'; what: 'label' | 'section'; indices: number[] }>

/** `frame`: the one it names. */
type Text = { name: string; text: string; at: Vec; along?: Vec; frame?: number }

/**
 * Everything that is text over the picture: grid bubbles, levels, labels, measures. Drawn on a canvas of its own, so that it
 * is crisp at any zoom; what would cover something already written is left out.
 */
export function labelPainter(rig: CameraRig, stageNow: () => Stage | null, boxOf: (stage: Stage) => Box) {
  const names = new Map<string, string>()
  let asking = false
  let owner: unknown = null
  const behind = hiddenBehind(rig)

  /** Names come from the worker the first time they are needed, all missing ones at once. */
  const nameOf = (stage: Stage, kind: 'node' | 'frame' | 'area', index: number, what: 'label' | 'section', missing: Missing) => {
    const name = names.get(`${kind} ${what} ${index}`)
    if (name === undefined) {
      const key = `${kind} ${what}`
      const asked = missing.get(key) ?? { kind, what, indices: [] }
      asked.indices.push(index)
      missing.set(key, asked)
    }
    return owner === stage.drawn ? name : undefined
  }
  const askFor = async (stage: Stage, missing: Missing) => {
    if (asking || !missing.size) return
    asking = true
    try {
      for (const [key, wanted] of missing) {
        const found = await stage.model.ask('labels', wanted)
        if (owner !== stage.drawn) break // names of a revision that is gone
        for (const [k, index] of wanted.indices.entries()) names.set(`${key} ${index}`, found[k] ?? '')
      }
      stage.session.redraw()
    } catch (error) {
      console.error(error) // asked again with the next picture, which nothing here calls for
    } finally {
      asking = false
    }
  }

  const spots: Spot[] = []
  const before: Before = { corner: null, ends: new Map() }
  const paint = (context: CanvasRenderingContext2D, ratio: number, isMoving: boolean) => {
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
    const page = new Page(width, height, rig.isOnSheet ? [] : overlaysOn(context.canvas))
    const isBehind = behind(stage, isMoving)
    const { layers, labels } = stage.session.view.get()
    spots.length = 0
    const { plan, levels } = stage.drawn.scene.grid
    const hasGrid = plan.length + levels.length + stage.drawn.summary.storeys.length > 0
    if (layers.grid && hasGrid) GRID.now()?.writeGrid({ context, rig, stage, theme, page, spots }, boxOf(stage), before)
    writeAxes(context, rig, stage, theme)
    const marks = MARKS.now()
    marks?.drawDimensions(context, rig, stage, theme, page)
    marks?.drawSectionBox(context, rig, stage, theme, page)
    if (!marks && hasMarks(stage.session)) bringMarks(stage.session)
    const missing: Missing = new Map()
    for (const text of wantedLabels(stage, rig, labels, (kind, index, what) => nameOf(stage, kind, index, what, missing)))
      writeText(context, rig, text, theme, page, isBehind, nodeLift(stage.tables.sizes))
    void askFor(stage, missing)
  }
  const markAt = (x: number, y: number) =>
    spots.find((spot) => Math.abs(x - spot.x) <= spot.halfWidth && Math.abs(y - spot.y) <= spot.halfHeight)?.mark ?? null
  return { paint, markAt }
}

/** The picture is not whole without them. */
function bringMarks({ awaited, redraw }: ViewerSession) {
  const end = awaited.begin()
  MARKS.bring().then(redraw, console.error).finally(end)
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
  const isShown = (table: { values: ArrayLike<number> }, k: number) => (table.values[2 * k + 1]! & HIDDEN) === 0
  const candidates: { depth: number; make: () => Text | null }[] = []
  const planes = sectionPlanes(stage.session.view.get().section, scene.origin)
  const inPicture = (point: Vec) => {
    if (!planes.every(([a, b, c, d]) => a * point[0] + b * point[1] + c * point[2] + d >= 0)) return null
    const at = rig.project(point)
    return at && at.x > 0 && at.y > 0 && at.x < rig.size.width && at.y < rig.size.height ? at : null
  }
  if ((wanted.frames || wanted.sections) && layers.frames)
    for (let k = 0; k < scene.frames.count; k++) {
      if (isUndrawn(scene.frames.records[4 * k + 3]!) || !isShown(tables.frameState, k)) continue
      const [a, b] = [
        nodePoint(scene.nodes, scene.frames.records[4 * k]!),
        nodePoint(scene.nodes, scene.frames.records[4 * k + 1]!),
      ]
      const at = inPicture(scale(add(a, b), 0.5))
      if (!at) continue
      candidates.push({
        depth: at.depth,
        make: () => {
          const { start, end, axes, offset } = frameAt(scene, k)
          const shift = axes ? add(scale(axes[2], offset.x), scale(axes[1], offset.y)) : ORIGIN
          const text = [wanted.frames && nameOf('frame', k, 'label'), wanted.sections && nameOf('frame', k, 'section')]
            .filter(Boolean)
            .join(' · ')
          const at = add(scale(add(start, end), 0.5), shift)
          return text ? { name: `frame ${k}`, text, at, along: subtract(end, start), frame: k } : null
        },
      })
    }
  if (wanted.areas && layers.areas)
    for (let k = 0; k < scene.areas.count; k++) {
      if (!isShown(tables.areaState, k)) continue
      const centre = centreOfArea(scene.areas, k)
      const at = inPicture(centre)
      if (at) candidates.push({ depth: at.depth, make: () => named(`area ${k}`, nameOf('area', k, 'label'), centre) })
    }
  if (wanted.nodes)
    for (let k = 0; k < scene.nodes.length / 4; k++) {
      if (scene.nodes[4 * k + 3]! < 0 || !isShown(tables.nodeState, k)) continue
      const point = nodePoint(scene.nodes, k)
      const at = inPicture(point)
      if (at) candidates.push({ depth: at.depth, make: () => named(`node ${k}`, nameOf('node', k, 'label'), point) })
    }
  candidates.sort((a, b) => a.depth - b.depth)
  for (const { make } of candidates.slice(0, MOST)) {
    const text = make()
    if (text) yield text
  }
}

const named = (name: string, text: string | undefined, at: Vec): Text | null => (text ? { name, text, at } : null)
const nodePoint = (nodes: Float32Array, k: number) => vecAt(nodes, 4 * k)

function writeText(
  context: CanvasRenderingContext2D,
  rig: CameraRig,
  { name, text, at, along, frame }: Text,
  theme: Theme,
  page: Page,
  isBehind: IsBehind,
  lift: number,
) {
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
    // Read from below or from the right, as on a drawing: upright ones run upward.
    if (angle > Math.PI / 2 - 0.02) angle -= Math.PI
    if (angle < -Math.PI / 2 - 0.02) angle += Math.PI
  }
  const [w, h] = [
    (Math.abs(Math.cos(angle)) * width + Math.abs(Math.sin(angle)) * 12) / 2 + 2,
    (Math.abs(Math.sin(angle)) * width + Math.abs(Math.cos(angle)) * 12) / 2 + 1,
  ]
  const box = [place.x - w, place.y - h, place.x + w, place.y + h] as const
  if (!page.isFree(...box) || isBehind(name, at, { reach: lift, frame })) return
  page.take(...box)
  context.save()
  context.translate(place.x, place.y)
  context.rotate(angle)
  halo(context, text, 0, along ? 0 : -10, theme)
  context.restore()
}

/** More numerals than this are a fog. */
const MOST_TRIADS = 60

/** 1, 2, 3 at the tips of the local axes. */
function writeAxes(context: CanvasRenderingContext2D, rig: CameraRig, stage: Stage, theme: Theme) {
  const triads = triadsShown(stage.drawn.scene, stage.session.view.get().layers.axes, stage.session.derived.get().selected)
  if (triads.length > MOST_TRIADS) return
  context.font = STRONG
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { at, axes, reach } of triads) {
    const size = Math.min(AXIS_PIXELS * rig.pixelAtPoint(at), reach) * 1.2
    for (const [k, axis] of axes.entries()) {
      const tip = rig.project(add(at, scale(axis, size)))
      if (tip) halo(context, String(k + 1), tip.x, tip.y, theme, css(AXIS_COLOURS[k]!))
    }
  }
}
