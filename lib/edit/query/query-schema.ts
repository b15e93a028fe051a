import { z } from 'zod'
import { briefObjects, ListOrOne, Num } from '#lib/schema/lenient-types.ts'
import { KIND_OF, KINDS } from '#lib/schema/schema.ts'
import { SELECT_IN_WORDS, Select } from '../select/select-schema.ts'

/** A question to a model, and what is answered: one schema for both doors. */

export const KEYS = [
  'kind',
  'role',
  'section',
  'material',
  'member',
  'storey',
  'grid',
  'length',
  'thickness',
  'label',
  'case',
] as const
export type Key = (typeof KEYS)[number]
// biome-ignore format: one list
export const SHOWN = [
  'count', 'length', 'area', 'volume', 'mass', 'elevation', 'height', 'load', 'ids', 'fields',
  'centroid', 'surface', 'netVolume', 'formwork', 'tributary',
] as const
export type ShownQuantity = (typeof SHOWN)[number]
/** Those that one element has. */
export const MEASURES = SHOWN.filter((one) => one !== 'count' && one !== 'load' && one !== 'ids' && one !== 'fields')

export type Factor = z.output<typeof Factor>
const Factor = z.strictObject({
  per: z.enum(['kg', 't', 'm3', 'net m3', 'm2', 'm2 formwork', 'm', 'piece']).describe('m2: of the surface'),
  of: z.enum(['material', 'section', 'role']).optional(),
  values: z.record(z.string(), Num).describe('By id or name, with stars; the first that fits'),
  unit: z.string().max(64).optional(),
})
briefObjects.add(Factor)

const question = {
  select: Select.optional().describe(SELECT_IN_WORDS),
  by: z.literal('run').optional().describe('Whole beams, not their pieces'),
  groupBy: ListOrOne(z.enum(KEYS), 3).optional(),
  show: ListOrOne(z.enum(SHOWN), SHOWN.length)
    .default(['count'])
    .describe("Model's unit, kg; height of a storey: from the level below"),
  fields: ListOrOne(z.string().max(256), 50).optional().describe('One row an element: ["position.z"]'),
  unit: ListOrOne(z.string().max(16), 4).optional().describe('Of the answer: "t"'),
  factors: z
    .record(z.string().min(1).max(64), Factor)
    .optional()
    .describe('Your columns: {carbon: {per: kg|t|m3|net m3|m2|m2 formwork|m|piece, values: {"C30*": 0.12}, unit}}'),
  densities: z.record(z.string(), z.unknown()).optional().describe('Material id: kg/m³ or a grade'),
  sort: z.string().max(256).optional().describe('"-mass" falls; or key'),
  limit: z.int().min(1).max(1000).default(50),
  cursor: z.string().max(256).optional(),
  revision: z.int().min(1).optional(),
}

export type QueryModel = z.output<typeof QueryModel>
export const QueryModel = z.strictObject(question).meta({ id: 'QueryModel' })

const countsByKind = z.partialRecord(z.enum(KINDS), z.int())
const counts = z.partialRecord(z.enum(['runs', ...KINDS]), z.int())
const Quantities = z
  .looseObject({})
  .describe('The keys of groupBy, then what was to be shown, with 6 digits; null: none of it can be computed')

export type QueryAnswer = z.output<typeof QueryAnswer>
export const QueryAnswer = z
  .object({
    modelId: z.string(),
    revision: z.int(),
    units: z.partialRecord(z.enum(['length', 'area', 'volume', 'mass', 'force']), z.string().nullable()).optional(),
    gross: z.literal(true).optional().describe('Where elements overlap, both are counted'),
    notNetted: z
      .object({ count: z.int(), ids: z.array(z.string()) })
      .optional()
      .describe('Concrete that is no plumb box: its net volume is the gross one'),
    factors: z.record(z.string(), Factor).optional().describe('As sent'),
    matched: counts.describe('Selected elements by kind'),
    groups: z.array(Quantities).optional(),
    rows: z
      .array(z.looseObject({ kind: z.enum(['run', ...Object.values(KIND_OF)]), id: z.string() }))
      .optional()
      .describe('With fields: one an element'),
    total: Quantities.optional().describe('Over all groups, those of later pages too'),
    note: z.string().optional().describe('What the numbers do not say: frames that count once, pieces of longer beams'),
    areaFrom: z
      .partialRecord(z.enum(['published', 'formula', 'outline', 'taper']), z.int())
      .optional()
      .describe('Where the areas of how many sections are from; taper: how many pairs'),
    densities: z
      .record(z.string(), z.object({ value: z.number(), from: z.string(), note: z.string().optional() }))
      .optional()
      .describe('By material, in kg/m³'),
    notComputable: z
      .array(
        z.object({
          quantity: z
            .union([z.enum(['area', 'volume', 'mass']), z.string()])
            .describe('Also what else was asked, or the name of a factor'),
          reason: z.string(),
          count: z.int(),
          ids: z.array(z.string()),
          fix: z.string().optional(),
        }),
      )
      .optional()
      .describe('Elements that are in no sum'),
    leftOut: z
      .object({ border: countsByKind, crossing: countsByKind })
      .optional()
      .describe('What between or bay left out: on its border, and reaching over it'),
    emptied: z
      .object({ condition: z.string(), before: z.int(), near: z.union([z.string(), z.array(z.string())]) })
      .optional()
      .describe('The condition that left none of those before it, and what these have instead'),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'QueryAnswer' })
