import { add, cross, dot, length, scale, subtract, unit, type Vec } from '#lib/model/shape/vector.ts'
import type { SafImport } from './saf-import.ts'

/** Curves of members and edges, as the straight pieces that stand for them. SAF guide, "Geometry". */

/** Degrees that one chord of an arc spans at most. */
const CHORD = 22.5

/** How many nodes each kind of segment runs through; a spline takes all that are left. */
const SEGMENT_NODES: Readonly<Record<string, number>> = { line: 2, circulararc: 3, parabolicarc: 3, bezier: 4 }

/** Nodes in order, of which each two neighbours are a piece; null where the curve stands for none. */
export function polylineOf(saf: SafImport, name: string, nodes: readonly string[], segments: readonly string[]): string[] | null {
  const { report } = saf
  const words = segments.map((one) => one.toLowerCase().replace(/[^a-z]/g, ''))
  if (nodes.length < 2 || words.some((word) => word.startsWith('circle'))) {
    report.note('dropped', 'curve', { example: name })
    return null
  }
  const chain: string[] = [nodes[0]!]
  let [at, isDivided, isGuessed] = [0, false, false]
  for (const word of words.length > 0 ? words : nodes.slice(1).map(() => 'line')) {
    const span = Math.min(SEGMENT_NODES[word] ?? nodes.length - at, nodes.length - at)
    if (span < 2) break
    const through = nodes.slice(at, at + span)
    at += span - 1
    const arc = word === 'circulararc' && span === 3 ? arcNodes(saf, through as [string, string, string]) : undefined
    isDivided ||= arc !== undefined
    isGuessed ||= word !== 'line' && arc === undefined
    chain.push(...(arc ?? through.slice(1)))
  }
  for (const rest of nodes.slice(at + 1)) chain.push(rest)
  if (isDivided) report.note('converted', 'curve_divided', { example: name })
  if (isGuessed) report.note('guessed', 'curve_as_polyline', { example: name })
  return chain
}

/** The nodes behind the first of an arc through three; its middle one stays a node. Undefined where they lie on a line. */
function arcNodes(saf: SafImport, [first, middle, last]: readonly [string, string, string]): string[] | undefined {
  const { places } = saf
  const [a, b, c] = [places.get(first), places.get(middle), places.get(last)]
  if (!a || !b || !c) return undefined
  const [u, v] = [subtract(b, a), subtract(c, a)]
  const normal = cross(u, v)
  const size = dot(normal, normal)
  if (!(size > 1e-18 * dot(u, u) * dot(v, v))) return undefined
  // The centre of the circle through three points.
  const centre = add(a, scale(add(scale(cross(normal, u), dot(v, v)), scale(cross(v, normal), dot(u, u))), 1 / (2 * size)))
  const axis = unit(normal) ?? normal
  return [...pieceNodes(saf, centre, axis, a, b), middle, ...pieceNodes(saf, centre, axis, b, c), last]
}

/** New nodes between two points of a circle, turning about its axis by the right hand. */
function pieceNodes({ model, places }: SafImport, centre: Vec, axis: Vec, from: Vec, to: Vec): string[] {
  const [start, end] = [subtract(from, centre), subtract(to, centre)]
  const side = cross(axis, start)
  const turn = Math.atan2(dot(end, side), dot(end, start))
  const angle = turn <= 0 ? turn + 2 * Math.PI : turn
  const count = Math.max(1, Math.ceil((angle * 180) / Math.PI / CHORD - 1e-9))
  return Array.from({ length: count - 1 }, (_, k) => {
    const part = (angle * (k + 1)) / count
    const [x, y, z] = add(centre, add(scale(start, Math.cos(part)), scale(side, Math.sin(part))))
    const id = freeNode(model)
    model.add('nodes', { id, position: { x, y, z } })
    places.set(id, [x, y, z])
    return id
  })
}

function freeNode(model: SafImport['model']): string {
  let number = model.count('nodes') + 1
  while (model.has('nodes', `M${number}`)) number++
  return `M${number}`
}

/** Nodes that lie on the pieces of a polyline, each in its place. */
export function withInternalNodes({ places }: SafImport, chain: readonly string[], internal: readonly string[]): string[] {
  const own = new Set(chain)
  const left = internal.flatMap((id) => {
    const place = own.has(id) ? undefined : places.get(id)
    return place ? [{ id, place }] : []
  })
  if (left.length === 0) return [...chain]
  const divided: string[] = [chain[0]!]
  for (const [k, to] of chain.slice(1).entries()) {
    const [start, end] = [places.get(chain[k]!), places.get(to)]
    if (start && end) {
      const along = subtract(end, start)
      const size = length(along)
      const on = left.flatMap(({ id, place }) => {
        const from = subtract(place, start)
        const share = dot(from, along) / (size * size)
        const away = length(subtract(from, scale(along, share)))
        return share > 0 && share < 1 && away <= 1e-6 * size ? [{ id, share }] : []
      })
      divided.push(...on.sort((one, other) => one.share - other.share).map(({ id }) => id))
    }
    divided.push(to)
  }
  return divided
}
