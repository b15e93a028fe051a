import { expect, it } from 'vitest'
import type { ConstructSectionCreate } from '#lib/schema/schema.ts'
import { readUnits } from '../units.ts'
import { sectionDefinition } from '../viewer-model.ts'
import { sectionArea } from './section-area.ts'
import { sectionAsReturned } from './section-outline.ts'
import { withResolved } from './section-profile.ts'

const MM = readUnits({ length: 'mm' }).length!
const square = (side: number) => [{ x: 0, y: 0 }, { x: side, y: 0 }, { x: side, y: side }, { x: 0, y: side }] // biome-ignore format: short

it.each<[string, Omit<ConstructSectionCreate, 'id'>, number | string, string?]>([
  ['what is published goes before all', { type: 'pipe', dimensions: { d: 100, tw: 5, Area: 1234 } }, 1234, 'published'],
  ['by any spelling of its key', { type: 'rectangular', dimensions: { t3: 100, t2: 50, ' a_r.e-a': 7 } }, 7, 'published'],
  ['a published area of nothing is none', { type: 'rectangular', dimensions: { t3: 100, t2: 50, area: 0 } }, 5000, 'formula'],
  ['of a profile that of its table, with fillets', { profile: 'IPE 300' }, 5381.2, 'published'],
  ['of sizes in a name what they give', { profile: 'H300x300x10x15' }, 2 * 300 * 15 + 270 * 10, 'formula'],
  ['a formula of the dimensions', { type: 'i_wide_flange', dimensions: { t3: 300, t2: 150, tf: 10, tw: 8 } }, 3000 + 280 * 8, 'formula'],
  ['with its root radius an IPE 360 weighs what its table says', { type: 'i_wide_flange', dimensions: { t3: 360, t2: 170, tf: 12.7, tw: 8, rootRadius: 18 } }, 7273, 'formula'],
  ['a wall in thickness alone makes a pipe hollow', { type: 'pipe', dimensions: { d: 100 }, thickness: 5 }, (Math.PI / 4) * (100 ** 2 - 90 ** 2), 'formula'],
  ['and a box', { type: 'rectangular', dimensions: { t3: 100, t2: 50 }, thickness: 5 }, 5000 - 90 * 40, 'formula'],
  ['a wall in the dimensions is that', { type: 'pipe', dimensions: { d: 100, tw: 10 }, thickness: 5 }, (Math.PI / 4) * (100 ** 2 - 80 ** 2), 'formula'],
  ['else that of the outline, whichever way round', { type: 'custom', polygon: square(20).reverse() }, 400, 'outline'],
  ['none without an outline', { type: 'custom' }, 'no_outline'],
  ['none of an outline that crosses itself', { type: 'custom', polygon: [{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 1, y: 0 }, { x: 0, y: 1 }] }, 'invalid_outline'],
  ['nor of one that encloses nothing', { type: 'custom', polygon: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }] }, 'invalid_outline'],
])('%s', (_, sent, area, from) => {
  const section = withResolved({ id: 'S', ...sent }, MM)
  const found = sectionArea(sectionAsReturned(section), sectionDefinition(section))
  if (typeof area === 'string') expect(found).toBe(area)
  else {
    expect(found).toMatchObject({ from })
    expect((found as { area: number }).area / area).toBeCloseTo(1, 4)
  }
}) // biome-ignore format: a line each

it('a hollow box of an outline of its own has the area between both', () => {
  const section = sectionAsReturned({ id: 'S', type: 'rectangular', polygon: square(20), thickness: 2 })
  expect(sectionArea(section, { id: 'S', type: 'rectangular' })).toEqual({ area: expect.closeTo(400 - 256, 6), from: 'outline' })
  expect(sectionArea(section, undefined)).toEqual({ area: expect.closeTo(400, 6), from: 'outline' })
})
