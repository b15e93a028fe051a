import {
  apex,
  bracedBays,
  type GridRow,
  LEVELS,
  type Letter,
  type Level,
  letters,
  NUMBERS,
  nodeId,
  onCore,
  rows,
  storeys,
} from './demo-grid.ts'
import { type Building, PINNED } from './demo-parts.ts'

/** Floors of the demo building, and what goes through them: the walls of its core, lifts, a riser, stairs. */

export function floor({ node, member, area }: Building, level: Level): void {
  const isConcrete = level === 1
  const girder = isConcrete ? 'Beam 350x650' : level === 'R' ? 'Welded roof girder' : 'IPE 450'
  const top = { top: true }
  for (const letter of letters) {
    const line = (from: GridRow, to: GridRow, through: string[]) => {
      if (!onCore([letter, from], [letter, to])) member(`Girder ${letter} ${from}-${to}, ${level}`, through, girder, top)
    }
    line(1, 2, [nodeId(letter, 1, level), nodeId(letter, 1.5, level), nodeId(letter, 2, level)])
    line(2, 3, [nodeId(letter, 2, level), nodeId(letter, 3, level)])
    line(3, 4, [nodeId(letter, 3, level), nodeId(letter, 3.5, level), nodeId(letter, 4, level)])
  }
  letters.slice(1).forEach((to, k) => {
    const from = letters[k]!
    const isBraced = !isConcrete && bracedBays.some(([start]) => start === from)
    for (const row of rows) {
      if (onCore([from, row], [to, row])) continue
      const isEdge = row === 1 || row === 4
      const middle = row === 4 && isBraced ? [apex(from, level)] : []
      const section = isConcrete ? (isEdge ? 'Ledge beam 450x650' : 'Beam 350x650') : 'IPE 360'
      // The ledge carries the facade, so it looks outward: along row 1 local 3 points to -Y, along row 4 it is turned back.
      const ends = [nodeId(from, row, level), ...middle, nodeId(to, row, level)]
      const isTurned = isConcrete && row === 4
      member(`Beam ${row} ${from}${to}, ${level}`, isTurned ? ends.reverse() : ends, section, top)
    }
    for (const between of [1.5, 3.5] as const) {
      const section = isConcrete ? 'Beam 350x650' : 'IPE 300'
      const span = between === 1.5 ? '1-2' : '3-4'
      member(`Secondary ${span} ${from}${to}, ${level}`, [nodeId(from, between, level), nodeId(to, between, level)], section, top)
    }
    const bay = (south: GridRow, north: GridRow, west: string[], east: string[]) => {
      const core = onCore([from, south], [to, north])
      const section = isConcrete ? 'Slab 250' : 'Composite slab 150'
      const more = {
        // Concrete floors are flush with their beams; composite ones lie on the steel.
        cardinalPoint: isConcrete ? 'TOP' : 'BOTTOM',
        diaphragmId: `D-${level}`,
        ...(core && { openingNodeIds: coreOpenings(node, level) }),
      }
      area(
        `Slab ${from}${to} ${south}-${north}, ${level}`,
        level === 'R' ? 'DECK:roof' : 'SLAB',
        [...west, ...east],
        section,
        more,
      )
    }
    bay(
      1,
      2,
      [nodeId(from, 2, level), nodeId(from, 1.5, level), nodeId(from, 1, level)],
      [nodeId(to, 1, level), nodeId(to, 1.5, level), nodeId(to, 2, level)],
    )
    bay(2, 3, [nodeId(from, 3, level), nodeId(from, 2, level)], [nodeId(to, 2, level), nodeId(to, 3, level)])
    bay(
      3,
      4,
      [nodeId(from, 4, level), nodeId(from, 3.5, level), nodeId(from, 3, level)],
      [nodeId(to, 3, level), nodeId(to, 3.5, level), nodeId(to, 4, level)],
    )
  })
}

