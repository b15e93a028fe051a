import { length, subtract } from '#lib/model/shape/vector.ts'
import type { ViewerSession } from '../session.ts'
import type { View, ViewState } from '../view/view-state.ts'
import { type Dimension, type DimensionPoint, isWhole, type Measures, MOST_DIMENSIONS } from './dimensions.ts'

/** What is done with dimensions: begun, continued, ended, taken back, removed. */

type Viewed = Pick<ViewerSession, 'view'>

/** Presses whose element is still asked for. What is done after a press waits for them. */
const presses = new WeakMap<View, Promise<unknown>>()

export function awaitPress({ view }: Viewed, press: Promise<unknown>) {
  presses.set(view, press)
  const end = () => presses.get(view) === press && presses.delete(view)
  void press.then(end, end)
}
function afterPresses({ view }: Viewed, act: () => void) {
  const press = presses.get(view)
  if (press) void press.then(act, act)
  else act()
}

export const startMeasuring = (session: Viewed, of: Measures = 'length') =>
  afterPresses(session, () => endWith(session, { measuring: of, refused: null }))

export const turnMeasuring = (session: Viewed) =>
  session.view.get().measuring ? stopMeasuring(session) : startMeasuring(session)

/** What is not whole goes; all else stays in the picture and in the address. */
export const stopMeasuring = (session: Viewed) =>
  afterPresses(session, () => endWith(session, { measuring: null, refused: null, snap: null }))

const endWith = ({ view }: Viewed, more: Partial<ViewState>) =>
  view.set(({ dimensions }) => ({ ...more, isChaining: false, dimensions: withWhole(dimensions) }))

/** The same list where nothing goes, so that it is no step for Back. */
function withWhole(dimensions: readonly Dimension[]): readonly Dimension[] {
  const whole = dimensions.filter(isWhole)
  return whole.length === dimensions.length ? dimensions : whole
}

/** The points of the dimension that the next press adds to. */
export function begun({ view }: Viewed): readonly DimensionPoint[] {
  const { dimensions, measuring, isChaining } = view.get()
  const last = dimensions.at(-1)
  return last && last.of === measuring && (!isWhole(last) || (isChaining && last.of === 'length')) ? last.points : []
}

/** Null: it was taken; else why it was not. The last point again ends a chain. */
export function measureTo(session: Viewed, point: DimensionPoint): string | null {
  const { view } = session
  const { dimensions, measuring } = view.get()
  if (!measuring) return null
  const points = begun(session)
  const last = points.at(-1)
  if (last && (measuring === 'length' || measuring === 'radius') && isSame(last, point)) {
    if (measuring === 'length') endWith(session, {})
    return null
  }
  if (points.length === 0 && dimensions.filter(isWhole).length >= MOST_DIMENSIONS)
    return `${MOST_DIMENSIONS} dimensions are kept: remove one first`
  if (measuring === 'angle' && point.on?.kind !== 'frame') return 'An angle is measured between two frames'
  if (measuring === 'area' && point.on?.kind !== 'frame' && point.on?.kind !== 'area') return 'Point at a face'
  if (measuring === 'angle' && last?.on?.id === point.on?.id) return 'The same frame has no angle with itself'
  const before = points.length > 0 ? dimensions.slice(0, -1) : dimensions
  view.set({ dimensions: [...before, { of: measuring, points: [...points, point] }], isChaining: measuring === 'length' })
  return null
}

const isSame = (a: DimensionPoint, b: DimensionPoint) =>
  a.on?.kind === 'node' && b.on?.kind === 'node'
    ? a.on.id === b.on.id
    : a.at !== null && b.at !== null && length(subtract(a.at, b.at)) <= 1e-9 * Math.max(1, length(a.at))

/** The next press begins another. */
export const endDimension = (session: Viewed) => afterPresses(session, () => endWith(session, {}))

export const takePointBack = (session: Viewed) => afterPresses(session, () => dropPoint(session))

function dropPoint({ view }: Viewed) {
  const { dimensions } = view.get()
  const last = dimensions.at(-1)
  if (!last) return
  const points = last.points.slice(0, -1)
  const hasStarted = points.length > 0
  view.set({
    dimensions: [...dimensions.slice(0, -1), ...(hasStarted ? [{ ...last, points }] : [])],
    isChaining: hasStarted && last.of === 'length',
    ...(hasStarted && { measuring: last.of }),
  })
}

export function removeDimension({ view }: Viewed, k: number) {
  const { dimensions, isChaining } = view.get()
  const isLast = k === dimensions.length - 1
  view.set({ dimensions: dimensions.filter((_, i) => i !== k), isChaining: isChaining && !isLast })
}
