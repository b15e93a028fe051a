import { openApiDocument } from '#lib/rest/openapi/openapi.ts'
import { type Schema, schemaName } from './schema.ts'

/** What the reference reads of the OpenAPI document, which the same operation objects make. */
export type Described = {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationDescribed>>
  components: Components
}
export type Components = {
  parameters: Record<string, Parameter>
  headers: Record<string, { description: string; example?: string }>
  responses: Record<string, { description: string }>
  schemas: Record<string, Schema>
}
export type Content = Record<string, { schema?: Schema; example?: unknown }>
export type OperationDescribed = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref: string } | { description: string; content?: Content }>
  security: Record<string, string[]>[]
}
export type Parameter = { name: string; in: string; required?: boolean; description?: string }

/** An operation, and where it is. */
export type Operation = OperationDescribed & { method: string; path: string }

let described: Described | undefined

/** Made once: the operations do not change while we run. */
export function describedApi(): Described {
  described ??= openApiDocument() as Described // made by us, to OpenAPI 3.1's own shape
  return described
}

/** Objects that are no request's whole body, which stands where it is sent. */
export function sharedObjects(): [string, Schema][] {
  const document = describedApi()
  const sent = new Set(operationsOf(document).map(({ requestBody }) => bodyName(requestBody?.content)))
  return Object.entries(document.components.schemas).filter(([name, { properties }]) => properties && !sent.has(name))
}

export const operationsOf = ({ paths }: Described): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), ...described })),
  )

export const parametersOf = ({ parameters = [] }: OperationDescribed, components: Components): Parameter[] =>
  parameters.flatMap((one) => ('$ref' in one ? (referred(one.$ref, components.parameters) ?? []) : one))

const referred = <T>(ref: string, among: Record<string, T>): T | undefined => among[schemaName(ref)]

export const bodyName = (content: Content = {}) => schemaName(Object.values(content)[0]?.schema?.$ref ?? '')

export function exampleOf(content: Content = {}): string {
  const example = Object.values(content)[0]?.example
  return example === undefined || typeof example === 'string' ? (example ?? '') : JSON.stringify(example, null, 2)
}

export const neverEnds = ({ responses }: OperationDescribed) =>
  Object.values(responses).some((response) => 'content' in response && response.content?.['text/event-stream'])

/** The first operation that shows an example: the others refer to it. */
export function firstWithExample(operations: readonly Operation[]): Map<string, Operation> {
  const first = new Map<string, Operation>()
  for (const operation of operations)
    for (const response of Object.values(operation.responses)) {
      const example = 'content' in response ? exampleOf(response.content) : ''
      if (example && !first.has(example)) first.set(example, operation)
    }
  return first
}
