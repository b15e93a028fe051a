import type { Issue } from '#lib/schema/model-error.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Background, isFree, pointIn, valueAt } from './background.ts'
import { type Fix, replaceKeys } from './patch.ts'

/** Outlines and openings by coordinates: nodes of these places, and their ids. */

type Corner = { x: number; y: number; z: number | undefined }

const INSIDE = ['nodeIds', 'nodes', 'points', 'polygon', 'vertices', 'corners', 'outline', 'boundary']

/** `at`: the field of an area; `value`: loops in whatever form; `key`: the name under which they were sent. */
export function pointsFix(at: Issue['loc'], value: unknown, background: Background, key = String(at.at(-1))): Fix | undefined {
  const { sent } = background
  if (!Array.isArray(value) || value.length === 0) return undefined
  const field = String(at.at(-1))
  const loops = (isLoop(value) ? [value] : value).map(inside)
  const holder = at.slice(0, -1)
  const gone = key === field ? [] : [key]
  if (loops.every((loop) => Array.isArray(loop) && loop.length > 2 && loop.every((one) => typeof one === 'string'))) {
    if (gone.length === 0 && JSON.stringify(loops) === JSON.stringify(value)) return undefined
    return { patches: replaceKeys(holder, gone, { [field]: loops }), words: `send "${field}": ${JSON.stringify(loops)}` }
  }
  const outlines = loops.map(cornersOf)
  if (!outlines.every((loop) => loop !== undefined)) return undefined
  const area = valueAt(sent, holder)
  const height = heightOf(area, sent)
  const name = isDictionary(area) && typeof area.id === 'string' ? `${area.id}-` : ''
  const what = field === 'nodeIds' ? 'corner' : 'opening'
  const corners = outlines.map((loop, i) =>
    loop.map(({ z = height, ...plan }, k) => ({
      id: `${name}${what}-${field === 'nodeIds' ? '' : `${i + 1}-`}${k + 1}`,
      there: z === undefined ? undefined : background.nodeAt?.({ ...plan, z }),
      position: { ...plan, z },
    })),
  )
  const all = corners.flatMap((loop) => loop.flatMap(({ there, ...node }) => (there === undefined ? [node] : [])))
  // Where a rectangle is measured from nobody knows but who wrote it.
  const isMeasured = loops.some(isDictionary)
  if (isMeasured || all.some(({ position }) => position.z === undefined)) {
    const places = outlines.map((loop) => loop.map(({ x, y }) => `(${x}, ${y})`).join(' ')).join('; ')
    const reading = isMeasured ? ', if x and y are a corner in coordinates of the model,' : ''
    return `corners are nodes, which have x, y and z: send nodes at ${places}${reading} in the plane of the area, and their ids in ${field}`
  }
  const ids = corners.map((loop) => loop.map(({ id, there }) => there ?? id))
  const own = field === 'nodeIds' ? ids[0] : ids
  if (all.length === 0)
    return {
      patches: replaceKeys(holder, gone, { [field]: own }),
      words: `nodes are there: send "${field}": ${JSON.stringify(own)}`,
    }
  const words = `corners are nodes: send "nodes": ${JSON.stringify(all)} too, with ids of your own, and here "${field}": ${JSON.stringify(own)}`
  const isNew = all.every(({ id }) => isFree(background, 'nodes', id))
  return (isNew ? withNodes({ holder, gone, field, own, nodes: all, sent, words }) : undefined) ?? words
}

type Added = {
  holder: Issue['loc']
  gone: readonly string[]
  field: string
  own: unknown
  nodes: readonly object[]
  sent: unknown
  words: string
}

/** The nodes, and the area with their ids. */
function withNodes({ holder, gone, field, own, nodes, sent, words }: Added): Fix | undefined {
  const [kind, index] = holder
  const { areas, nodes: there = [] } = isDictionary(sent) ? sent : {}
  if (kind !== 'areas' || typeof index !== 'number' || !Array.isArray(areas) || !Array.isArray(there)) return undefined
  const mended = areas.map((one, i) => (i === index ? withField(one, gone, field, own) : one))
  return { patches: replaceKeys([], [], { nodes: [...there, ...nodes], areas: mended }), words }
}

function withField(value: unknown, gone: readonly string[], field: string, own: unknown): unknown {
  const kept = Object.entries(isDictionary(value) ? value : {}).filter(([key]) => !gone.includes(key))
  return { ...Object.fromEntries(kept), [field]: own }
}

/** The height of a level area whose corners are sent with it. */
function heightOf(area: unknown, sent: unknown): number | undefined {
  const ids = isDictionary(area) && Array.isArray(area.nodeIds) ? area.nodeIds : []
  const nodes = isDictionary(sent) && Array.isArray(sent.nodes) ? sent.nodes.filter(isDictionary) : []
  const heights = ids.map((id) =>
    valueAt(
      nodes.find((one) => one.id === id),
      ['position', 'z'],
    ),
  )
  const [first] = heights
  return typeof first === 'number' && heights.every((one) => one === first) ? first : undefined
}

const numbersIn = (one: unknown): Corner | undefined => {
  const point = pointIn(one)
  if (point) return point
  if (Array.isArray(one)) {
    const [x, y, ...others] = one
    return typeof x === 'number' && typeof y === 'number' && others.length === 0 ? { x, y, z: undefined } : undefined
  }
  if (!isDictionary(one)) return undefined
  const { x, y, z, ...others } = isDictionary(one.position) ? one.position : one
  if (typeof x !== 'number' || typeof y !== 'number' || (z !== undefined && typeof z !== 'number')) return undefined
  return Object.keys(others).every((key) => key === 'id') ? { x, y, z } : undefined
}

const isLoop = (value: readonly unknown[]): boolean =>
  value.every((one) => typeof one === 'string') || value.every((one) => numbersIn(one) !== undefined)

/** A loop within an object: `{"nodeIds": […]}`, `{"points": […]}`. */
function inside(loop: unknown): unknown {
  if (!isDictionary(loop)) return loop
  const key = INSIDE.find((name) => Array.isArray(loop[name]))
  return key === undefined ? loop : loop[key]
}

function cornersOf(loop: unknown): Corner[] | undefined {
  if (isDictionary(loop)) return rectangleOf(loop)
  if (!Array.isArray(loop) || loop.length < 3) return undefined
  const corners = loop.map(numbersIn)
  return corners.every((one) => one !== undefined) ? corners : undefined
}

/** `{"x":1,"y":1,"width":2,"height":1}`, `{"xmin":1,"xmax":3,"ymin":1,"ymax":2}`. */
function rectangleOf(box: Record<string, unknown>): Corner[] | undefined {
  const { z, w, h, width = w, height = h, depth = height, length = depth } = box
  const { x, y, x1 = x, y1 = y, xmin = x1, ymin = y1, xMin = xmin, yMin = ymin } = box
  const { x2, y2, xmax = x2, ymax = y2, xMax = xmax, yMax = ymax } = box
  const end = (from: unknown, to: unknown, size: unknown) => to ?? Number(from) + Number(size)
  const [right, top] = [end(xMin, xMax, width), end(yMin, yMax, length)]
  const sides = [xMin, yMin, right, top].map((one) => (typeof one === 'number' && Number.isFinite(one) ? one : undefined))
  const [left, bottom, far, up] = sides
  if (left === undefined || bottom === undefined || far === undefined || up === undefined) return undefined
  const at = (px: number, py: number) => ({ x: px, y: py, z: typeof z === 'number' ? z : undefined })
  return [at(left, bottom), at(far, bottom), at(far, up), at(left, up)]
}
