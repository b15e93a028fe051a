import { sizesOf } from '#lib/geometry/frame-chunks.ts'
import { type Hit, type PickOptions, pick } from '#lib/geometry/pick/pick.ts'
import { pickTrees } from '#lib/geometry/pick/pick-trees.ts'
import type { Ray } from '#lib/geometry/pick/ray.ts'
import { nodeLift, SYMBOL_PIXELS } from '#lib/geometry/pick/symbol-sizes.ts'
import { buildSceneInSteps } from '#lib/geometry/scene.ts'
import { columnsOf } from '#lib/model/columns.ts'
import { isInside } from '#lib/model/shape/polygon.ts'
import { distance, dot, length, subtract, unit } from '#lib/model/shape/vector.ts'
import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { type Camera, cameraOf } from './camera.ts'
import type { ViewToDraw } from './draw-view.ts'
import { type DrawnModel, drawnModel } from './drawn-model.ts'
import { boxAbout, type HalfSpace, sidesOf } from './half-space.ts'

/** What of a model a sketch is drawn on: what a press on its strokes would select. */

export type SketchedView = Pick<
  ViewToDraw,
  'projection' | 'eye' | 'target' | 'up' | 'heightSeen' | 'only' | 'hidden' | 'section' | 'sketch'
> & {
  viewport: { width: number; height: number }
  /** Whether nodes are drawn as such. */
  showsNodes: boolean
}

export type ElementUnder = { kind: Hit['kind']; id: string }

/** Tries one view after another of a model, of which the scene is made once: the elements, those pointed at and those under most first. */
export function sketchFinder(model: ViewerModel): (view: SketchedView) => ElementUnder[] {
  const columns = columnsOf(model)
  const scene = toTheEnd(buildSceneInSteps(columns))
  const trees = pickTrees(scene)
  const size = distance(scene.low, scene.high)
  return (view) => {
    const { only, hidden, section, projection, viewport } = view
    const about = scene.origin
    const place = { eye: subtract(view.eye, about), target: subtract(view.target, about), up: view.up }
    const camera = cameraOf(projection, place, view.heightSeen, viewport)
    const kept = section ? sidesOf(boxAbout(section, about)) : []
    const drawn = drawnModel(model, columns, scene, { gridLine: null, highlight: [], isolate: only, hidden, kept })
    const options = optionsFor(drawn, camera, view)
    const idOf = ({ kind, index }: Hit): string | undefined => {
      if (kind === 'support') return model.supports?.[scene.supports.glyphOf.indexOf(index)]?.id
      return model[`${kind}s`]?.[index]?.id
    }
    const weights = new Map<string, ElementUnder & { weight: number }>()
    const isHit = ({ x, y }: Point, weight: number): boolean => {
      const isSeen = x >= 0 && y >= 0 && x <= viewport.width && y <= viewport.height
      const ray = isSeen ? rayAt(camera, { x, y }, kept, size) : null
      const hit = ray && pick(scene, trees, ray, options)
      const id = hit && idOf(hit)
      if (!hit || id == null) return false
      const key = `${hit.kind} ${id}`
      weights.set(key, { kind: hit.kind, id, weight: weight + (weights.get(key)?.weight ?? 0) })
      return true
    }
    tryStrokes(view.sketch, isHit)
    return [...weights.values()].sort((a, b) => b.weight - a.weight).map(({ kind, id }) => ({ kind, id }))
  }
}

function optionsFor(drawn: DrawnModel, camera: Camera, { showsNodes, up }: SketchedView): PickOptions {
  const { scene } = drawn
  const isNodeSeen = showsNodes || (scene.frames.count === 0 && scene.areas.count === 0)
  const far = distance(camera.eye, camera.target)
  const isSeen: Record<Hit['kind'], (index: number) => boolean> = {
    node: (index) => isNodeSeen && drawn.nodes[index] === 1,
    frame: (index) => drawn.frames[index] === 1,
    area: (index) => drawn.areas[index] === 1,
    support: (index) => drawn.nodes[scene.supports.nodes[index] ?? -1] === 1,
  }
  const { unitsPerPixel } = camera
  return {
    pixelAt: camera.projection === 'orthographic' ? () => unitsPerPixel : (away) => (away / far) * unitsPerPixel,
    isVisible: (kind, index) => isSeen[kind](index),
    nodeLift: nodeLift(sizesOf(scene.bodies)),
    symbolPixels: SYMBOL_PIXELS,
    up,
  }
}

