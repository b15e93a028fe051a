import type { CreateModel } from '#lib/schema/request-bodies.ts'
import { core, floor } from './demo-floors.ts'
import {
  apex,
  BETWEEN,
  bracedBays,
  gridLines,
  isCore,
  LETTERS,
  LEVELS,
  letters,
  levels,
  NUMBERS,
  nodeId,
  rows,
  storeys,
} from './demo-grid.ts'
import { demoLoads } from './demo-loads.ts'
import { type Building, building, FIXED, GUIDED, PAD, PINNED, SLIDING } from './demo-parts.ts'
import { CONCRETE, GLASS, SECTIONS, STEEL } from './demo-sections.ts'
import { stairs } from './demo-stairs.ts'

/**
 * A small office building to look at: a steel frame of four storeys on a concrete ground storey, braced by a concrete core and
 * chevrons, with stairs, an entrance canopy and a link bridge that slides on its bearings. It has loads, and stands by its frames alone:
 * the core by its edges and the beams in its walls. Metres, kN, °C. The same every time.
 *
 * Nodes are named by grid and level (`B3-2`: grids B and 3, level 2), frames and areas by what they are.
 */
export function demoBuilding(): CreateModel {
  const made = building()
  gridNodes(made)
  columns(made)
  for (const level of levels.slice(1)) floor(made, level)
  core(made)
  braces(made)
  stairs(made)
  canopy(made)
  linkBridge(made)
  const { nodes, frames, members, areas, supports } = made
  return {
    name: 'Demo building',
    units: { current: 'kN, m, C', force: 'kN', length: 'm', temperature: 'C' },
    areas,
    frames,
    gridLines: gridLines(),
    ...demoLoads(made),
    materials: [
      { id: CONCRETE, name: 'Concrete C35/45' },
      { id: STEEL, name: 'Structural steel S355' },
      { id: GLASS, source: { properties: { density: 2500 } } },
    ],
    members,
    nodes,
    sections: SECTIONS,
    supports,
  }
}

function gridNodes({ node }: Building): void {
  for (const level of levels) {
    for (const letter of letters) {
      for (const row of rows) node(nodeId(letter, row, level), LETTERS[letter], NUMBERS[row], LEVELS[level])
      if (level === 'G') continue
      for (const between of [1.5, 3.5] as const) {
        node(nodeId(letter, between, level), LETTERS[letter], BETWEEN[between], LEVELS[level])
      }
    }
  }
  for (const level of levels.slice(2)) {
    for (const [from, to] of bracedBays) {
      node(apex(from, level), (LETTERS[from] + LETTERS[to]) / 2, NUMBERS[4], LEVELS[level])
    }
  }
}

function columns({ node, support, member }: Building): void {
  for (const letter of letters) {
    for (const row of rows) {
      const base = nodeId(letter, row, 'G')
      const isInner = row === 2 || row === 3
      support(base, isInner ? FIXED : PAD)
      if (isCore(letter, row)) continue
      const hasCanopy = row === 1 && (letter === 'C' || letter === 'D')
      const middle = hasCanopy ? [node(`${letter}1-canopy`, LETTERS[letter], NUMBERS[1], 3.4)] : []
      member(`Column ${letter}${row}, ground`, [base, ...middle, nodeId(letter, row, 1)], 'Column 500x500')
      // Depth along Y, in line with the girders.
      const upright = { rotation: 90 }
      member(
        `Column ${letter}${row}, lower`,
        ([1, 2, 3] as const).map((level) => nodeId(letter, row, level)),
        'HEB 300',
        upright,
      )
      member(
        `Column ${letter}${row}, upper`,
        [nodeId(letter, row, 3), nodeId(letter, row, 4), nodeId(letter, row, 'R')],
        'HEB 240',
        upright,
      )
    }
  }
}

/** Chevrons: from the columns up to the middle of the beam above. */
function braces({ member }: Building): void {
  for (const [above, below] of storeys.slice(1)) {
    for (const letter of ['A', 'E'] as const) {
      member(`Brace ${letter} 1, ${below}-${above}`, [nodeId(letter, 1, below), nodeId(letter, 1.5, above)], 'CHS 168.3x8')
      member(`Brace ${letter} 2, ${below}-${above}`, [nodeId(letter, 2, below), nodeId(letter, 1.5, above)], 'CHS 168.3x8')
    }
    for (const [from, to] of bracedBays) {
      member(`Brace 4 ${from}, ${below}-${above}`, [nodeId(from, 4, below), apex(from, above)], 'SHS 150x8')
      member(`Brace 4 ${to}, ${below}-${above}`, [nodeId(to, 4, below), apex(from, above)], 'SHS 150x8')
    }
  }
}

/** Over the entrance between C and D, falling to the street. */
function canopy({ areas, node, support, member }: Building): void {
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
  member('Wind brace 1', [c[0], d[1]], 'L 120x12')
  member('Wind brace 2', [d[1], c[2]], 'L 120x12')
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
function linkBridge({ node, support, member, area }: Building): void {
  const stations = [31.8, 34.8, 37.8]
  const side = (row: 2 | 3) => [
    nodeId('E', row, 1),
    ...stations.map((x, k) => node(`Bridge ${row}.${k + 1}`, x, NUMBERS[row], LEVELS[1])),
  ]
  const [south, north] = [side(2), side(3)]
  // Webs outward: the web lies on the +3 side, which is -Y for a frame along +X and +Y for one along -X.
  member('Bridge girder 2', south, 'UPE 400', { top: true })
  member('Bridge girder 3', [...north].reverse(), 'UPE 400', { top: true })
  for (let k = 1; k < south.length; k++) member(`Bridge cross beam ${k}`, [south[k]!, north[k]!], 'IPE 300', { top: true })
  for (let k = 1; k < south.length; k++) {
    area(`Bridge deck ${k}`, 'DECK', [south[k - 1]!, south[k]!, north[k]!, north[k - 1]!], 'Bridge deck 140', {
      cardinalPoint: 'BOTTOM',
    })
  }
  support(south[stations.length]!, GUIDED)
  support(north[stations.length]!, SLIDING)
}
