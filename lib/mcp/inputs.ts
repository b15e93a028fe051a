import { z } from 'zod'
import { ConstructModelElementsBatch, CreateModel } from '#lib/model/schema.ts'

/** Inputs of the tools that take elements. Apart from the tools, for a thread reads them, and needs nothing else of these. */

export const ModelId = z.string().min(1).max(256).describe('Id from create_model or list_models')

export const AddElementsInput = z.object({ modelId: ModelId, ...ConstructModelElementsBatch.shape })

/** By each spelling of the tool's name. */
const inputs = new Map<string, z.ZodType>([
  ['service.add_model_elements', AddElementsInput],
  ['service_add_model_elements', AddElementsInput],
  ['service.create_model', CreateModel],
  ['service_create_model', CreateModel],
])

/** The input of a tool that takes elements; undefined for all others. */
export const elementsInput = (tool: unknown): z.ZodType | undefined => (typeof tool === 'string' ? inputs.get(tool) : undefined)
