import type { CallToolResult, ResourceLink, Tool } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Caller } from '#lib/access/caller.ts'
import type { Needs } from '#lib/access/roles.ts'
import type { Scope } from '#lib/access/scopes.ts'
import { Busy, TooBusy } from '#lib/http/busy-error.ts'
import { wholeAllowance } from '#lib/model/template/combinations.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import { together } from '#lib/model/validate/issue-list.ts'
import { limitIssues } from '#lib/model/validate/issue-order.ts'
import { parse } from '#lib/model/validate/parse.ts'
import { type ElementsSchema, isShort, judgeBody, readBody } from '#lib/model/validate/short-input.ts'
import { rules } from '#lib/schema/lenient-types.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import type { Finding, Kind } from '#lib/schema/schema.ts'
import type { Batch } from '#lib/service/elements/batch.ts'
import { explainElements, idsOf, type Referred } from '#lib/service/elements/elements.ts'
import { openModel } from '#lib/service/models/open-model.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import type { Stage } from '#lib/work/stage.ts'
import { explainFailure, groupingOf, NOTHING_SAVED } from '../advice/explain.ts'
import { explainError } from '../advice/explain-error.ts'
import { type Judge, NotJudged } from '../advice/prove.ts'
import { cleanTexts, seenJson } from '../answers/clean-texts.ts'
import { fieldIssues } from '../fixes/field-issues.ts'
import type { AppPart } from '../protocol/app-page.ts'
import type { Params } from '../protocol/json-rpc.ts'
import { readShortCall } from '../protocol/large-message.ts'
import type { LargeCall, ToolContext } from '../protocol/tool-context.ts'
import { origin } from '../shared-by.ts'
import { type JsonSchema, jsonSchema, outputInShort } from './json-schema.ts'
import type { View } from './view-shown.ts'
import { type UnknownField, unknownFields, warningsOf } from './warnings.ts'