type Point = { readonly x: number; readonly y: number }

/** The part of the line of sight that no section plane cuts away; null where none is left. `size`: of the scene. */
function rayAt(camera: Camera, { x, y }: Point, kept: readonly HalfSpace[], size: number): Ray | null {
  const away = distance(camera.eye, camera.target)
  const isParallel = camera.projection === 'orthographic'
  // In parallel one sees what lies behind the eye, too.
  const from = isParallel ? camera.unproject(x, y, -2 * (away + size + length(camera.target))) : camera.eye
  const along = isParallel ? camera.forward : unit(subtract(camera.unproject(x, y, -1 / away), camera.eye))
  if (!along) return null
  let [near, far] = [0, Infinity]
  for (const { normal, at } of kept) {
    const [step, ahead] = [dot(normal, along), at - dot(normal, from)]
    if (step === 0 && ahead < 0) return null
    if (step > 0) far = Math.min(far, ahead / step)
    if (step < 0) near = Math.max(near, ahead / step)
  }
  return near < far ? { from, along, near, far } : null
}

/** Places that are tried of all shapes together, and of each at least. */
const MOST_PLACES = 800
const LEAST_PLACES = 24
/** Pixels from place to place: a line is met within half of it. */
const STEP = 8
/** The tip of an arrow often ends before what it points at, so many pixels. */
const AHEAD = 32
/** What is pointed at counts more than all that is merely crossed. */
const POINTED_AT = 10 * MOST_PLACES
/** A line whose ends are nearer to each other than this part of its length goes around something. */
const NEARLY_CLOSED = 0.15

function tryStrokes(shapes: readonly SketchShape[], isHit: (place: Point, weight: number) => boolean): void {
  const drawn = shapes.filter(({ type }) => type !== 'text')
  // Words are written beside what they are about; where there is nothing else, on it.
  const meant = drawn.length > 0 ? drawn : shapes
  const most = Math.max(LEAST_PLACES, Math.floor(MOST_PLACES / meant.length))
  for (const { type, points } of meant) {
    const [first, second] = points
    if (!first) continue
    if (type === 'cloud' && second)
      tryInside([first, { x: second.x, y: first.y }, second, { x: first.x, y: second.y }], most, isHit)
    else if (type === 'line' && isAround(points)) tryInside(points, most, isHit)
    else {
      if (type === 'arrow' && second) tryAhead(first, second, isHit)
      tryAlong(points, most, isHit)
    }
  }
}

const apart = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y)
const between = (a: Point, b: Point, share: number): Point => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share })
const lengthOf = (points: readonly Point[]) => points.reduce((sum, point, k) => sum + apart(points[k - 1] ?? point, point), 0)

const isAround = (points: readonly Point[]): boolean => {
  const [first, last] = [points[0], points.at(-1)]
  return points.length > 3 && first !== undefined && last !== undefined && apart(first, last) < NEARLY_CLOSED * lengthOf(points)
}

function tryInside(outline: readonly Point[], most: number, isHit: (place: Point, weight: number) => boolean): void {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const step = Math.max(STEP, Math.sqrt(((right - left) * (bottom - top)) / most), (right - left) / most, (bottom - top) / most)
  for (let y = top + step / 2; y < bottom; y += step)
    for (let x = left + step / 2; x < right; x += step) if (isInside(outline, { x, y })) isHit({ x, y }, 1)
}

function tryAlong(points: readonly Point[], most: number, isHit: (place: Point, weight: number) => boolean): void {
  const step = Math.max(STEP, lengthOf(points) / most)
  let left = 0
  for (const [k, b] of points.entries()) {
    const a = points[k - 1] ?? b
    const long = apart(a, b)
    for (; left <= long; left += step) isHit(long > 0 ? between(a, b, left / long) : a, 1)
    left -= long
  }
}

/** The first thing at or before the tip of an arrow. */
function tryAhead(tail: Point, tip: Point, isHit: (place: Point, weight: number) => boolean): void {
  const long = apart(tail, tip)
  for (let ahead = 0; ahead <= AHEAD; ahead += STEP / 2) {
    if (isHit(long > 0 ? between(tail, tip, 1 + ahead / long) : tip, POINTED_AT) || long === 0) return
  }
}