/** Two lifts and a riser; stairs in all floors but the roof, which has a skylight there. */
function coreOpenings(node: Building['node'], level: Level): string[][] {
  const z = LEVELS[level]
  const hole = (name: string, x0: number, x1: number, y0: number, y1: number) =>
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ].map(([x = 0, y = 0], k) => node(`${name}${k + 1}-${level}`, x, y, z))
  const stair =
    level === 'R'
      ? hole('Skylight ', 15, 17.4, 8.8, 11.2)
      : stairEdge(node, level).concat(node(`Stair 5-${level}`, 17.5, 11.6, z), node(`Stair 6-${level}`, 14.9, 11.6, z))
  const lifts = level === 'R' ? [] : [hole('Lift A', 18.1, 19.6, 7.9, 10.1), hole('Lift B', 19.8, 21.3, 7.9, 10.1)]
  return [stair, ...lifts, hole('Riser ', 18.1, 21.3, 10.7, 11.6)]
}

/** The edge of the stair opening where flights start (first two nodes) and arrive (last two). */
function stairEdge(node: Building['node'], level: Level): string[] {
  return [14.9, 16.15, 16.25, 17.5].map((x, k) => node(`Stair ${k + 1}-${level}`, x, 8.6, LEVELS[level]))
}

export function core({ node, area }: Building): void {
  for (const [above, below] of storeys) {
    const wall = (name: string, from: [Letter, GridRow], to: [Letter, GridRow], openingNodeIds?: string[][]) => {
      const outline = [nodeId(...from, below), nodeId(...to, below), nodeId(...to, above), nodeId(...from, above)]
      area(`Wall ${name}, ${below}-${above}`, 'WALL', outline, 'Core wall 250', { ...(openingNodeIds && { openingNodeIds }) })
    }
    const z = LEVELS[below]
    const doors = [
      ['Stair', 15.3, 16.4],
      ['Lift A', 18.3, 19.4],
      ['Lift B', 20, 21.1],
    ] as const
    const openings = doors
      .filter(([name]) => above !== 'R' || name === 'Stair')
      .map(([name, x0, x1]) =>
        [
          [x0, z],
          [x1, z],
          [x1, z + 2.2],
          [x0, z + 2.2],
        ].map(([x = 0, height = 0], k) => node(`${name} door ${k + 1}-${below}`, x, NUMBERS[2], height)),
      )
    wall('2', ['C', 2], ['D', 2], openings)
    wall('D', ['D', 2], ['D', 3])
    wall('3', ['D', 3], ['C', 3])
    wall('C', ['C', 3], ['C', 2])
  }
}

/** Dog-leg stairs: up north to a half landing, back south to the floor above. */
export function stairs({ nodes, node, support, area }: Building): void {
  const ground = stairEdge(node, 'G')
  for (const id of ground.slice(0, 2)) support(id, PINNED)
  // The two places where flights arrive have nothing below them.
  nodes.splice(
    nodes.findIndex(({ id }) => id === ground[2]),
    2,
  )
  for (const [above, below] of storeys.slice(0, -1)) {
    const z = (LEVELS[below] + LEVELS[above]) / 2
    const landing = [14.9, 16.15, 16.25, 17.5].map((x, k) => node(`Landing ${k + 1}-${below}`, x, 10.4, z))
    const far = [17.5, 14.9].map((x, k) => node(`Landing ${k + 5}-${below}`, x, 11.6, z))
    const [a, b, c, d] = landing as [string, string, string, string]
    const flight = { cardinalPoint: 'TOP' }
    area(`Flight up, ${below}-${above}`, 'RAMP:stair', [`Stair 1-${below}`, `Stair 2-${below}`, b, a], 'Stair 160', flight)
    area(`Landing, ${below}-${above}`, 'SLAB', [...landing, ...far], 'Stair 160', flight)
    area(`Flight back, ${below}-${above}`, 'RAMP:stair', [`Stair 4-${above}`, `Stair 3-${above}`, c, d], 'Stair 160', flight)
  }
}
