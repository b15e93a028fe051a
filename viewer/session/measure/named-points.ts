import { areaTriangles, bodyLine } from '#lib/geometry/pick/body-edges.ts'
import { add, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { ElementKind, ElementRef, FoundElement } from '../../worker/elements.ts'
import type { Drawn } from '../live-model.ts'
import type { ViewerSession } from '../session.ts'
import { inModel } from '../view/model-point.ts'
import type { DimensionPoint, Measures } from './dimensions.ts'
import { measureTo } from './measure-mode.ts'

/** What stands for a point where nobody points: an id, three coordinates, an element that is selected. */

/** What each measures to, by its id. */
const KIND_FOR = { length: 'node', radius: 'node', angle: 'frame', area: 'area' } as const satisfies Record<Measures, ElementKind>

/** Null: it was taken; else why not. */
export async function measureToTyped(session: ViewerSession, text: string): Promise<string | null> {
  const { measuring } = session.view.get()
  if (!measuring) return null
  const wanted = text.trim()
  const numbers = wanted.split(/[\s,;]+/).map((part) => (part === '' ? Number.NaN : Number(part)))
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = numbers
  const isPlace = numbers.length === 3 && numbers.every(Number.isFinite)
  if (isPlace && (measuring === 'length' || measuring === 'radius')) return measureTo(session, { on: null, at: [x, y, z] })
  const kind = KIND_FOR[measuring]
  const [found] = await session.model.ask('find', { refs: [{ kind, id: wanted }] })
  const point = found && pointOn(session, found)
  return point ? measureTo(session, point) : `There is no ${kind} ${wanted}`
}

/** The first reason why one was not taken. */
export function measureToSelected(session: ViewerSession): string | null {
  const { measuring, selected } = session.view.get()
  if (!measuring) return null
  const fit = selected.filter(({ kind }) => kind === KIND_FOR[measuring])
  const refused = fit.map((element) => {
    const point = pointOn(session, element)
    return point && measureTo(session, point)
  })
  return refused.find((why) => why !== null) ?? null
}

/** Whether anything of the selection can be measured to. */
export const isMeasurable = (measuring: Measures, selected: readonly ElementRef[]) =>
  selected.some(({ kind }) => kind === KIND_FOR[measuring])

function pointOn(session: ViewerSession, { kind, id, index }: FoundElement): DimensionPoint | null {
  const { drawn } = session.model.state.get()
  if (kind === 'node') return { on: { kind, id }, at: null }
  const point = drawn && (kind === 'frame' || kind === 'area') ? middleOf(drawn, kind, index) : null
  return point && { on: { kind, id }, at: point }
}

/** The middle of a frame's axis; some place of an area's face. */
function middleOf({ scene }: Drawn, kind: 'frame' | 'area', index: number): Vec | null {
  const line = kind === 'frame' ? bodyLine(scene, index) : null
  if (line) return inModel(scale(add(...line), 0.5), scene)
  const [triangle] = kind === 'area' ? areaTriangles(scene, index) : []
  return triangle ? inModel(scale(add(triangle[0], add(triangle[1], triangle[2])), 1 / 3), scene) : null
}
