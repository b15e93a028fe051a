import {
  apex,
  bracedBays,
  type GridRow,
  LEVELS,
  type Letter,
  type Level,
  letters,
  levels,
  NUMBERS,
  nodeId,
  onCore,
  rows,
  storeys,
} from './demo-grid.ts'
import type { Building } from './demo-parts.ts'
import { stairCorners, TRIMMERS, trimmerEnd } from './demo-stairs.ts'

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
      const section = isConcrete ? 'Beam 350x650' : 'IPE 360'
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
  const stair = level === 'R' ? hole('Skylight ', 15, 17.4, 8.8, 11.2) : stairCorners(node, level)
  const lifts = level === 'R' ? [] : [hole('Lift A', 18.1, 19.6, 7.9, 10.1), hole('Lift B', 19.8, 21.3, 7.9, 10.1)]
  return [stair, ...lifts, hole('Riser ', 18.1, 21.3, 10.7, 11.6)]
}

export function core({ node, member, area }: Building): void {
  for (const letter of ['C', 'D'] as const) {
    for (const row of [2, 3] as const) {
      const through = levels.map((level) => nodeId(letter, row, level))
      member(`Core edge ${letter}${row}`, through, 'Core edge 250x250')
    }
  }
  for (const level of levels.slice(1)) {
    const beam = (name: string, ...through: string[]) =>
      member(`Core beam ${name}, ${level}`, through, 'Core beam 250x600', { top: true })
    for (const row of [2, 3] as const) {
      const trimmers =
        level === 'R' ? [] : TRIMMERS.map((side) => node(trimmerEnd(side, row, level), side.x, NUMBERS[row], LEVELS[level]))
      beam(`${row}`, nodeId('C', row, level), ...trimmers, nodeId('D', row, level))
    }
    for (const letter of ['C', 'D'] as const) beam(letter, nodeId(letter, 2, level), nodeId(letter, 3, level))
  }
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
