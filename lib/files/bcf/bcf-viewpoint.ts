import { createHash } from 'node:crypto'
import { AXES, AXIS_VECTORS, add, distance, dot, perAxis, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewSection } from '#lib/model/view-query.ts'
import type { AnchorElement } from '#lib/schema/comment-bodies.ts'
import { type AnchoredView, type Around, aspectOf, FIELD_OF_VIEW, heightSeen, writeAnchoredView } from './anchored-view.ts'
import { type ElementComponents, toAnchorElements, toRef } from './bcf-elements.ts'
import type { BcfCamera, BcfComponent, BcfPlane, BcfViewpoint } from './bcf-topic.ts'

/** The view of a thread ↔ a viewpoint of BCF, which is in metres. */

/** `metres`: of the model's length unit. */
export type Lengths = { metres: number; scaled: number }

const MOST_COMPONENTS = 1000
/** Decimals of metres: a hundredth of a millimetre. Those of directions: so much at a distance of 10 km. */
const PLACE_DECIMALS = 5
const DIRECTION_DECIMALS = 9

const rounded = (decimals: number) => (value: number) => Number(value.toFixed(decimals)) + 0
const place = ([x, y, z]: Vec, metres: number): Vec => {
  const round = rounded(PLACE_DECIMALS)
  return [round(x * metres), round(y * metres), round(z * metres)]
}
const direction = (value: Vec): Vec => perAxis((k) => rounded(DIRECTION_DECIMALS)(value[k]))

