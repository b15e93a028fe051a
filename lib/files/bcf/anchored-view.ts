import { toModel } from '#lib/model/display-axes.ts'
import { add, cross, distance, dot, perAxis, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { type Ref, refsText, textRefs } from '#lib/model/validate/refs-text.ts'
import { readCamera, readSection, readUp, sectionText, type ViewCamera, type ViewSection } from '#lib/model/view-query.ts'

/** The view that a comment is pinned to, in model axes and units, read from the viewer's address and written back to it. */

export type AnchoredView = {
  camera: ViewCamera
  isParallel: boolean
  /** Of the picture: of length 1, across the direction of sight. */
  up: Vec
  /** In pixels; null where nobody said. */
  viewport: { width: number; height: number } | null
  only: Ref[] | null
  hidden: Ref[]
  section: ViewSection | null
}

/** What a view without a camera of its own looks at: a sphere in model units. */
export type Around = { middle: Vec; radius: number }

/** Vertical, of the viewer's perspective, in degrees. */
export const FIELD_OF_VIEW = 35
const HALF_HEIGHT = Math.tan((FIELD_OF_VIEW * Math.PI) / 360)
/** From the front right, above: towards the eye. */
const ISO: Vec = [0.5, -0.7, 0.51]
const ROOMY = 1.5
const VIEWPORT = { width: 1500, height: 1000 }

/**
 * `scaled`: what the model's lengths are multiplied by since it began; a view says what they were when it was made. Without a view, or with
 * one that has no camera, it looks at what is around.
 */
export function readAnchoredView(
  text: string | null,
  viewport: AnchoredView['viewport'],
  { scaled, around }: { scaled: number; around: Around },
): AnchoredView {
  const query = new URLSearchParams(text ?? '')
  const before = Number(query.get('scaled'))
  const factor = scaled / (Number.isFinite(before) && before > 0 ? before : 1)
  const turned = readUp(query.get('up'))
  const isParallel = query.get('projection') === 'parallel'
  const read = readCamera(query.get('camera'))
  const camera =
    read && distance(read.position, read.target) > 0 ? scaledCamera(read, factor) : cameraAround(around, turned, isParallel)
  const section = readSection(query.get('section'))
  const only = textRefs(query.get('only'))
  return {
    camera: isParallel && camera.zoom === 0 ? { ...camera, zoom: zoomAround(around, viewport) } : camera,
    isParallel,
    up: upOf(camera, turned),
    viewport,
    only: only.length > 0 ? only : null,
    hidden: textRefs(query.get('hidden')),
    section: section && scaledSection(section, factor),
  }
}

/** As the viewer's address has it. */
export function writeAnchoredView(
  { camera, isParallel, only, hidden, section }: Omit<AnchoredView, 'up' | 'viewport'>,
  selected: readonly Ref[],
  scaled: number,
): string {
  const query = new URLSearchParams()
  const numbers = [...camera.position, ...camera.target].map((value) => Number(value.toPrecision(15)) + 0)
  query.set('camera', [...numbers, ...(isParallel ? [Number(camera.zoom.toPrecision(12))] : [])].join(','))
  if (isParallel) query.set('projection', 'parallel')
  if (selected.length > 0) query.set('selected', refsText(selected))
  if (hidden.length > 0) query.set('hidden', refsText(hidden))
  if (only) query.set('only', refsText(only))
  if (scaled !== 1) query.set('scaled', String(scaled))
  if (section) query.set('section', sectionText(section))
  return query.toString()
}

const times = (factor: number) => (value: Vec) => scale(value, factor)

function scaledCamera({ position, target, zoom }: ViewCamera, factor: number): ViewCamera {
  const place = times(factor)
  return { position: place(position), target: place(target), zoom: zoom / factor }
}

function scaledSection({ low, high }: ViewSection, factor: number): ViewSection {
  const side = (value: number | null) => value && value * factor
  return { low: perAxis((k) => side(low[k])), high: perAxis((k) => side(high[k])) }
}

function cameraAround({ middle, radius }: Around, turned: Up | null, isParallel: boolean): ViewCamera {
  const towards = unit(toModel(turned, ISO)) ?? ISO
  const far = (ROOMY * radius) / Math.sin((FIELD_OF_VIEW * Math.PI) / 360)
  return {
    position: add(middle, scale(towards, far)),
    target: middle,
    zoom: isParallel ? zoomAround({ middle, radius }, null) : 0,
  }
}

const zoomAround = ({ radius }: Around, viewport: AnchoredView['viewport']): number =>
  (viewport ?? VIEWPORT).height / (2 * ROOMY * radius)

/** Across the sight; of who looks along the axis that is up, away from the front. */
function upOf({ position, target }: ViewCamera, turned: Up | null): Vec {
  const sight = unit(subtract(target, position)) ?? [0, 1, 0]
  for (const axis of [
    [0, 0, 1],
    [0, 1, 0],
  ] as const) {
    const wanted = toModel(turned, axis)
    const across = subtract(wanted, scale(sight, dot(wanted, sight)))
    const up = Math.hypot(...across) > 1e-6 ? unit(across) : null
    if (up) return up
  }
  return unit(cross(sight, [1, 0, 0])) ?? [0, 0, 1]
}

/** Height of what is seen at the target, in model units. */
export function heightSeen({ camera, isParallel, viewport }: AnchoredView): number {
  const { position, target, zoom } = camera
  return isParallel ? (viewport ?? VIEWPORT).height / zoom : 2 * HALF_HEIGHT * distance(position, target)
}

/** The pixels of its picture, the longer side at most so long. */
export function pictureSize({ viewport }: Pick<AnchoredView, 'viewport'>, longest: number): { width: number; height: number } {
  const { width, height } = viewport ?? VIEWPORT
  const share = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
}

export const aspectOf = ({ viewport }: Pick<AnchoredView, 'viewport'>): number => {
  const { width, height } = viewport ?? VIEWPORT
  return width / height
}
