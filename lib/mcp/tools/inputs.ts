import { z } from 'zod'
import type { ElementsSchema } from '#lib/model/validate/short-input.ts'
import { briefObjects, rules } from '#lib/schema/lenient-types.ts'
import { blankIssues } from '#lib/schema/model-error.ts'
import { ConstructModelElementsBatch, CreateModel } from '#lib/schema/request-bodies.ts'
import { ModelSource, ViewerUnits } from '#lib/schema/schema.ts'

/** Inputs of the tools that take elements. Apart from the tools, for a thread reads them, and needs nothing else of these. */

export const ModelId = z.string().min(1).max(256)

/** The revision that a writer has read: where somebody else wrote since, nothing is saved. */
export const KnownRevision = z.int().min(1)

/** Strict, as all tools are: an argument that is passed over does something else than was meant. */
export const AddElementsInput = z.strictObject({
  modelId: ModelId,
  revision: KnownRevision.optional(),
  ...ConstructModelElementsBatch.shape,
})
const Units = z.strictObject(ViewerUnits.shape).describe('{"current":"kN, m, C"}')
export const CreateModelInput = z.strictObject({
  ...CreateModel.shape,
  source: z.object(ModelSource.shape).nullish(),
  defaults: CreateModel.shape.defaults.describe('{frames: {materialId: "S355"}}'),
  units: Units.optional(),
})
/** A model is found by its name. */
rules.set(CreateModelInput, ({ name }) => blankIssues(name, ['name']))
for (const named of [Units, CreateModelInput.shape.source.unwrap().unwrap()]) briefObjects.add(named)

/** By each spelling of the tool's name. */
const inputs = new Map<string, ElementsSchema>([
  ['service.add_model_elements', AddElementsInput],
  ['service_add_model_elements', AddElementsInput],
  ['service.create_model', CreateModelInput],
  ['service_create_model', CreateModelInput],
])

/** The input of a tool that takes elements; undefined for all others. */
export const elementsInput = (tool: unknown) => (typeof tool === 'string' ? inputs.get(tool) : undefined)
