import { pointIn } from './background.ts'

/** Openings by coordinates: nodes of these places, and their ids. */
export function pointsFix(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined
  const isPoint = (one: unknown) => Array.isArray(one) && one.length > 0 && one.every((number) => typeof number === 'number')
  const openings: unknown[] = value.every(isPoint) ? [value] : value
  if (!openings.every((one) => Array.isArray(one) && one.length > 2 && one.every(isPoint))) return undefined
  const loops = openings.map((loop, i) =>
    (Array.isArray(loop) ? loop : []).map((point, k) => ({ id: `opening-${i + 1}-${k + 1}`, position: pointIn(point) })),
  )
  const nodes = loops.flat()
  if (nodes.some(({ position }) => !position)) return 'a list of openings, each a list of ids of nodes, which have x, y and z'
  const ids = loops.map((loop) => loop.map(({ id }) => id))
  return `corners are nodes: send "nodes": ${JSON.stringify(nodes)} too, with ids of your own, and here "openingNodeIds": ${JSON.stringify(ids)}`
}
