import { z } from 'zod'
import { ElementId, FreeForm, Num, Reference, rules, Text } from './lenient-types.ts'
import { componentIssues, loadIssues } from './load-rules.ts'
import { LOAD_AXES, LOAD_SPREADS, LOAD_TYPES } from './load-words.ts'
import { valueError } from './model-error.ts'

/** Load cases, loads, combinations and diaphragms. Each field once, as in `schema.ts`; field order is error order. */

export type LoadVector = z.output<typeof LoadVector>
export const LoadVector = z
  .object({ x: Num.optional(), y: Num.optional(), z: Num.optional() })
  .describe('Components along the axes, or right-handed about them; one that is absent is 0')
  .meta({ id: 'LoadVector' })
rules.set(LoadVector, (vector) => componentIssues(vector, ['x', 'y', 'z']))

export const NATURES = [
  'dead',
  'superdead',
  'live',
  'roof',
  'snow',
  'wind',
  'seismic',
  'temperature',
  'settlement',
  'construction',
  'other',
] as const

export type LoadCase = z.output<typeof LoadCase>
export const LoadCase = z
  .object({
    id: ElementId,
    name: Text.nullish(),
    nature: z.enum(NATURES).nullish(),
    selfWeight: Num.nullish().describe('Times the own weight of frames and areas, along -Z; absent: 0'),
    source: FreeForm.nullish(),
  })
  .meta({ id: 'LoadCase' })

const Share = Num.gte(0).lte(1).nullish()

export type LoadGradient = z.output<typeof LoadGradient>
export const LoadGradient = z
  .object({ x: Num.optional(), y: Num.optional() })
  .describe('Rise of temperature per length: x along local 3, y along local 2')
  .meta({ id: 'LoadGradient' })
rules.set(LoadGradient, (vector) => componentIssues(vector, ['x', 'y']))

export type Load = z.output<typeof Load>
export const Load = z
  .object({
    id: ElementId,
    caseId: Reference.describe('The load case that it belongs to'),
    nodeId: Reference.nullish(),
    frameId: Reference.nullish(),
    areaId: Reference.nullish(),
    type: z
      .enum(LOAD_TYPES)
      .nullish()
      .describe(
        'Of a node force or displacement, of a frame distributed, point or temperature, of an area pressure; absent: the first of these',
      ),
    force: LoadVector.nullish().describe('Force; of distributed per length, of pressure per area'),
    forceEnd: LoadVector.nullish().describe('Of distributed: per length at `to`; absent: as force'),
    moment: LoadVector.nullish(),
    displacement: LoadVector.nullish().describe('Of the ground under a held or sprung direction'),
    rotation: LoadVector.nullish().describe('The same in radians'),
    axes: z
      .enum(LOAD_AXES)
      .nullish()
      .describe('Absent: global. projected: global, per length or area as seen along each axis, such as snow on plan'),
    at: Share.describe("Of point: share of the frame's length from its start"),
    from: Share.describe('Of distributed: where it begins; absent: 0'),
    to: Share.describe('Of distributed: where it ends; absent: 1'),
    temperature: Num.nullish().describe('Rise of temperature'),
    gradient: LoadGradient.nullish(),
    spread: z
      .enum(LOAD_SPREADS)
      .nullish()
      .describe('Of pressure, to the edges of the area and the frames across it; absent: two-way'),
    span: LoadVector.nullish().describe('Of one-way: the direction that carries; absent: local axis 1 of the area'),
    source: FreeForm.nullish(),
  })
  .meta({ id: 'Load' })
rules.set(Load, loadIssues)

export type CombinationTerm = z.output<typeof CombinationTerm>
export const CombinationTerm = z
  .object({
    caseId: Reference.nullish(),
    combinationId: Reference.nullish(),
    factor: Num.nullish().describe('Absent: 1'),
  })
  .meta({ id: 'CombinationTerm' })
rules.set(CombinationTerm, ({ caseId, combinationId }) =>
  (caseId == null) === (combinationId == null) ? [valueError([], 'a term names one of caseId, combinationId')] : [],
)

export type Combination = z.output<typeof Combination>
export const Combination = z
  .object({
    id: ElementId,
    name: Text.nullish(),
    type: z.enum(['add', 'envelope']).nullish().describe('The sum of its terms, or the most and the least of them; absent: add'),
    terms: z.array(CombinationTerm).min(1).max(1000),
    source: FreeForm.nullish(),
  })
  .meta({ id: 'Combination' })

export type Diaphragm = z.output<typeof Diaphragm>
export const Diaphragm = z
  .object({
    id: ElementId,
    name: Text.nullish(),
    gridLineId: Reference.nullish().describe('A level: all nodes at its height'),
    nodeIds: z.array(Reference).min(2).nullish().describe('Nodes that move together in plan'),
    source: FreeForm.nullish(),
  })
  .meta({ id: 'Diaphragm' })
rules.set(Diaphragm, ({ gridLineId, nodeIds }) =>
  (gridLineId == null) === (nodeIds == null) ? [valueError([], 'a diaphragm has one of gridLineId, nodeIds')] : [],
)
