import { z } from 'zod'
import { asSubmitted } from './as-submitted.ts'
import { KINDS } from './kinds.ts'
import { FreeForm, otherForms, Reference, rules, Text } from './lenient-types.ts'
import { Combination, Diaphragm, Load, LoadCase } from './loads.ts'
import { valueError } from './model-error.ts'
import {
  ConstructMember,
  ConstructSectionCreate,
  ModelSource,
  ViewerArea,
  ViewerFrame,
  ViewerGridLine,
  ViewerMaterial,
  ViewerNode,
  ViewerSupport,
  ViewerUnits,
} from './schema.ts'

/** What requests send: the specification's section 4, and bodies of ours. */

/** Arrays of elements by kind, each of which may be absent. */
export const elementArrays = {
  areas: z.array(ViewerArea).optional(),
  combinations: z.array(Combination).optional(),
  diaphragms: z.array(Diaphragm).optional(),
  frames: z.array(ViewerFrame).optional(),
  gridLines: z.array(ViewerGridLine).optional(),
  loadCases: z.array(LoadCase).optional(),
  loads: z.array(Load).optional(),
  materials: z.array(ViewerMaterial).optional(),
  members: z.array(ConstructMember).optional(),
  nodes: z.array(ViewerNode).optional(),
  sections: z.array(ConstructSectionCreate).optional(),
  supports: z.array(ViewerSupport).optional(),
}

/** How large arrays are said in few words: expanded and laid in (`short-input.ts`) before anything else is looked at. */
const short = {
  repeat: z
    .unknown()
    .optional()
    .describe(
      'Templates: element arrays, made for each combination of the loop values; "{i+1}" in any text is computed. ' +
        'In nodeIds, frameIds an item {"for":…,"each":ITEM} is many',
    )
    .meta({
      type: 'array',
      items: {
        type: 'object',
        properties: {
          for: {
            type: 'object',
            description: 'Variable: range "0..4" or "8..0 by -2", ends included, or list; the first is the outer loop',
          },
          let: { type: 'object', description: 'Variable: expression' },
          if: { type: 'string', description: 'Only where this holds' },
        },
        required: ['for'],
      },
    }),
  defaults: z
    .unknown()
    .optional()
    .describe('Fields for elements that lack them: {"frames":{"materialId":"S355"}}')
    .meta({ type: 'object' }),
}

/** Once it is expanded. */
export type ConstructModelElementsBatch = Omit<z.output<typeof ConstructModelElementsBatch>, keyof typeof short>
export const ConstructModelElementsBatch = z.object({ ...elementArrays, ...short }).meta({ id: 'ConstructModelElementsBatch' })
otherForms.set(ConstructModelElementsBatch, asSubmitted)

/** A batch of one kind: ignored silently, half the model would be missing. */
function ofOneKind<T extends z.ZodType>(batch: T): T {
  rules.set(batch, (input) =>
    Object.keys(short).flatMap((key) =>
      input[key] === undefined ? [] : [valueError([key], `${key} is taken by …/elements only`)],
    ),
  )
  return batch
}

export const AreasBatch = ofOneKind(z.object({ areas: z.array(ViewerArea).min(1) }).meta({ id: 'AreasBatch' }))
export const CombinationsBatch = ofOneKind(
  z.object({ combinations: z.array(Combination).min(1) }).meta({ id: 'CombinationsBatch' }),
)
export const DiaphragmsBatch = ofOneKind(z.object({ diaphragms: z.array(Diaphragm).min(1) }).meta({ id: 'DiaphragmsBatch' }))
export const FramesBatch = ofOneKind(z.object({ frames: z.array(ViewerFrame).min(1) }).meta({ id: 'FramesBatch' }))
export const GridLinesBatch = ofOneKind(z.object({ gridLines: z.array(ViewerGridLine).min(1) }).meta({ id: 'GridLinesBatch' }))
export const LoadCasesBatch = ofOneKind(z.object({ loadCases: z.array(LoadCase).min(1) }).meta({ id: 'LoadCasesBatch' }))
export const LoadsBatch = ofOneKind(z.object({ loads: z.array(Load).min(1) }).meta({ id: 'LoadsBatch' }))
export const MaterialsBatch = ofOneKind(z.object({ materials: z.array(ViewerMaterial).min(1) }).meta({ id: 'MaterialsBatch' }))
export const MembersBatch = ofOneKind(z.object({ members: z.array(ConstructMember).min(1) }).meta({ id: 'MembersBatch' }))
export const NodesBatch = ofOneKind(z.object({ nodes: z.array(ViewerNode).min(1) }).meta({ id: 'NodesBatch' }))
export const SectionsBatch = ofOneKind(
  z.object({ sections: z.array(ConstructSectionCreate).min(1) }).meta({ id: 'SectionsBatch' }),
)
export const SupportsBatch = ofOneKind(z.object({ supports: z.array(ViewerSupport).min(1) }).meta({ id: 'SupportsBatch' }))

export type CreateModel = Omit<z.output<typeof CreateModel>, keyof typeof short>
export const CreateModel = z
  .object({
    name: Text,
    metadata: FreeForm.optional(),
    source: ModelSource.nullish(),
    units: ViewerUnits.optional(),
    ...elementArrays,
    ...short,
  })
  .meta({ id: 'CreateModel' })
otherForms.set(CreateModel, asSubmitted)

export type UpdateModel = z.output<typeof UpdateModel>
export const UpdateModel = z
  .object({ name: Text.optional(), metadata: FreeForm.optional(), source: ModelSource.nullish() })
  .meta({ id: 'UpdateModel' })

const ids = z.array(Reference).optional()
const idArrays = {
  areas: ids,
  combinations: ids,
  diaphragms: ids,
  frames: ids,
  gridLines: ids,
  loadCases: ids,
  loads: ids,
  materials: ids,
  members: ids,
  nodes: ids,
  sections: ids,
  supports: ids,
}

const MOST_READ = 200
export type ReadElements = z.output<typeof ReadElements>
export const ReadElements = z.object(idArrays).meta({ id: 'ReadElements' })
rules.set(ReadElements, (input) => {
  const idLists = KINDS.map((kind) => input[kind])
  if (idLists.every((some) => some === undefined)) return [{ type: 'missing', loc: [], msg: 'Field required' }]
  const actual = idLists.reduce<number>((sum, some) => sum + (Array.isArray(some) ? some.length : 0), 0)
  const msg = `${actual} ids, the limit is ${MOST_READ}`
  return actual > MOST_READ ? [{ type: 'limit_exceeded', loc: [], msg, ctx: { limit: MOST_READ, actual } }] : []
})

export type RemoveElements = z.output<typeof RemoveElements>
export const RemoveElements = z
  .object({
    ...idArrays,
    cascade: z.boolean().default(false).describe('Also remove what refers to the removed elements'),
  })
  .meta({ id: 'RemoveElements' })
