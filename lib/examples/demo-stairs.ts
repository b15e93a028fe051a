import { LEVELS, type Level, storeys } from './demo-grid.ts'
import { type Building, PINNED } from './demo-parts.ts'

/**
 * Dog-leg stairs in the core: up north to a half landing, back south to the floor above. On each floor trimmers from wall to wall carry
 * the edge of the opening, and hang the landing below.
 */

type Side = { name: 'west' | 'east'; x: number }
export const TRIMMERS: readonly [Side, Side] = [
  { name: 'west', x: 14.9 },
  { name: 'east', x: 17.5 },
]
/** Flights lie between these, and land on the edge of the floor and of the landing. */
const FLIGHTS = [TRIMMERS[0].x, 16.15, 16.25, TRIMMERS[1].x]
const [FLOOR_EDGE, LANDING_EDGE, BACK] = [8.6, 10.4, 11.6]

/** Where a trimmer meets the wall of a row. */
export const trimmerEnd = ({ name }: Side, row: 2 | 3, level: Level) => `Trimmer ${name} ${row}-${level}`

/** The edge of a floor where flights start (first two) and arrive (last two). */
const floorEdge = (node: Building['node'], level: Level) =>
  FLIGHTS.map((x, k) => node(`Stair ${k + 1}-${level}`, x, FLOOR_EDGE, LEVELS[level]))

/** Corners of the opening in a floor. */
export function stairCorners(node: Building['node'], level: Level): string[] {
  const [west, east] = TRIMMERS
  const edge = floorEdge(node, level)
  return [...edge, node(`Stair 5-${level}`, east.x, BACK, LEVELS[level]), node(`Stair 6-${level}`, west.x, BACK, LEVELS[level])]
}

export function stairs({ node, support, member, area }: Building): void {
  const [west, east] = TRIMMERS
  // At the ground only the first flight has something to begin on.
  for (const [k, x] of FLIGHTS.slice(0, 2).entries()) support(node(`Stair ${k + 1}-G`, x, FLOOR_EDGE, LEVELS.G), PINNED)
  for (const [above, below] of storeys.slice(0, -1)) {
    const z = (LEVELS[below] + LEVELS[above]) / 2
    const landing = FLIGHTS.map((x, k) => node(`Landing ${k + 1}-${below}`, x, LANDING_EDGE, z))
    const back = [east, west].map(({ x }, k) => node(`Landing ${k + 5}-${below}`, x, BACK, z))
    const [a, b, c, d] = landing as [string, string, string, string]
    const [northEast, northWest] = back as [string, string]
    const corners = { west: [`Stair 1-${above}`, `Stair 6-${above}`], east: [`Stair 4-${above}`, `Stair 5-${above}`] } as const
    for (const [side, near, far] of [
      [west, a, northWest],
      [east, d, northEast],
    ] as const) {
      const [floor, end] = corners[side.name]
      const hung = node(`Hanger ${side.name}-${above}`, side.x, LANDING_EDGE, LEVELS[above])
      const through = [trimmerEnd(side, 2, above), floor, hung, end, trimmerEnd(side, 3, above)]
      member(`Trimmer ${side.name}, ${above}`, through, 'IPE 200', { top: true })
      member(`Hanger ${side.name} near, ${above}`, [near, hung], 'SHS 80x6')
      member(`Hanger ${side.name} far, ${above}`, [far, end], 'SHS 80x6')
      member(`Landing side ${side.name}, ${below}`, [near, far], 'RHS 200x100x6.3', { top: true })
    }
    member(
      `Stair edge, ${above}`,
      FLIGHTS.map((_, k) => `Stair ${k + 1}-${above}`),
      'IPE 200',
      { top: true },
    )
    member(`Landing edge, ${below}`, landing, 'RHS 200x100x6.3', { top: true })
    member(`Landing back, ${below}`, [northWest, northEast], 'RHS 200x100x6.3', { top: true })
    const flight = { cardinalPoint: 'TOP' }
    area(`Flight up, ${below}-${above}`, 'RAMP:stair', [`Stair 1-${below}`, `Stair 2-${below}`, b, a], 'Stair 160', flight)
    area(`Landing, ${below}-${above}`, 'SLAB', [...landing, ...back], 'Stair 160', flight)
    area(`Flight back, ${below}-${above}`, 'RAMP:stair', [`Stair 4-${above}`, `Stair 3-${above}`, c, d], 'Stair 160', flight)
  }
}
