import { z } from 'zod'
import { briefObjects, ListOrOne, Num, sameAs } from '#lib/schema/lenient-types.ts'
import { AREA_ROLES, FRAME_ROLES } from '#lib/schema/roles.ts'
import { KINDS } from '#lib/schema/schema.ts'
import { isKeyOf } from '#lib/values/object-keys.ts'

/** The language of selections, one for edits, questions, pictures and checks. An element is selected when it meets every condition. */

/** What a tool says of it, in place of the schema: once where tools share a list, `AS_IN_QUERY` in the others. */
export const SELECT_IN_WORDS =
  'Elements that meet every condition: {kinds, ids: ["C*-3"], role: column|beam|floor|purlin…, section, material, member, label, storey: ["L3..L9"], run: [its frames], on: ["A","3"] wholly on these grid lines or levels, between: ["3","4"], bay: ["3-4"], box: {x,y,z: [from,to]}, length, area, thickness, mass: [from,to], connectedTo: {…}, case, released, unused, unsupported, not: {…}, all: true}. * is any text, null is open'
export const AS_IN_QUERY = 'As in query_model'
export const AS_IN_QUERY_BRIEFLY =
  'As in query_model: {kinds, ids, role, section, material, member, storey, run, on, between, box, length, not, all: true …}'

const Pattern = z.string().min(1).max(256)
/** Also `""`: those that have none. */
const PatternOrNone = z.string().max(256)
const Range = z.array(Num.nullable()).min(2).max(2)

export type Box = z.output<typeof Box>
export const Box = z.strictObject({ x: Range.optional(), y: Range.optional(), z: Range.optional() })

/** Families, and the finer words of those that say one. */
export const ROLES = [...FRAME_ROLES, ...AREA_ROLES]

const conditions = {
  kinds: ListOrOne(z.enum(KINDS), KINDS.length).optional().describe('nodes, frames, areas, supports and members when absent'),
  ids: ListOrOne(Pattern).optional().describe('* stands for any characters, \\* for a star'),
  label: ListOrOne(PatternOrNone).optional().describe('As ids, in any case; "" has none'),
  role: ListOrOne(z.enum(ROLES), 20).optional(),
  section: ListOrOne(PatternOrNone).optional().describe('Id or name of the effective section; "" has none'),
  material: ListOrOne(PatternOrNone).optional().describe('Id or name of the effective material; "" has none'),
  member: ListOrOne(Pattern).optional(),
  run: ListOrOne(Pattern).optional().describe('Frames of the runs that hold a frame with such an id'),
  storey: ListOrOne(Pattern)
    .optional()
    .describe('The lowest level at or above the top of the element; also "Level 3..Level 9", "Level 1*"'),
  on: ListOrOne(Pattern)
    .optional()
    .describe('Wholly on these grid lines or levels, also "A..D"; lines of different axes combine'),
  between: z
    .array(Pattern)
    .min(2)
    .max(6)
    .optional()
    .describe('Between two lines of one axis, and not on one of them; a bay is between two of X and two of Y'),
  bay: ListOrOne(Pattern, 20)
    .optional()
    .describe('Between two lines, the border with it: "6-7", "D-E"; of one axis alternatives, of different axes combined'),
  box: Box.optional().describe('All nodes inside, or outside by less than 0.0001 of the diagonal of the model; null is open'),
  length: Range.optional().describe('Distance of the end nodes; null is open'),
  area: Range.optional().describe('Of areas, openings cut out'),
  thickness: Range.optional(),
  mass: Range.optional().describe('In kg, by the grades of materials'),
  case: ListOrOne(Pattern).optional().describe('Loads of these load cases; without kinds loads are meant'),
  released: z.boolean().optional().describe('Frames with a release or an elastic joint'),
  unused: z.boolean().optional().describe('Nodes, sections, materials that nothing uses'),
  unsupported: z.boolean().optional().describe('What no support holds'),
  all: z.boolean().optional(),
}

/** At the top only: what is left out, and what is connected to, is of frames. */
const by = {
  by: z.literal('run').optional().describe('Judges whole beams: length is that of the run, and all its frames are taken'),
}

export type Select = z.output<z.ZodObject<typeof conditions>> & {
  by?: 'run' | undefined
  connectedTo?: Select | undefined
  not?: Select | undefined
}

/** `connectedTo` and `not`, three deep: parsed by schemas of their own, described as one that holds itself. */
const nested = (inner: z.ZodType<Select>) => ({
  connectedTo: inner.optional().describe('Shares a node with one of these, other than itself; loads: what they are on'),
  not: inner.optional().describe('What is left out'),
})
const inner = <T extends z.ZodType>(schema: T): T => {
  sameAs.set(schema, 'Select')
  return schema
}
const Innermost = inner(z.strictObject(conditions))
const Third: z.ZodType<Select> = inner(z.strictObject({ ...conditions, ...nested(Innermost) }))
const Second: z.ZodType<Select> = inner(z.strictObject({ ...conditions, ...nested(Third) }))
export const Select: z.ZodType<Select> = z.strictObject({ ...by, ...conditions, ...nested(Second) }).meta({ id: 'Select' })
briefObjects.add(Select)

export const isCondition = (key: string): boolean => isKeyOf(conditions, key) || key === 'connectedTo' || key === 'not'