/** A tool as the two protocol layers see it. */
export type ToolEntry = {
  name: string
  /** Absent on the conformance tool's fixtures only. */
  scope?: Scope
  /** Of the role on the model that it names, if it names one. */
  needs?: Needs
  /** What it parses; absent on the conformance tool's fixtures only. */
  input?: z.ZodType
  /** As `tools/list` tells it, under its canonical name; of the view in the conversation `methods.ts` tells more. */
  listed: Omit<Tool, 'name'>
  /** What its progress goes through, where it reads for long; as a write does when absent. */
  stages?: readonly Stage[]
  /** What it has to do with the view in the conversation. */
  app?: AppPart
  /** Whether a call with this input stands in the log; every one when absent. */
  isLogged?(input: unknown): boolean
  /** Never throws what a client did wrong: that is a result with `isError`. `params` is all of the request. */
  call(input: unknown, context: ToolContext, params: Params): Promise<CallToolResult>
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

/** Data that is not for reading, and a line that says what it is. */
export class WithText {
  constructor(
    readonly data: Record<string, unknown>,
    readonly text: string,
  ) {}
}

/** Data, and a link to a file that belongs to it, for hosts that show links by themselves. */
export class WithLink {
  constructor(
    readonly data: Record<string, unknown>,
    readonly link: Pick<ResourceLink, 'uri' | 'name' | 'mimeType'>,
  ) {}
}

/** Data, and beside it what the view in the conversation alone needs: no model reads it. */
export class WithView {
  constructor(
    readonly data: Record<string, unknown>,
    readonly view: View,
  ) {}
}

/** `sent`: the input before it was parsed. */
export type Call = ToolContext & { sent: unknown; schema: JsonSchema }
/** Of a tool that takes elements. */
export type CallWithElements = Call & {
  batch: Batch
  /** `unit`: of length, of the model as it is; `beside`: what members and combinations refer to there. */
  warnings(unit?: LengthUnit, beside?: Referred): Finding[]
  /** Elements made per template, where templates were sent. */
  made?: number[]
}

type Definition<I extends z.ZodType, O extends z.ZodType = never> = {
  name: `service.${string}`
  title: string
  scope: Scope
  /** Of the role on the model, where it is not as the scope: reading to read, writing to write. */
  needs?: Needs
  description: string
  input: I
  /** Absent when the tool answers a picture: some clients hand their model the structured part alone, and the picture is lost. */
  output?: O
  /** Arrays of elements, whose fields words say and no schema; without words where the tool's description says them. */
  openArrays?: Readonly<Record<string, string | undefined>>
  /** What is taken and not listed: forms of another time. */
  unlisted?: readonly string[]
  annotations: Annotations
  meta?: Record<string, unknown>
  /** Of a tool that reads for long, from waiting to the last that its work tells. */
  stages?: readonly Stage[]
  app?: AppPart
  /** Of input that was not parsed; all calls when absent. */
  isLogged?(input: Partial<z.output<I>>): boolean
  /**
   * What keeps the call from being done, found out without doing it: throws what `run` would. A tool that reads is run; of one that writes
   * and has none the form is judged.
   */
  judge?(input: z.output<I>, call: Call): Promise<unknown>
  /** Fields that are passed over, of input that was not parsed: told beside what is wrong with it. */
  ignored?(sent: unknown): UnknownField[]
  /** Throws `ModelError`; what becomes of it is this file's business. */
  run(input: z.output<I>, call: Call): Promise<[O] extends [never] ? WithImage : z.output<O> | WithText | WithView | WithLink>
}

/**
 * A tool whose input holds arrays of elements: they are judged together with fields that failed, and those of a large call lie
 * packed. `run` gets the fields beside them, and the elements as a batch.
 */
export function elementsTool<I extends ElementsSchema, O extends z.ZodType>(
  definition: Omit<Definition<I, O>, 'run'> & {
    run(input: Omit<z.output<I>, Kind>, call: CallWithElements): Promise<z.output<O> | WithView>
  },
): ToolEntry {
  const { run, ...rest } = definition
  return makeTool(
    rest,
    (input, call) => {
      const { large, sent, schema } = call
      if (!large)
        return run(input, {
          ...call,
          batch: { values: input },
          warnings: (unit, beside) => warningsOf(input, sent, schema, [], unit, beside),
        })
      if (!('batch' in large.read)) throw new Error('what is wrong with a batch was passed over')
      return run(input, {
        ...call,
        batch: large.read.batch,
        warnings: () => large.warnings,
        ...(large.made && { made: large.made }),
      })
    },
    rest.input,
  )
}

/** A tool is one object with one verb in it; the schemas are made from the same source that REST parses with. */
export const tool = <I extends z.ZodType, O extends z.ZodType = never>({ run, ...rest }: Definition<I, O>): ToolEntry =>
  makeTool(rest, run, undefined, rest.judge ?? (rest.annotations.readOnlyHint ? run : undefined))

function makeTool<I extends z.ZodType, O extends z.ZodType>(
  definition: Omit<Definition<I, O>, 'run'>,
  run: (input: z.output<I>, call: Call) => Promise<unknown>,
  elements?: ElementsSchema,
  dryRun?: (input: z.output<I>, call: Call) => Promise<unknown>,
): ToolEntry {
  const {
    name,
    title,
    scope,
    description,
    output,
    annotations,
    meta,
    stages,
    app,
    isLogged,
    openArrays = {},
    unlisted = [],
    ignored,
  } = definition
  // An argument that is passed over does something else than was meant.
  const input: z.ZodType = definition.input instanceof z.ZodObject ? definition.input.strict() : definition.input
  const rule = rules.get(definition.input)
  if (rule) rules.set(input, rule)
  const writes = !annotations.readOnlyHint
  const needs = definition.needs ?? (writes ? 'write' : 'read')
  const securitySchemes = [{ type: 'oauth2', scopes: [scope] }] // for ChatGPT, which reads it in both places
  return {
    name,
    scope,
    needs,
    input,
    ...(stages && { stages }),
    ...(app && { app }),
    ...(isLogged && { isLogged: (sent: unknown) => !isDictionary(sent) || isLogged(sent as Partial<z.output<I>>) }),
    // Asked for, not made ahead: the schemas of all tools were a sixteenth of what a start takes.
    get listed() {
      return {
        title,
        description,
        inputSchema: shownInput(jsonSchema(input, 'input'), openArrays, unlisted) as Tool['inputSchema'], // an object is the root of each
        ...(output && { outputSchema: outputInShort(output) as Tool['outputSchema'] }),
        annotations: { title, ...annotations },
        ...{ securitySchemes },
        _meta: { securitySchemes, ...meta },
      }
    },
    async call(sent, initial) {
      let context = initial
      const schema = jsonSchema(input, 'input', false) // whole, for the hints
      try {
        if (context.tooLong) throw new ModelError('invalid', [context.tooLong])
        if (elements && !context.large && isShort(sent)) {
          context = { ...context, large: await readShortCall(name, sent, context.caller, context.request) }
        }
        const parsed = elements && context.large ? await readable(context.large, context.caller) : parse(input, sent)
        if (!parsed.ok) {
          await named(parsed.value, context.caller, needs)
          throw new ModelError('invalid', limitIssues(parsed.issues, parsed.total))
        }
        // Asked for beside the work. What answers the view alone is read by no AI.
        const from = app === 'only' ? undefined : origin(parsed.value, context.caller)
        from?.catch(() => {}) // thrown below, once the work is over
        const passedOver = elements ? fieldIssues(sent) : []
        if (passedOver.length > 0) throw new ModelError('invalid', passedOver)
        const answer = await run(parsed.value as z.output<I>, { ...context, sent, schema })
        if (writes) context.request.onProgress?.('stored')
        return toResult(answer, await from)
      } catch (error) {
        if (error instanceof TooBusy) return failure(explainBusy())
        if (error instanceof Busy) return failure(explainWait(error, writes))
        if (!(error instanceof ModelError)) throw error
        const { whole = error, exists } = elements ? await wholeError(error, elements, sent, context) : {}
        const judge = judgeOf({ input, elements, dryRun }, { ...context, sent, schema })
        const passedOver = elements ? unknownFields(sent, schema) : (ignored?.(sent) ?? [])
        const call = { context, tool: name, sent, schema, writes, judge, passedOver, ...(exists && { exists }) }
        return failure(await explainError(whole, call))
      }
    },
  }
}

function shownInput(
  schema: JsonSchema,
  openArrays: Readonly<Record<string, string | undefined>>,
  unlisted: readonly string[],
): JsonSchema {
  if (!isDictionary(schema.properties)) return schema
  const shown = Object.entries(schema.properties).filter(([name]) => !unlisted.includes(name))
  const open = Object.entries(openArrays).map(([name, description]) => [
    name,
    { type: 'array', items: { type: 'object' }, ...(description !== undefined && { description }) },
  ])
  return { ...schema, properties: Object.fromEntries([...shown, ...open]) }
}

/** What a thread has parsed; what is wrong is thrown, as by `refuse`. */
async function readable({ beside, namesNoModel, read }: LargeCall, caller: Caller): Promise<{ ok: true; value: object }> {
  if ('batch' in read) return { ok: true, value: beside }
  const model = await named(beside, caller, 'write')
  if (model === null && namesNoModel) throw await read.explain(null)
  throw await explainElements(model, read)
}

/** The model first, as REST does. */
const named = async (input: unknown, caller: Caller, needs: Needs) =>
  isDictionary(input) && typeof input.modelId === 'string' ? openModel(caller, input.modelId, needs) : null

/** A failed batch with all that is wrong with it. One that a thread has read is read again here where that is little work. */
async function wholeError(error: ModelError, elements: ElementsSchema, sent: unknown, context: ToolContext): Promise<AllWrong> {
  if (error.code !== 'invalid') return {}
  if (!context.large) return allWrong(elements, sent, context.caller)
  if (!isShort(sent) || JSON.stringify(sent).length > MOST_READ_AGAIN.characters) return {}
  const found = await allWrong(elements, structuredClone(sent), context.caller, briefAllowance())
  return found.whole?.issues.some(({ type }) => type === 'limit_exceeded') ? {} : found
}

/** Of a call with templates: what is read on this thread. */
const MOST_READ_AGAIN = { characters: 64_000, elements: 2000 }

const briefAllowance = () => ({ ...wholeAllowance(), elements: MOST_READ_AGAIN.elements, combinations: 20_000, steps: 200_000 })

type Judged<I extends z.ZodType> = {
  input: z.ZodType
  elements: ElementsSchema | undefined
  dryRun: ((input: z.output<I>, call: Call) => Promise<unknown>) | undefined
}

/** Judges other arguments for the same call as it judges its own. */
const judgeOf =
  <I extends z.ZodType>({ input, elements, dryRun }: Judged<I>, call: Call): Judge =>
  async (changed) => {
    const sent = structuredClone(changed)
    try {
      if (elements) return (await allWrong(elements, sent, call.caller, briefAllowance())).whole?.issues ?? []
      const parsed = parse(input, sent)
      if (!parsed.ok) return parsed.issues
      await dryRun?.(parsed.value as z.output<I>, { ...call, sent: changed })
      return []
    } catch (error) {
      if (error instanceof Busy || error instanceof TooBusy || error instanceof NotJudged) return undefined
      if (!(error instanceof ModelError)) throw error
      return error.code === 'invalid' ? error.issues : [{ type: error.code, loc: ['modelId'], msg: error.code }]
    }
  }

type AllWrong = { whole?: ModelError; exists?(kind: Kind, id: string): boolean }

/** Everything that is wrong with a call that takes elements, fields and elements together; and which elements there are. */
async function allWrong(input: ElementsSchema, sent: unknown, caller: Caller, allowance = wholeAllowance()): Promise<AllWrong> {
  const body = readBody(input, sent, groupingOf(sent), allowance)
  const { parsed, fields } = body
  const model = await named(parsed.value, caller, 'write')
  // Without the model nobody knows which of its ids exist.
  const isNone = model === null && fields.items().some(({ loc }) => loc[0] === 'modelId' || loc.length === 0)
  const ids = await idsOf(model, body.parsed.value)
  const lists = isNone ? [fields] : [fields, judgeBody(body, ids)]
  const found = together(...lists)
  // Only what was sent as it stands: an element under its own name is told by the parser.
  const passedOver = fieldIssues(sent)
  const issues = [...found.issues, ...passedOver]
  const total = found.total + passedOver.length
  if (total === 0) return {}
  return { whole: new ModelError('invalid', limitIssues(issues, total)), exists: (kind, id) => ids.has(kind, id) }
}

/** `from`: what is told beside the answer. */
function toResult(answer: unknown, from: object | undefined): CallToolResult {
  if (answer instanceof WithImage) return picture({ ...answer.data, ...from }, answer.png)
  if (answer instanceof WithView) return { ...success({ ...answer.data, ...from }), _meta: { 'structural/view': answer.view } }
  if (answer instanceof WithLink) {
    const { content, ...result } = success({ ...answer.data, ...from })
    return { ...result, content: [...content, { type: 'resource_link', ...answer.link }] }
  }
  if (!(answer instanceof WithText)) return success({ ...(answer as object), ...from }) // the root of every output is an object
  const { data, text } = answer
  const texts = from ? [text, JSON.stringify(from)] : [text]
  return { content: texts.map((one) => ({ type: 'text', text: one })), structuredContent: { ...data, ...from } }
}

/** The data twice: clients show the model either `structuredContent` or the text. */
const success = (answer: Record<string, unknown>): CallToolResult => {
  const data = cleanTexts(answer)
  return { content: [{ type: 'text', text: seenJson(data) }], structuredContent: data }
}

const picture = (data: object, png: Uint8Array): CallToolResult => ({
  content: [
    { type: 'text', text: seenJson(cleanTexts(data)) },
    { type: 'image', data: Buffer.from(png).toString('base64'), mimeType: 'image/png' },
  ],
})

const explainBusy = () =>
  explainFailure(
    { error: 'busy', message: 'Nothing was saved: others kept writing to this model. Call again in a moment.' },
    { sent: {}, schema: {} },
  )

const explainWait = ({ detail, retryAfter }: Busy, writes: boolean) =>
  explainFailure(
    { error: 'busy', message: `${writes ? NOTHING_SAVED : ''}${detail}. Call again in ${retryAfter} s.` },
    { sent: {}, schema: {} },
  )

/** Text only: clients check `structuredContent` against the output schema even when `isError` is set. */
export function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}
