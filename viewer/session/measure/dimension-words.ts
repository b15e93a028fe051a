import { inWords } from '#lib/model/measures.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { formatLength, type LengthDisplay, readUnits } from '#lib/model/units.ts'
import type { ModelSummary } from '../../worker/questions.ts'
import { circleThrough, frameAngle, measurement } from './measurement.ts'
import type { PlacedDimension, PlacedPoint } from './place-dimensions.ts'

/** The unit of a model and the one that it is read in. */
export type Words = ReturnType<typeof wordsIn>

export function wordsIn(units: ModelSummary['units'], display: LengthDisplay) {
  const unit = readUnits(units).length
  const size = (value: number) => formatLength(Number(value.toPrecision(6)), unit, display)
  return {
    length: size,
    area: (value: number) => inWords(Number(value.toPrecision(6)), 'area', unit, display),
    angle: (degrees: number) => `${degrees.toFixed(2)}°`,
    delta: ([x, y, z]: Vec) => `Δx ${size(x)}, Δy ${size(y)}, Δz ${size(z)}`,
  }
}

/** Its points, where all of them are known. */
export const placesOf = ({ points }: PlacedDimension): Vec[] | null => {
  const places = points.flatMap(({ at }) => (at ? [at] : []))
  return places.length === points.length ? places : null
}

/** What a dimension measures, in words; null while it is in the making or where a point of it is not known. */
export function measuredText(dimension: PlacedDimension, words: Words): string | null {
  const places = placesOf(dimension)
  const [first, second] = dimension.points
  if (!places || !first) return null
  switch (dimension.of) {
    case 'length':
      return places.length > 1 ? words.length(measurement(places).total) : null
    case 'angle': {
      const between = second && angleBetween(first, second)
      return !between ? null : between.vertex ? words.angle(between.angle) : `parallel, ${words.length(between.apart)} apart`
    }
    case 'area':
      return first.face === null ? null : words.area(first.face)
    case 'radius': {
      const [a, b, c] = places
      if (!a || !b || !c) return null
      const circle = circleThrough(a, b, c)
      return circle ? `R ${words.length(circle.radius)}` : 'on a line'
    }
  }
}

export function angleBetween(first: PlacedPoint, second: PlacedPoint) {
  return first.at && first.along && second.at && second.along
    ? frameAngle([first.at, first.along], [second.at, second.along])
    : null
}
