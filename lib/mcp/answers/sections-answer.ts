import { z } from 'zod'
import type { FoundSections } from '#lib/service/find-sections.ts'

/** Standard sections as a table: `["IPE330",330,160,11.5,7.5,49.15]`. */

export const SectionsInShort = z.object({
  unit: z.string(),
  total: z.int(),
  type: z.string().optional(),
  standard: z.string().optional(),
  family: z.string().optional(),
  columns: z.array(z.string()).optional(),
  rows: z.array(z.array(z.unknown())).optional(),
  near: z.array(z.string()).optional(),
  note: z.string().optional(),
  nextCursor: z.string().optional(),
})

type Found = z.output<typeof FoundSections>

/** Five digits say all that a mass is known to. */
const DIGITS = 5

/** Type, standard and family are said once where all have the same, else in columns. A fillet comes with its profile and is not told. */
export function sectionsInShort({ unit, total, items, near, note, nextCursor }: Found): z.output<typeof SectionsInShort> {
  const sizes = [...new Set(items.flatMap(({ dimensions }) => Object.keys(dimensions)))].filter((size) => size !== 'r')
  const facts = ['type', 'standard', 'family'] as const
  const differing = facts.filter((fact) => new Set(items.map((item) => item[fact])).size > 1)
  const [first] = items
  const common = first
    ? Object.fromEntries(facts.flatMap((fact) => (differing.includes(fact) || first[fact] === null ? [] : [[fact, first[fact]]])))
    : {}
  const hasMass = items.some(({ massPerMetre }) => massPerMetre !== undefined)
  const hasArea = !hasMass // the mass says it, but for shapes of any material
  return {
    unit,
    total,
    ...common,
    ...(items.length > 0 && {
      columns: ['profile', ...sizes, ...(hasMass ? ['kg/m'] : []), ...(hasArea ? ['area'] : []), ...differing],
      rows: items.map(({ profile, dimensions, massPerMetre, area, ...item }) => [
        profile,
        ...sizes.map((size) => dimensions[size] ?? null),
        ...(hasMass ? [massPerMetre === undefined ? null : Number(massPerMetre.toPrecision(DIGITS))] : []),
        ...(hasArea ? [area] : []),
        ...differing.map((fact) => item[fact]),
      ]),
    }),
    ...(near && { near }),
    ...(note !== undefined && { note }),
    ...(nextCursor !== null && { nextCursor }),
  }
}
