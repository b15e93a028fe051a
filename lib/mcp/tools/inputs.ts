import { z } from 'zod'
import type { ElementsSchema } from '#lib/model/validate/short-input.ts'
import { ConstructModelElementsBatch, CreateModel } from '#lib/schema/request-bodies.ts'
import { ViewerUnits } from '#lib/schema/schema.ts'

/** Inputs of the tools that take elements. Apart from the tools, for a thread reads them, and needs nothing else of these. */

export const ModelId = z.string().min(1).max(256)

/** Strict, as all tools are: an argument that is passed over does something else than was meant. */
export const AddElementsInput = z.strictObject({ modelId: ModelId, ...ConstructModelElementsBatch.shape })
export const CreateModelInput = z.strictObject({ ...CreateModel.shape, units: z.strictObject(ViewerUnits.shape).optional() })

/** By each spelling of the tool's name. */
const inputs = new Map<string, ElementsSchema>([
  ['service.add_model_elements', AddElementsInput],
  ['service_add_model_elements', AddElementsInput],
  ['service.create_model', CreateModelInput],
  ['service_create_model', CreateModelInput],
])

/** The input of a tool that takes elements; undefined for all others. */
export const elementsInput = (tool: unknown) => (typeof tool === 'string' ? inputs.get(tool) : undefined)
