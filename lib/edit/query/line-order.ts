import { quoted } from '#lib/model/validate/references.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import { compareKeys } from './group-keys.ts'
import { type Line, type QueryContext, quantityOf } from './lines.ts'

type Order = (context: QueryContext) => (one: Line, other: Line) => number

/** By which of the shown quantities lines fall where nothing is said: what weighs or fills most, before how many there are. */
const GRAVEST: readonly string[] = ['load', 'mass', 'volume', 'area', 'length', 'height', 'elevation', 'count']

/** Storeys from the top, else falling by the gravest quantity, unless something else is asked for; of equal ones by their keys. */
export function orderOf(sort: string | undefined, show: readonly string[], issues: Issue[]): Order {
  const quantities = show.filter((one) => one !== 'ids' && one !== 'fields' && one !== 'centroid')
  const name = sort?.replace(/^-/, '')
  const chosen = [...quantities, 'key'].find((one) => one === name)
  if (sort !== undefined && chosen === undefined) {
    const msg = `${quoted(sort)} is not shown: sort by ${[...quantities, 'key'].join(', ')}, or with - before it`
    issues.push(valueError(['sort'], msg))
  }
  return ({ keys }) => {
    const byKey = (one: Line, other: Line) => {
      for (let i = 0; i < one.key.length; i++) {
        const way = compareKeys(one.key[i]!, other.key[i]!)
        if (way !== 0) return way
      }
      return 0
    }
    if (chosen === 'key') return (one, other) => (sort?.startsWith('-') ? byKey(other, one) : byKey(one, other))
    // Rows are in model order, and stay so where they are equal.
    const isOfRows = show.includes('fields')
    const otherwise = isOfRows ? () => 0 : byKey
    if (chosen) return (one, other) => compareValues(one, other, chosen, sort?.startsWith('-') ? -1 : 1) || otherwise(one, other)
    const first = GRAVEST.find((quantity) => quantities.includes(quantity))
    return (one, other) => {
      if (keys.includes('storey')) {
        const [a, b] = [one.storey?.elevation ?? Number.NEGATIVE_INFINITY, other.storey?.elevation ?? Number.NEGATIVE_INFINITY]
        if (a !== b) return b - a
      }
      return (first ? compareValues(one, other, first, -1) : 0) || otherwise(one, other)
    }
  }
}

function compareValues(one: Line, other: Line, quantity: string, way: 1 | -1): number {
  const [a, b] = [sortValue(one, quantity), sortValue(other, quantity)]
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  return way * (a - b)
}

function sortValue(line: Line, quantity: string): number | null {
  const value = quantityOf(line, quantity)
  if (quantity === 'load') return line.load && Math.hypot(...line.load)
  return typeof value === 'number' ? value : null
}
