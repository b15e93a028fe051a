import { describe, expect, it } from 'vitest'
import type { ConstructSectionCreate, Point2 } from '#lib/schema/schema.ts'
import { sectionDefinition } from '../viewer-model.ts'
import { sectionAsReturned } from './section-outline.ts'
import { torsionConstant } from './torsion-constant.ts'

const torsionOf = (sent: Omit<ConstructSectionCreate, 'id'>) => {
  const section = { id: 'S', ...sent }
  return torsionConstant(sectionAsReturned(section), sectionDefinition(section))
}
const ring = (corners: number, radius: number): Point2[] =>
  Array.from({ length: corners }, (_, k) => {
    const angle = (2 * Math.PI * k) / corners
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) }
  })

describe('the torsion constant', () => {
  it.each<[string, Omit<ConstructSectionCreate, 'id'>, number]>([
    ['a square, 0.1406 a⁴', { type: 'rectangular', dimensions: { t3: 2, t2: 2 } }, 16 * (1 / 3 - 0.21 * (11 / 12))],
    ['a strip, b·t³/3', { type: 'rectangular', dimensions: { t3: 1, t2: 1000 } }, (1000 / 3) * (1 - 0.63 / 1000)],
    ['a box by Bredt', { type: 'rectangular', dimensions: { t3: 200, t2: 100, tf: 10, tw: 5 } }, (4 * (190 * 95) ** 2) / (19 + 76)],
    ['a box whose wall stands apart', { type: 'rectangular', dimensions: { t3: 100, t2: 100 }, thickness: 5 }, 95 ** 3 * 5],
    ['a box of an outline of its own', { type: 'rectangular', polygon: [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }, { x: 0, y: 100 }], thickness: 5 }, 95 ** 3 * 5],
    ['a round bar', { type: 'pipe', dimensions: { d: 2 } }, Math.PI / 2],
    ['a pipe', { type: 'pipe', dimensions: { d: 2, tw: 0.5 } }, (Math.PI / 2) * (1 - 0.5 ** 4)],
    ['an I section, HEB 200 in metres', { type: 'i_wide_flange', dimensions: { t3: 0.2, t2: 0.2, tf: 0.015, tw: 0.009 } }, 4.9131e-7],
    ['an unequal I section', { type: 'i_wide_flange', dimensions: { t3: 500, t2: 200, tf: 20, tw: 10, t2b: 300, tfb: 25 } }, (200 * 20 ** 3 + 300 * 25 ** 3 + 455 * 10 ** 3) / 3],
    ['a channel', { type: 'channel', dimensions: { t3: 200, t2: 75, tf: 11, tw: 8 } }, (2 * 75 * 11 ** 3 + 178 * 8 ** 3) / 3],
    ['an angle', { type: 'angle', dimensions: { t3: 150, t2: 90, tf: 10, tw: 12 } }, (90 * 10 ** 3 + 140 * 12 ** 3) / 3],
    ['any other outline by its area and polar inertia', { type: 'custom', polygon: ring(720, 1) }, Math.PI ** 4 / (40 * (Math.PI / 2))],
  ])('%s', (_, sent, torsion) => {
    expect(torsionOf(sent)! / torsion).toBeCloseTo(1, 4)
  }) // biome-ignore format: a line each

  it('is not known without an outline, or of one that crosses itself', () => {
    expect(torsionOf({ type: 'i_wide_flange', dimensions: { t3: 1 } })).toBeNull()
    expect(torsionOf({ type: 'shell', dimensions: { thickness: 0.2 } })).toBeNull()
    expect(torsionOf({ type: 'custom', polygon: [{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 1, y: 0 }, { x: 0, y: 1 }] })).toBeNull() // biome-ignore format: short
  })
})
