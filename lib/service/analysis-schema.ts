import { z } from 'zod'
import { Select } from '#lib/edit/select/select-schema.ts'
import { CaseColumns, COLUMN_WIDTHS } from '#lib/schema/case-results.ts'
import { type FreeForm, ListOrOne, rules } from '#lib/schema/lenient-types.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import { SHOWN_RESULTS } from '#lib/statics/results/result-question.ts'

/** An analysis as it is asked for, and its answer: one schema for both doors, with arrays over REST. */

const Text = z.string().max(256)

const Mass = z.strictObject({
  selfMass: z.boolean().optional(),
  cases: z.record(z.string(), z.number().min(0).max(1000)).optional().describe('Case id: factor of its loads downward'),
})

export type AnalysisQuestion = z.output<typeof AnalysisQuestion>
export const AnalysisQuestion = z.strictObject({
  cases: ListOrOne(z.string(), 2000).optional().describe('Ids of load cases and combinations; absent: all'),
  modes: z.int().min(0).max(50).optional().describe('How many periods; absent: 3'),
  mass: Mass.optional().describe('For periods; absent: selfMass, and superdead loads'),
  offsets: z.enum(['ignored', 'rigid']).default('ignored').describe('rigid: frames lie beside the node line by sectionOffset'),
  shear: z.boolean().default(true).describe('false: no shear deformation'),
  show: ListOrOne(z.enum(SHOWN_RESULTS), SHOWN_RESULTS.length).optional().describe('Rows; absent: a summary'),
  select: Select.optional().describe('Rows of these; as in query_model'),
  at: z.array(z.number().min(0).max(1)).min(1).max(41).optional().describe('Shares of frame length; [0, 0.5, 1]'),
  sort: Text.optional().describe('A column of the rows: "-m3" falls, by size'),
  limit: z.int().min(1).max(1000).default(20),
  cursor: Text.optional().describe('nextCursor, same question'),
  revision: z.int().min(1).optional().describe('The model as of then'),
  compareWith: z.int().min(1).optional().describe('A revision: rows get before and difference, sort takes "-difference.m3"'),
})

/** Programs may have the results of a case as arrays too. */
export type AnalyseModel = z.output<typeof AnalyseModel>
export const AnalyseModel = AnalysisQuestion.extend({
  columns: Text.optional().describe(
    'A case or combination, "mode 1" or "mechanism 1": what show names of it, whole, as arrays; at 17 stations',
  ),
}).meta({ id: 'AnalyseModel' })

/** By a share link, which shows one revision. */
export const AnalyseShared = AnalyseModel.omit({ revision: true, compareWith: true }).meta({ id: 'AnalyseShared' })

const columnsIssues = ({ columns, show }: FreeForm): Issue[] =>
  columns === undefined || show !== undefined
    ? []
    : [valueError(['columns'], `show names what columns are of: ${Object.keys(COLUMN_WIDTHS).join(', ')}`)]
for (const question of [AnalyseModel, AnalyseShared]) rules.set(question, columnsIssues)

const ratioFigure = z.object({ ratio: z.number(), id: z.string(), case: z.string(), value: z.number() })
const reaction = z.object({ id: z.string(), case: z.string(), fz: z.number() })

/** What is compared between revisions. */
const figures = {
  stands: z.enum(['yes', 'no', 'cannot tell']),
  weight: z
    .object({ mass: z.number(), force: z.number(), cog: z.array(z.number()) })
    .optional()
    .describe('Frames and areas'),
  reactions: z.object({ largest: reaction.optional(), uplift: reaction.optional() }).optional(),
  displacement: z.object({ id: z.string(), case: z.string(), value: z.number() }).optional(),
  deflection: ratioFigure.optional().describe('Of beams: length over deflection'),
  drift: z.object({ ratio: z.number(), storey: z.string(), case: z.string() }).optional().describe('Height over drift'),
  stress: z.object({ ratio: z.number().optional(), stress: z.number(), id: z.string(), case: z.string() }).optional(),
  modes: z.array(z.object({ period: z.number(), massX: z.number(), massY: z.number() })).optional(),
}

const Row = z.looseObject({})

export type AnalysisAnswer = z.output<typeof AnalysisAnswer>
export const AnalysisAnswer = z.object({
  modelId: z.string(),
  revision: z.int(),
  ...figures,
  screening: z.string(),
  units: z.string(),
  cases: z.array(z.string()).optional(),
  moreCases: z.int().optional(),
  residual: z.number().optional(),
  mechanisms: z
    .array(
      z.object({
        message: z.string(),
        nodes: z.array(Row.describe('id, and ux … rz of which the largest is 1')),
        elements: z.array(z.object({ kind: z.string(), id: z.string() })),
        fix: z.string(),
      }),
    )
    .optional()
    .describe('Why it does not stand'),
  notes: z.array(z.string()).optional(),
  leftOut: z.record(z.string(), z.int()).optional(),
  rows: z
    .partialRecord(z.enum(SHOWN_RESULTS), z.array(Row))
    .optional()
    .describe('With compareWith each has before, and difference from it'),
  total: z.partialRecord(z.enum(SHOWN_RESULTS), z.int()).optional().describe('Rows on all pages'),
  compared: z
    .object({ revision: z.int(), ...figures, stands: figures.stands.optional(), refused: z.array(z.string()).optional() })
    .optional(),
  change: z.record(z.string(), z.number()).optional().describe('Per cent, from compareWith to this'),
  nextCursor: z.string().optional(),
})

export type AnalysisReply = z.output<typeof AnalysisReply>
export const AnalysisReply = AnalysisAnswer.extend({ columns: CaseColumns.optional() }).meta({ id: 'AnalysisAnswer' })