/** RFC 9562, version 5, of the thread's id and the word. */
export function viewpointGuid(threadId: string): string {
  const namespace = Buffer.from(threadId.replaceAll('-', ''), 'hex')
  const bytes = createHash('sha1').update(namespace).update('viewpoint').digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export type PinnedTo = { elements: readonly AnchorElement[]; foreign: readonly BcfComponent[] }

export function toViewpoint(
  threadId: string,
  view: AnchoredView,
  { elements, foreign }: PinnedTo,
  components: ElementComponents,
  { metres }: Lengths,
): BcfViewpoint {
  const exceptions = toAnchorElements(view.only ?? view.hidden)
  return {
    guid: viewpointGuid(threadId),
    camera: toCamera(view, metres),
    selection: [...elements.map((one) => components.toComponent(one)), ...foreign].slice(0, MOST_COMPONENTS),
    isVisible: view.only === null,
    exceptions: exceptions.slice(0, MOST_COMPONENTS).map((one) => components.toComponent(one)),
    planes: view.section ? toPlanes(view.section, metres) : [],
  }
}

function toCamera(view: AnchoredView, metres: number): BcfCamera {
  const { position, target } = view.camera
  const common = {
    position: place(position, metres),
    direction: direction(unit(subtract(target, position)) ?? [0, 1, 0]),
    up: direction(view.up),
    aspect: Number(aspectOf(view).toPrecision(9)),
  }
  if (!view.isParallel) return { ...common, kind: 'perspective', fieldOfView: FIELD_OF_VIEW }
  return { ...common, kind: 'parallel', worldHeight: Number((heightSeen(view) * metres).toPrecision(9)) }
}

function toPlanes({ low, high }: ViewSection, metres: number): BcfPlane[] {
  const side = (axis: 0 | 1 | 2, value: number | null, out: 1 | -1): BcfPlane[] =>
    value === null
      ? []
      : [{ at: place(scale(AXIS_VECTORS[axis], value), metres), direction: perAxis((k) => (k === axis ? out : 0)) }]
  return AXES.flatMap((axis) => [...side(axis, low[axis], -1), ...side(axis, high[axis], 1)])
}

/** What of a viewpoint is kept of it; `lost`: in words. */
export type FromViewpoint = {
  elements: AnchorElement[]
  foreign: BcfComponent[]
  view: string | null
  viewport: { width: number; height: number } | null
  lost: string[]
}

const MOST_ELEMENTS = 200
const MOST_FOREIGN = 200
const LONGEST_VIEW = 4000
const LONG_SIDE = 1500

/** `around`: of elements, or of the whole model where none are named; it says how far off lies what is looked at. */
export function fromViewpoint(
  { camera, selection, isVisible, exceptions, planes }: BcfViewpoint,
  components: ElementComponents,
  around: (elements: readonly AnchorElement[]) => Around,
  { metres, scaled }: Lengths,
): FromViewpoint {
  const lost: string[] = []
  const all = ownAndForeign(selection, components)
  const [elements, foreign] = [all.own.slice(0, MOST_ELEMENTS), all.foreign.slice(0, MOST_FOREIGN)]
  lose(lost, all.own.length - elements.length, 'more selected elements')
  lose(lost, all.foreign.length - foreign.length, 'more components of other programs')
  if (!camera)
    return { elements, foreign, view: null, viewport: null, lost: [...lost, ...(planes.length > 0 ? ['clipping planes'] : [])] }

  const aspect = camera.aspect ?? 1.5
  const wide = aspect >= 1 ? LONG_SIDE : LONG_SIDE * aspect
  const viewport = { width: clamped(wide), height: clamped(wide / aspect) }
  const position = scale(camera.position, 1 / metres)
  const { middle, radius } = around(elements)
  const ahead = dot(subtract(middle, position), camera.direction)
  const far = ahead > 0 ? ahead : Math.max(radius, distance(middle, position))
  const shown = ownAndForeign(exceptions, components)
  lose(lost, shown.foreign.length, isVisible ? 'hidden components of other programs' : 'shown components of other programs')
  const refs = shown.own.map(toRef)
  const section = toSection(planes, metres, lost)
  const view = {
    camera: {
      position,
      target: add(position, scale(camera.direction, far)),
      zoom: camera.kind === 'parallel' ? (viewport.height * metres) / camera.worldHeight : 0,
    },
    isParallel: camera.kind === 'parallel',
    section,
  }
  const [hidden, only] = isVisible ? [refs, null] : [[], refs.length > 0 ? refs : null]
  const text = writeAnchoredView({ ...view, hidden, only }, elements.map(toRef), scaled)
  if (text.length <= LONGEST_VIEW) return { elements, foreign, view: text, viewport, lost }
  lose(lost, refs.length, isVisible ? 'hidden elements' : 'elements that alone are shown')
  return { elements, foreign, view: writeAnchoredView({ ...view, hidden: [], only: null }, [], scaled), viewport, lost }
}

const clamped = (side: number): number => Math.min(10_000, Math.max(1, Math.round(side)))

function lose(lost: string[], count: number, what: string): void {
  if (count > 0) lost.push(`${count} ${what}`)
}

/** Each element once. */
function ownAndForeign(list: readonly BcfComponent[], components: ElementComponents) {
  const own = new Map<string, AnchorElement>()
  const foreign: BcfComponent[] = []
  for (const component of list) {
    const element = components.toElement(component)
    if (element) own.set(`${element.kind} ${element.id}`, element)
    else foreign.push(component)
  }
  return { own: [...own.values()], foreign }
}

const ALONG = 1 - 1e-6

/** Planes across an axis are sides of a box; of several on one side the one that leaves least. */
function toSection(planes: readonly BcfPlane[], metres: number, lost: string[]): ViewSection | null {
  const section: ViewSection = { low: [null, null, null], high: [null, null, null] }
  let slanting = 0
  for (const { at, direction: out } of planes) {
    const axis = AXES.find((k) => Math.abs(out[k]) >= ALONG)
    if (axis === undefined) {
      slanting++
      continue
    }
    const value = at[axis] / metres
    const [side, tighter] = out[axis] < 0 ? (['low', Math.max] as const) : (['high', Math.min] as const)
    section[side][axis] = tighter(section[side][axis] ?? value, value)
  }
  lose(lost, slanting, slanting === 1 ? 'clipping plane across no axis' : 'clipping planes across no axis')
  return slanting < planes.length ? section : null
}

/**
 * Whether somebody has moved the camera, selected, hidden or cut since the viewpoint was written. Compared is what is kept of the two: other
 * programs write other digits, wider pictures, and elements by the ids of another model's file.
 */
export function isSameViewpoint(
  one: BcfViewpoint,
  other: BcfViewpoint,
  components: ElementComponents,
  { metres }: Pick<Lengths, 'metres'>,
): boolean {
  const [a, b] = [keptOf(one, components, metres), keptOf(other, components, metres)]
  return isSameCamera(one.camera, other.camera) && a.words === b.words && isSameSection(a.section, b.section, PLACE / metres)
}

/** All of a viewpoint but its camera. */
function keptOf({ selection, isVisible, exceptions, planes }: BcfViewpoint, components: ElementComponents, metres: number) {
  const { own, foreign } = ownAndForeign(selection, components)
  const shown = ownAndForeign(exceptions, components).own
  const words = [
    [own.slice(0, MOST_ELEMENTS), foreign.slice(0, MOST_FOREIGN)].map((list) => list.map((item) => JSON.stringify(item)).sort()),
    [isVisible || shown.length === 0, shown.map((item) => JSON.stringify(item)).sort()],
  ]
  return { words: JSON.stringify(words), section: toSection(planes, metres, []) }
}

const PLACE = 1.5e-5
const DIRECTION = 1e-6

const near = (a: Vec, b: Vec, tolerance: number): boolean => AXES.every((k) => Math.abs(a[k] - b[k]) <= tolerance)

function isSameSection(one: ViewSection | null, other: ViewSection | null, tolerance: number): boolean {
  const sides = (section: ViewSection | null) => (section ? [...section.low, ...section.high] : Array(6).fill(null))
  const there: (number | null)[] = sides(other)
  return sides(one).every((side: number | null, k) => {
    const twin = there[k] ?? null
    return side === null || twin === null ? side === twin : Math.abs(side - twin) <= tolerance
  })
}

/** How wide a perspective is and how the picture is rolled is not kept. */
export function isSameCamera(one: BcfCamera | null, other: BcfCamera | null): boolean {
  if (!one || !other) return one === other
  return (
    near(one.position, other.position, PLACE) &&
    near(one.direction, other.direction, DIRECTION) &&
    (worldHeightOf(one) === null) === (worldHeightOf(other) === null) &&
    Math.abs((worldHeightOf(one) ?? 0) - (worldHeightOf(other) ?? 0)) <= 1e-6 * (worldHeightOf(one) ?? 0)
  )
}

const worldHeightOf = (camera: BcfCamera): number | null => (camera.kind === 'parallel' ? camera.worldHeight : null)
