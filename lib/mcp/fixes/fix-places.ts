import { isKind } from '#lib/model/validate/defaults.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { Place } from '#lib/service/elements/names-in-model.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Background, pointIn, valueAt } from './background.ts'
import { type Fix, replaceKeys } from './patch.ts'

/** Places where ids of nodes belong: the nodes that are there. */

const OF_NODE = new Set(['startNodeId', 'endNodeId', 'nodeId'])

/** `{"x": 0, "y": 0, "z": 3.5}`, `[0, 0, 3.5]` */
export function placeIn(value: unknown): Place | undefined {
  const point = pointIn(value)
  if (point || !isDictionary(value)) return point
  const { x, y, z, ...others } = value
  const isPlace = typeof x === 'number' && typeof y === 'number' && typeof z === 'number'
  return isPlace && Object.keys(others).length === 0 ? { x, y, z } : undefined
}

/** A place under `key` of an object that wants the id of a node in `field`. */
export function placeFix(holder: Issue['loc'], key: string, field: string, { sent, nodeAt }: Background): Fix | undefined {
  const place = OF_NODE.has(field) ? placeIn(valueAt(sent, [...holder, key])) : undefined
  if (!place) return undefined
  const where = `(${place.x}, ${place.y}, ${place.z})`
  const id = nodeAt?.(place)
  if (id === undefined) return `${field} is the id of a node: send one at ${where} in nodes, and here its id`
  return {
    patches: replaceKeys(holder, key === field ? [] : [key], { [field]: id }),
    words: `${field} is the id of a node: ${JSON.stringify(id)} is at ${where}`,
  }
}

const MOST_PLACES = 100

/** The places in elements that something is wrong with. */
export function placesMeant(issues: readonly Issue[], sent: unknown): Place[] {
  const wrong = issues.filter(({ type }) => /^(string_type|list_type|missing|extra_forbidden)$/.test(type))
  const elements = new Map(wrong.flatMap(({ loc }) => elementAt(loc)).map((loc) => [loc.join(), loc]))
  return [...elements.values()].flatMap((loc) => placesIn(valueAt(sent, loc))).slice(0, MOST_PLACES)
}

/** The place of the element; none of nodes, which have places of their own. */
function elementAt(loc: Issue['loc']): Issue['loc'][] {
  const index = loc.findIndex((step) => isKind(String(step)))
  return index < 0 || loc[index] === 'nodes' || typeof loc[index + 1] !== 'number' ? [] : [loc.slice(0, index + 2)]
}

function placesIn(value: unknown): Place[] {
  const place = placeIn(value)
  if (place) return [place]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(placesIn) : []
}
