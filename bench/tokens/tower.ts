import { tower as plain, TOWER_REPEAT } from '#lib/fixtures/tower.ts'
import { type Building, IN_IN_M, type Item, nothing, profile, type Typed } from './typed.ts'

const SECTIONS = [
  { id: 'W14x311', profile: 'W14x311', materialId: 'S355' },
  { id: 'W14x193', profile: 'W14x193', materialId: 'S355' },
  { id: 'W14x90', profile: 'W14x90', materialId: 'S355' },
  { id: 'W21x44', profile: 'W21x44', materialId: 'S355' },
  { id: 'HSS8x8', profile: 'HSS8x8x1/2', materialId: 'S355' },
]

/** Square metres, as AISC prints them in square inches. */
export const TOWER_AREAS: Record<string, number> = Object.fromEntries(
  Object.entries({ W14x311: 91.4, W14x193: 56.8, W14x90: 26.5, W21x44: 13, HSS8x8: 13.5 }).map(([id, area]) => [
    id,
    area * 0.0254 ** 2,
  ]),
)

export const tower: Building = {
  call: {
    name: 'Tower',
    units: { current: 'kN, m, C' },
    materials: [{ id: 'S355' }, { id: 'C40/50' }],
    sections: SECTIONS,
    defaults: { areas: { materialId: 'C40/50' }, supports: { restraints: 'fixed' } },
    repeat: TOWER_REPEAT,
  },
  typed,
}

function typed(): Typed {
  const { nodes, frames, areas, supports, gridLines } = plain() as unknown as Typed
  return {
    ...nothing(),
    nodes,
    frames,
    areas: areas.map((one: Item) => ({ ...one, materialId: 'C40/50' })),
    supports,
    gridLines,
    materials: [{ id: 'S355' }, { id: 'C40/50' }],
    sections: [
      profile(SECTIONS[0]!, IN_IN_M, 'i_wide_flange', [17.1, 16.2, 2.26, 1.41, 0.6]),
      profile(SECTIONS[1]!, IN_IN_M, 'i_wide_flange', [15.5, 15.7, 1.44, 0.89, 0.6]),
      profile(SECTIONS[2]!, IN_IN_M, 'i_wide_flange', [14, 14.5, 0.71, 0.44, 0.6]),
      profile(SECTIONS[3]!, IN_IN_M, 'i_wide_flange', [20.7, 6.5, 0.45, 0.35, 0.5]),
      profile(SECTIONS[4]!, IN_IN_M, 'rectangular', [8, 8, null, 0.465, 0.93]),
    ],
  }
}
