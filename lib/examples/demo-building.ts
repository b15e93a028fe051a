import type {
  ConstructMember,
  ConstructSectionCreate,
  CreateModel,
  Point2,
  SectionType,
  ViewerArea,
  ViewerFrame,
  ViewerGridLine,
  ViewerNode,
  ViewerSupport,
  ViewerSupportRestraints,
} from '#lib/model/schema.ts'
import { offsetOfCardinalPoint } from '#lib/model/section-properties.ts'
import { keysOf } from '#lib/values/keyed.ts'

/**
 * A small office building to look at: a steel frame of four storeys on a concrete ground storey, braced by a concrete core and
 * chevrons, with stairs, an entrance canopy and a link bridge that slides on its bearings. Metres, kN, °C. The same every time.
 *
 * Nodes are named by grid and level (`B3-2`: grids B and 3, level 2), frames and areas by what they are.
 */

const LETTERS = { A: 0, B: 7.2, C: 14.4, D: 21.6, E: 28.8 }
const NUMBERS = { 1: 0, 2: 7.5, 3: 12, 4: 19.5 }
const LEVELS = { G: 0, 1: 4.2, 2: 7.8, 3: 11.4, 4: 15, R: 18.6 }
const LEVEL_NAMES: Record<Level, string> = { G: 'Ground', 1: 'Level 1', 2: 'Level 2', 3: 'Level 3', 4: 'Level 4', R: 'Roof' }
/** Half way in the 7.5 m bays, where the secondary beams sit. */
const BETWEEN = { 1.5: 3.75, 3.5: 15.75 }

type Letter = keyof typeof LETTERS
type Row = keyof typeof NUMBERS
type Level = keyof typeof LEVELS

const letters = keysOf(LETTERS)
const rows: Row[] = [1, 2, 3, 4]
const levels: Level[] = ['G', 1, 2, 3, 4, 'R']
/** From the ground up: the level above and the one it stands on. */
const storeys: [above: Level, below: Level][] = [
  [1, 'G'],
  [2, 1],
  [3, 2],
  [4, 3],
  ['R', 4],
]

const STEEL = 'S355'
const CONCRETE = 'C35/45'
const GLASS = 'Laminated glass'

const SECTIONS: ConstructSectionCreate[] = [
  i('HEB 300', { h: 0.3, b: 0.3, tf: 0.019, tw: 0.011, r: 0.027 }),
  i('HEB 240', { h: 0.24, b: 0.24, tf: 0.017, tw: 0.01, r: 0.021 }),
  i('IPE 450', { h: 0.45, b: 0.19, tf: 0.0146, tw: 0.0094, r: 0.021 }),
  i('IPE 360', { h: 0.36, b: 0.17, tf: 0.0127, tw: 0.008, r: 0.018 }),
  i('IPE 300', { h: 0.3, b: 0.15, tf: 0.0107, tw: 0.0071, r: 0.015 }),
  i('IPE 200', { h: 0.2, b: 0.1, tf: 0.0085, tw: 0.0056, r: 0.012 }),
  i('Welded roof girder', { t3: 0.42, t2: 0.18, tf: 0.012, tw: 0.008, t2b: 0.24, tfb: 0.018 }),
  steel('CHS 168.3x8', 'pipe', { diameter: 0.1683, wall: 0.008 }),
  steel('CHS 139.7x6.3', 'pipe', { diameter: 0.1397, wall: 0.0063 }),
  steel('SHS 150x8', 'rectangular', { side: 0.15, wall: 0.008 }),
  steel('RHS 200x100x6.3', 'rectangular', { h: 0.2, b: 0.1, wall: 0.0063 }),
  steel('UPE 400', 'channel', { h: 0.4, b: 0.115, tf: 0.018, tw: 0.0135 }),
  steel('L 80x8', 'angle', { leg: 0.08, t: 0.008 }),
  concrete('Column 500x500', 'rectangular', { h: 0.5, b: 0.5 }),
  concrete('Beam 350x650', 'rectangular', { h: 0.65, b: 0.35 }),
  {
    ...concrete('Ledge beam 450x650', 'custom'),
    polygon: [
      { x: -0.15, y: -0.65 },
      { x: 0.3, y: -0.65 },
      { x: 0.3, y: -0.35 },
      { x: 0.15, y: -0.35 },
      { x: 0.15, y: 0 },
      { x: -0.15, y: 0 },
    ],
  },
  concrete('Slab 250', 'shell', { thickness: 0.25 }),
  concrete('Composite slab 150', 'shell', { thickness: 0.15 }),
  concrete('Core wall 250', 'shell', { thickness: 0.25 }),
  concrete('Stair 160', 'shell', { thickness: 0.16 }),
  concrete('Bridge deck 140', 'shell', { thickness: 0.14 }),
]

