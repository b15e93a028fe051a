import type { ViewerArea, ViewerModel, ViewerNode } from '#lib/schema/schema.ts'

/** Width and length of an element of the deck, its thickness, and how high the deck rises over its length. Metres. */
const SIZE = 0.5
const THICKNESS = 0.25
const RISE = 1.5
/** Elements across. */
const ACROSS = 260

/** A bridge deck of exactly `areas` solid quadrilaterals that share their nodes, as a mesh has them; the same every time. */
export function deck(areas: number): ViewerModel {
  const across = Math.min(ACROSS, Math.ceil(Math.sqrt(areas)))
  const rows = Math.ceil(areas / across)
  const nodes: ViewerNode[] = []
  const name = (row: number, column: number) => `N${row}-${column}`
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= across; column++) {
      const z = 4 * RISE * (row / rows) * (1 - row / rows)
      nodes.push({ id: name(row, column), position: { x: row * SIZE, y: column * SIZE, z } })
    }
  const placed = Array.from({ length: areas }, (_, k): ViewerArea => {
    const [row, column] = [Math.floor(k / across), k % across]
    const corners = [name(row, column), name(row + 1, column), name(row + 1, column + 1), name(row, column + 1)]
    return { id: `A${row}-${column}`, kind: 'DECK', nodeIds: corners, thickness: THICKNESS, materialId: 'C35' }
  })
  return {
    schemaVersion: 'viewer-model/v1',
    name: `${areas} areas`,
    bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: rows * SIZE, y: across * SIZE, z: RISE } },
    nodes,
    frames: [],
    areas: placed,
    materials: [{ id: 'C35', name: 'Concrete C35/45' }],
  }
}
