import type { Vec } from '#lib/model/shape/vector.ts'
import { refsText, textRefs } from '#lib/model/validate/refs-text.ts'
import { isKeyOf } from '#lib/values/object-keys.ts'
import type { ElementRef } from '../../worker/elements.ts'

/** What a dimension measures: along a chain of points, between two frames, over a face, around three points. */
export type Measures = 'length' | 'angle' | 'area' | 'radius'

/** `at` in model axes; null where only the node is known that it is. `on`: the element it stands on and follows. */
export type DimensionPoint = { on: ElementRef | null; at: Vec | null }
export type Dimension = { of: Measures; points: readonly DimensionPoint[] }

export const MOST_DIMENSIONS = 50

/** So many points make it whole; a chain goes on for as long as somebody adds to it. */
export const NEEDS: Record<Measures, number> = { length: 2, angle: 2, area: 1, radius: 3 }

export const isWhole = ({ of, points }: Dimension) => points.length >= NEEDS[of]

/** `n:A1,n:B1;angle:p:0/0/3/f:B1,p:1.2/0/3.4/f:C1` in an address: a node, or a place and what it is on. */
export const dimensionsText = (dimensions: readonly Dimension[]): string =>
  dimensions
    .map(({ of, points }) => `${of === 'length' ? '' : `${of}:`}${points.map(pointText).join(',')}`)
    .filter((text) => text !== '')
    .join(';')

function pointText({ on, at }: DimensionPoint): string {
  if (!at || on?.kind === 'node') return on ? refsText([on]) : ''
  const place = at.map((value) => Number(value.toPrecision(12))).join('/')
  return `p:${place}${on ? `/${refsText([on])}` : ''}`
}

/** What cannot be read is left out, and a dimension of which too little is left. */
export function textDimensions(text: string | null): Dimension[] {
  const dimensions = (text ?? '').split(';').flatMap((part): Dimension[] => {
    const [, word, list = ''] = /^(?:(angle|area|radius):)?(.*)$/s.exec(part) ?? []
    const of = word && isKeyOf(NEEDS, word) ? word : 'length'
    const points = list.split(',').flatMap(textPoint)
    const most = of === 'length' ? points.length : NEEDS[of]
    return points.length > 0 ? [{ of, points: points.slice(0, most) }] : []
  })
  // Only the last may still be in the making.
  return dimensions.filter((one, k) => isWhole(one) || k === dimensions.length - 1).slice(0, MOST_DIMENSIONS)
}

function textPoint(text: string): DimensionPoint[] {
  if (!text.startsWith('p:')) return textRefs(text).flatMap((on) => (on.kind === 'node' ? [{ on, at: null }] : []))
  const [x, y, z, ...more] = text.slice(2).split('/')
  const number = (value: string | undefined) => (value ? Number(value) : Number.NaN)
  const point: Vec = [number(x), number(y), number(z)]
  if (!point.every(Number.isFinite)) return []
  const [on = null] = more.length ? textRefs(more.join('/')) : []
  return [{ at: point, on: on && (on.kind === 'frame' || on.kind === 'area') ? on : null }]
}

/** The same dimensions with the same points on the same elements, wherever these are now. */
export const areSameDimensions = (some: readonly Dimension[], others: readonly Dimension[]): boolean =>
  some.length === others.length &&
  some.every(({ of, points }, k) => {
    const other = others[k]
    return (
      other?.of === of &&
      other.points.length === points.length &&
      points.every(({ on }, i) => on !== null && on.kind === other.points[i]?.on?.kind && on.id === other.points[i]?.on?.id)
    )
  })
