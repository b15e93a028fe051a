import { centreOfArea } from '#lib/geometry/area-records.ts'
import { frameAt } from '#lib/geometry/frame-at.ts'
import { isUndrawn } from '#lib/geometry/frame-records.ts'
import { add, length, scale, subtract, type Vec, vecAt } from '#lib/model/shape/vector.ts'
import type { Theme } from '../../session/theme.ts'
import { sectionPlanes } from '../../session/view/scene-points.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import type { Stage } from '../elements/stage.ts'
import { HIDDEN } from '../shading/gpu-tables.ts'
import type { NameOf } from './element-names.ts'
import type { IsBehind } from './hidden-behind.ts'
import { FONT, halo, type Page } from './writing.ts'

/** Labels and sections at the elements that they name. */

/** More labels than this are no help; candidates are taken nearest first. */
const MOST = 350

const ORIGIN: Vec = [0, 0, 0]

/** `frame`: the one it names. */
type Text = { name: string; text: string; at: Vec; along?: Vec; frame?: number }

export function* wantedLabels(
  stage: Stage,
  rig: CameraRig,
  wanted: { nodes: boolean; frames: boolean; areas: boolean; sections: boolean },
  nameOf: NameOf,
): Generator<Text> {
  const { scene } = stage.drawn
  const { tables } = stage
  const { layers } = stage.session.view.get()
  const isShown = (table: { values: ArrayLike<number> }, k: number) => (table.values[2 * k + 1]! & HIDDEN) === 0
  const candidates: { depth: number; make: () => Text | null }[] = []
  const planes = sectionPlanes(stage.session.view.get().section, scene.origin)
  const inPicture = (point: Vec) => {
    if (!planes.every(([a, b, c, d]) => a * point[0] + b * point[1] + c * point[2] + d >= 0)) return null
    const place = rig.project(point)
    return place && place.x > 0 && place.y > 0 && place.x < rig.size.width && place.y < rig.size.height ? place : null
  }
  if ((wanted.frames || wanted.sections) && layers.frames)
    for (let k = 0; k < scene.frames.count; k++) {
      if (isUndrawn(scene.frames.records[4 * k + 3]!) || !isShown(tables.frameState, k)) continue
      const [a, b] = [
        nodePoint(scene.nodes, scene.frames.records[4 * k]!),
        nodePoint(scene.nodes, scene.frames.records[4 * k + 1]!),
      ]
      const point = inPicture(scale(add(a, b), 0.5))
      if (!point) continue
      candidates.push({
        depth: point.depth,
        make: () => {
          const { start, end, axes, offset } = frameAt(scene, k)
          const shift = axes ? add(scale(axes[2], offset.x), scale(axes[1], offset.y)) : ORIGIN
          const text = [wanted.frames && nameOf('frame', k, 'label'), wanted.sections && nameOf('frame', k, 'section')]
            .filter(Boolean)
            .join(' · ')
          const place = add(scale(add(start, end), 0.5), shift)
          return text ? { name: `frame ${k}`, text, at: place, along: subtract(end, start), frame: k } : null
        },
      })
    }
  if (wanted.areas && layers.areas)
    for (let k = 0; k < scene.areas.count; k++) {
      if (!isShown(tables.areaState, k)) continue
      const centre = centreOfArea(scene.areas, k)
      const point = inPicture(centre)
      if (point) candidates.push({ depth: point.depth, make: () => named(`area ${k}`, nameOf('area', k, 'label'), centre) })
    }
  if (wanted.nodes)
    for (let k = 0; k < scene.nodes.length / 4; k++) {
      if (scene.nodes[4 * k + 3]! < 0 || !isShown(tables.nodeState, k)) continue
      const point = nodePoint(scene.nodes, k)
      const place = inPicture(point)
      if (place) candidates.push({ depth: place.depth, make: () => named(`node ${k}`, nameOf('node', k, 'label'), point) })
    }
  candidates.sort((a, b) => a.depth - b.depth)
  for (const { make } of candidates.slice(0, MOST)) {
    const text = make()
    if (text) yield text
  }
}

const named = (name: string, text: string | undefined, point: Vec): Text | null => (text ? { name, text, at: point } : null)
const nodePoint = (nodes: Float32Array, k: number) => vecAt(nodes, 4 * k)

export function writeText(
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