function i(id: string, dimensions: Record<string, number>): ConstructSectionCreate {
  return steel(id, 'i_wide_flange', dimensions)
}

function steel(id: string, type: SectionType, dimensions: Record<string, number>): ConstructSectionCreate {
  return { id, type, dimensions, materialId: STEEL, name: id }
}

function concrete(id: string, type: SectionType, dimensions?: Record<string, number>): ConstructSectionCreate {
  return { id, type, ...(dimensions && { dimensions }), materialId: CONCRETE, name: id }
}

const FIXED = restraints('111111')
const PINNED = restraints('111000')
/** Bearings that slide along X, one of them guided. */
const GUIDED = restraints('011000')
const SLIDING = restraints('001000')
/** Pads on soil: held down here, carried sideways and turning by springs of the analysis model. */
const PAD = restraints('--1---')

function restraints(pattern: string): ViewerSupportRestraints {
  const said = [...pattern].map((held) => (held === '-' ? null : held === '1'))
  const [u1, u2, u3, r1, r2, r3] = said
  return { r1, r2, r3, u1, u2, u3 }
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one building, whose parts, a function each, stand on the nodes of the others
export function demoBuilding(): CreateModel {
  const nodes: ViewerNode[] = []
  const frames: ViewerFrame[] = []
  const members: ConstructMember[] = []
  const areas: ViewerArea[] = []
  const supports: ViewerSupport[] = []

  const node = (id: string, x: number, y: number, z: number): string => {
    nodes.push({ id, position: { x, y, z } })
    return id
  }
  const support = (nodeId: string, held: ViewerSupportRestraints) =>
    supports.push({ id: `S-${nodeId}`, nodeId, restraints: held })

  /** One member through the given nodes, a frame between each two. It carries the section; its frames inherit it. */
  const member = (id: string, through: string[], sectionId: string, how: { top?: boolean; rotation?: number } = {}) => {
    const rotation = how.rotation ?? 0
    const section = SECTIONS.find((each) => each.id === sectionId)
    const offset = how.top && section ? topOffset(section) : null
    const frameIds = through.slice(1).map((endNodeId, k) => {
      const frameId = through.length > 2 ? `${id}.${k + 1}` : id
      const startNodeId = through[k] ?? ''
      frames.push({ id: frameId, startNodeId, endNodeId, label: id, rotation, ...(offset && { sectionOffset: offset }) })
      return frameId
    })
    members.push({ id, frameIds, sectionId })
  }
  const area = (id: string, kind: string, nodeIds: string[], sectionId: string, more: Partial<ViewerArea> = {}) =>
    areas.push({ id, nodeIds, kind, sectionId, ...more })

  const at = (letter: Letter, row: Row | keyof typeof BETWEEN, level: Level) => `${letter}${row}-${level}`
  const isCore = (letter: Letter, row: Row) => (letter === 'C' || letter === 'D') && (row === 2 || row === 3)
  const onCore = (a: [Letter, Row], b: [Letter, Row]) => isCore(...a) && isCore(...b)

  for (const level of levels) {
    for (const letter of letters) {
      for (const row of rows) node(at(letter, row, level), LETTERS[letter], NUMBERS[row], LEVELS[level])
      if (level === 'G') continue
      for (const between of [1.5, 3.5] as const) {
        node(at(letter, between, level), LETTERS[letter], BETWEEN[between], LEVELS[level])
      }
    }
  }

  /** Half way along row 4 in the braced bays. */
  const apex = (from: Letter, level: Level) => `${from}.5-4-${level}`
  const bracedBays: [Letter, Letter][] = [
    ['A', 'B'],
    ['D', 'E'],
  ]
  for (const level of levels.slice(2)) {
    for (const [from, to] of bracedBays) {
      node(apex(from, level), (LETTERS[from] + LETTERS[to]) / 2, NUMBERS[4], LEVELS[level])
    }
  }

  columns()
  for (const level of levels.slice(1)) floor(level)
  core()
  braces()
  stairs()
  canopy()
  linkBridge()

  return {
    name: 'Demo building',
    units: { current: 'kN, m, C', force: 'kN', length: 'm', temperature: 'C' },
    areas,
    frames,
    gridLines: gridLines(),
    materials: [{ id: CONCRETE, name: 'Concrete C35/45' }, { id: STEEL, name: 'Structural steel S355' }, { id: GLASS }],
    members,
    nodes,
    sections: SECTIONS,
    supports,
  }

  function columns(): void {
    for (const letter of letters) {
      for (const row of rows) {
        const base = at(letter, row, 'G')
        const isInner = row === 2 || row === 3
        support(base, isInner ? FIXED : PAD)
        if (isCore(letter, row)) continue
        const hasCanopy = row === 1 && (letter === 'C' || letter === 'D')
        const middle = hasCanopy ? [node(`${letter}1-canopy`, LETTERS[letter], NUMBERS[1], 3.4)] : []
        member(`Column ${letter}${row}, ground`, [base, ...middle, at(letter, row, 1)], 'Column 500x500')
        // Depth along Y, in line with the girders.
        const upright = { rotation: 90 }
        member(
          `Column ${letter}${row}, lower`,
          ([1, 2, 3] as const).map((level) => at(letter, row, level)),
          'HEB 300',
          upright,
        )
        member(
          `Column ${letter}${row}, upper`,
          [at(letter, row, 3), at(letter, row, 4), at(letter, row, 'R')],
          'HEB 240',
          upright,
        )
      }
    }
  }

  function floor(level: Level): void {
    const isConcrete = level === 1
    const girder = isConcrete ? 'Beam 350x650' : level === 'R' ? 'Welded roof girder' : 'IPE 450'
    const top = { top: true }
    for (const letter of letters) {
      const line = (from: Row, to: Row, through: string[]) => {
        if (!onCore([letter, from], [letter, to])) member(`Girder ${letter} ${from}-${to}, ${level}`, through, girder, top)
      }
      line(1, 2, [at(letter, 1, level), at(letter, 1.5, level), at(letter, 2, level)])
      line(2, 3, [at(letter, 2, level), at(letter, 3, level)])
      line(3, 4, [at(letter, 3, level), at(letter, 3.5, level), at(letter, 4, level)])
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
        const ends = [at(from, row, level), ...middle, at(to, row, level)]
        const isTurned = isConcrete && row === 4
        member(`Beam ${row} ${from}${to}, ${level}`, isTurned ? ends.reverse() : ends, section, top)
      }
      for (const between of [1.5, 3.5] as const) {
        const section = isConcrete ? 'Beam 350x650' : 'IPE 300'
        const span = between === 1.5 ? '1-2' : '3-4'
        member(`Secondary ${span} ${from}${to}, ${level}`, [at(from, between, level), at(to, between, level)], section, top)
      }
      const bay = (south: Row, north: Row, west: string[], east: string[]) => {
        const core = onCore([from, south], [to, north])
        const section = isConcrete ? 'Slab 250' : 'Composite slab 150'
        const more = {
          // Concrete floors are flush with their beams; composite ones lie on the steel.
          cardinalPoint: isConcrete ? 'TOP' : 'BOTTOM',
          diaphragmId: `D-${level}`,
          ...(core && { openingNodeIds: coreOpenings(level) }),
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
        [at(from, 2, level), at(from, 1.5, level), at(from, 1, level)],
        [at(to, 1, level), at(to, 1.5, level), at(to, 2, level)],
      )
      bay(2, 3, [at(from, 3, level), at(from, 2, level)], [at(to, 2, level), at(to, 3, level)])
      bay(
        3,
        4,
        [at(from, 4, level), at(from, 3.5, level), at(from, 3, level)],
        [at(to, 3, level), at(to, 3.5, level), at(to, 4, level)],
      )
    })
  }

  /** Two lifts and a riser; stairs in all floors but the roof, which has a skylight there. */
  function coreOpenings(level: Level): string[][] {
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
        : stairEdge(level).concat(node(`Stair 5-${level}`, 17.5, 11.6, z), node(`Stair 6-${level}`, 14.9, 11.6, z))
    const lifts = level === 'R' ? [] : [hole('Lift A', 18.1, 19.6, 7.9, 10.1), hole('Lift B', 19.8, 21.3, 7.9, 10.1)]
    return [stair, ...lifts, hole('Riser ', 18.1, 21.3, 10.7, 11.6)]
  }

  /** The edge of the stair opening where flights start (first two nodes) and arrive (last two). */
  function stairEdge(level: Level): string[] {
    return [14.9, 16.15, 16.25, 17.5].map((x, k) => node(`Stair ${k + 1}-${level}`, x, 8.6, LEVELS[level]))
  }

  function core(): void {
    for (const [above, below] of storeys) {
      const wall = (name: string, from: [Letter, Row], to: [Letter, Row], openingNodeIds?: string[][]) => {
        const outline = [at(...from, below), at(...to, below), at(...to, above), at(...from, above)]
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

  /** Chevrons: from the columns up to the middle of the beam above. */
  function braces(): void {
    for (const [above, below] of storeys.slice(1)) {
      for (const letter of ['A', 'E'] as const) {
        member(`Brace ${letter} 1, ${below}-${above}`, [at(letter, 1, below), at(letter, 1.5, above)], 'CHS 168.3x8')
        member(`Brace ${letter} 2, ${below}-${above}`, [at(letter, 2, below), at(letter, 1.5, above)], 'CHS 168.3x8')
      }
      for (const [from, to] of bracedBays) {
        member(`Brace 4 ${from}, ${below}-${above}`, [at(from, 4, below), apex(from, above)], 'SHS 150x8')
        member(`Brace 4 ${to}, ${below}-${above}`, [at(to, 4, below), apex(from, above)], 'SHS 150x8')
      }
    }
  }

  /** Dog-leg stairs: up north to a half landing, back south to the floor above. */
  function stairs(): void {
    const ground = stairEdge('G')
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

  /** Over the entrance between C and D, falling to the street. */
  function canopy(): void {
    const rafter = (letter: 'C' | 'D') => {
      const middle = node(`${letter}-canopy middle`, LETTERS[letter], -2.1, 3.2)
      const front = node(`${letter}-canopy front`, LETTERS[letter], -4.2, 3)
      const base = node(`${letter}-canopy base`, LETTERS[letter], -4.2, 0)
      support(base, PINNED)
      member(`Canopy column ${letter}`, [base, front], 'CHS 139.7x6.3')
      member(`Rafter ${letter}`, [`${letter}1-canopy`, middle, front], 'RHS 200x100x6.3', { top: true })
      return [`${letter}1-canopy`, middle, front] as const
    }
    const [c, d] = [rafter('C'), rafter('D')]
    member('Purlin, middle', [c[1], d[1]], 'RHS 200x100x6.3', { top: true })
    member('Purlin, front', [c[2], d[2]], 'RHS 200x100x6.3', { top: true })
    member('Wind brace 1', [c[0], d[1]], 'L 80x8')
    member('Wind brace 2', [d[1], c[2]], 'L 80x8')
    areas.push({
      id: 'Canopy glass',
      nodeIds: [c[2], d[2], d[1], d[0], c[0], c[1]],
      cardinalPoint: 'BOTTOM',
      kind: 'DECK:glass',
      materialId: GLASS,
      thickness: 0.025,
    })
  }

  /** From level 1 to the neighbour, whose bearings let it slide along X. */
  function linkBridge(): void {
    const stations = [31.8, 34.8, 37.8]
    const side = (row: 2 | 3) => [
      at('E', row, 1),
      ...stations.map((x, k) => node(`Bridge ${row}.${k + 1}`, x, NUMBERS[row], LEVELS[1])),
    ]
    const [south, north] = [side(2), side(3)]
    // Webs outward: the web lies on the +3 side, which is -Y for a frame along +X and +Y for one along -X.
    member('Bridge girder 2', south, 'UPE 400', { top: true })
    member('Bridge girder 3', [...north].reverse(), 'UPE 400', { top: true })
    for (let k = 1; k < south.length; k++) member(`Bridge cross beam ${k}`, [south[k]!, north[k]!], 'IPE 200', { top: true })
    for (let k = 1; k < south.length; k++) {
      area(`Bridge deck ${k}`, 'DECK', [south[k - 1]!, south[k]!, north[k]!, north[k - 1]!], 'Bridge deck 140', {
        cardinalPoint: 'BOTTOM',
      })
    }
    support(south[stations.length]!, GUIDED)
    support(north[stations.length]!, SLIDING)
  }
}

/** Puts the top of the section on the node line: cardinal point 8. */
function topOffset({ type = 'rectangular', dimensions, polygon }: ConstructSectionCreate): Point2 | null {
  return offsetOfCardinalPoint(8, { type, ...(dimensions && { dimensions }), ...(polygon && { polygon }) })
}

function gridLines(): ViewerGridLine[] {
  return [
    ...letters.map((label): ViewerGridLine => ({ id: `Grid ${label}`, axis: 'X', coordinate: LETTERS[label], label })),
    ...rows.map((row): ViewerGridLine => ({ id: `Grid ${row}`, axis: 'Y', coordinate: NUMBERS[row], label: `${row}` })),
    ...levels.map(
      (level): ViewerGridLine => ({
        id: `Level ${level}`,
        axis: 'Z',
        coordinate: LEVELS[level],
        label: LEVEL_NAMES[level],
      }),
    ),
  ]
}
