import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { z } from 'zod'
import type { Caller } from '#lib/access/caller.ts'
import { mergeIssues, tellIssues } from '#lib/model/issue-order.ts'
import type { ReadableBatch } from '#lib/model/judge-batch.ts'
import { ModelError } from '#lib/model/model-error.ts'
import { type Parsed, parse } from '#lib/model/parse.ts'
import { KINDS } from '#lib/model/schema.ts'
import type { Scope } from '#lib/oauth/scopes.ts'
import { judgeElements } from '#lib/storage/elements.ts'
import { openModel } from '#lib/storage/models.ts'
import { TooBusy } from '#lib/storage/write.ts'
import type { ToolNameStyle } from '#lib/tool-name-style.ts'
import { explainFailure } from './explain.ts'
import { isObject } from './is-object.ts'
import type { Params } from './json-rpc.ts'
import { type JsonSchema, jsonSchema } from './json-schema.ts'
import { tellFailure } from './tell-failure.ts'

/** Who calls, and how tool names are spelt to them. */
export type Asking = { caller: Caller; style: ToolNameStyle }

/** A tool as the two protocol layers see it. */
export type ToolEntry = {
  name: string
  /** Absent on the conformance tool's fixtures only. */
  scope?: Scope
  /** As `tools/list` tells it, under its canonical name. */
  listed: Omit<Tool, 'name'>
  /** Never throws what a client did wrong: that is a result with `isError`. `params` is all of the request. */
  call(input: unknown, asking: Asking, params: Params): Promise<CallToolResult>
}

/** All four, always: directories demand them, and ChatGPT takes a tool without `readOnlyHint` for a write. */
export type Annotations = {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** Looking changes nothing. */
export const READS: Annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** A picture, and what is to be known about it. */
export class WithImage {
  constructor(
    readonly data: Record<string, unknown>,
    readonly png: Uint8Array,
  ) {}
}

/** `sent`: the input before it was parsed. */
export type Call = Asking & { sent: unknown; schema: JsonSchema }

type Definition<I extends z.ZodType, O extends z.ZodType = never> = {
  name: `service.${string}`
  title: string
  scope: Scope
  description: string
  input: I
  /** Absent when the tool answers a picture: some clients hand their model the structured part alone, and the picture is lost. */
  output?: O
  annotations: Annotations
  meta?: Record<string, unknown>
  /** The input holds arrays of elements, which are judged together with fields that failed. */
  takesElements?: boolean
  /** Throws `ModelError`; what becomes of it is this file's business. */
  run(input: z.output<I>, call: Call): Promise<[O] extends [never] ? WithImage : z.output<O>>
}

/** A tool is one object with one verb in it; the schemas are made from the same source that REST parses with. */
export function tool<I extends z.ZodType, O extends z.ZodType = never>(definition: Definition<I, O>): ToolEntry {
  const { name, title, scope, description, input, output, annotations, meta, takesElements = false, run } = definition
  const schema = jsonSchema(input, 'input')
  const writes = !annotations.readOnlyHint
  const securitySchemes = [{ type: 'oauth2', scopes: [scope] }] // for ChatGPT, which reads it in both places
  return {
    name,
    scope,
    listed: {
      title,
      description,
      inputSchema: schema as Tool['inputSchema'], // the root of every input is an object
      ...(output && { outputSchema: jsonSchema(output, 'output') as Tool['outputSchema'] }),
      annotations: { title, ...annotations },
      ...{ securitySchemes },
      _meta: { securitySchemes, ...meta },
    },
    async call(sent, asking) {
      try {
        const parsed = parse(input, sent)
        if (!parsed.ok) return await refuse(parsed, asking.caller, { writes, takesElements })
        const answer = await run(parsed.value, { ...asking, sent, schema })
        return answer instanceof WithImage ? picture(answer) : success(answer)
      } catch (error) {
        if (error instanceof TooBusy) return failure(explainBusy())
        if (error instanceof ModelError) return failure(await tellFailure(error, { asking, sent, schema, writes }))
        throw error
      }
    },
  }
}

/** As REST does: the model first, then everything that is wrong with the input, fields and elements together. */
async function refuse(
  { value, issues, total, failed }: Extract<Parsed<unknown>, { ok: false }>,
  caller: Caller,
  { writes, takesElements }: { writes: boolean; takesElements: boolean },
): Promise<never> {
  const fields: Record<string, unknown> = isObject(value) ? value : {}
  const named = typeof fields.modelId === 'string' ? await openModel(caller, fields.modelId, writes ? 'write' : 'read') : null
  // Without the model nobody knows which of its ids exist.
  if (!takesElements || (named === null && issues.some(({ loc }) => loc[0] === 'modelId' || loc.length === 0))) {
    throw new ModelError('invalid', tellIssues(issues, total))
  }
  const unread = new Set(KINDS.filter((kind) => failed.has(kind)))
  const judged = await judgeElements(named, fields as ReadableBatch, unread) // `parse` gave what could be read of it
  throw new ModelError('invalid', tellIssues(mergeIssues(issues, judged.issues), total + judged.total))
}

/** The data twice: clients show the model either `structuredContent` or the text. */
function success(data: unknown): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(data) }],
    structuredContent: data as Record<string, unknown>, // the root of every output is an object
  }
}

const picture = ({ data, png }: WithImage): CallToolResult => ({
  content: [
    { type: 'text', text: JSON.stringify(data) },
    { type: 'image', data: Buffer.from(png).toString('base64'), mimeType: 'image/png' },
  ],
})

const explainBusy = () =>
  explainFailure(
    { error: 'busy', message: 'Nothing was saved: others kept writing to this model. Call again in a moment.' },
    { sent: {}, schema: {} },
  )

/** Text only: clients check `structuredContent` against the output schema even when `isError` is set. */
export function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}
