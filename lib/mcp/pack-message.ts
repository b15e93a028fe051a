import { besideElements, bufferOf, type CutLists, cutLists, explain, type Packing, pack } from '#lib/batch/pack-batch.ts'
import { readJson } from '#lib/http/body.ts'
import { tellIssues } from '#lib/model/issue-order.ts'
import type { Issue } from '#lib/model/model-error.ts'
import { type Parsed, parse } from '#lib/model/parse.ts'
import type { ConstructModelElementsBatch, Finding } from '#lib/model/schema.ts'
import type { LookedUp } from '#lib/storage/batch.ts'
import type { PackedModel } from '#lib/storage/packed-model.ts'
import type { Done, Stage } from '#lib/work/tasks.ts'
import { Names, wantedNames } from './alike.ts'
import { explainInvalid } from './explain.ts'
import { elementsInput } from './inputs.ts'
import { isObject } from './is-object.ts'
import { jsonSchema } from './json-schema.ts'
import { warningsOf } from './warnings.ts'

/**
 * What a thread does with a large message: it parses it, and of a call that takes elements sends back the message without them,
 * and the batch packed. The envelope is judged where all others are.
 */

/** `message`: all that is needed to judge and to log it. */
export type MessageRead =
  | { wrong: 'not_text' | Issue }
  | { message: unknown; lists?: CutLists }
  | { message: unknown; bytes: Uint8Array; elements: ReadElements }

/** `namesNoModel`: it does not even say which model is meant, so nobody knows which ids that has. */
export type ReadElements = Packing & { beside: object; namesNoModel: boolean; warnings: Finding[] }

export async function readMessage({ bytes }: { bytes: Uint8Array }, tell: (stage: Stage) => void): Promise<Done<MessageRead>> {
  const json = readJson(bytes)
  if (json === 'not_text') return { output: { wrong: json } }
  if ('issue' in json) return { output: { wrong: json.issue } }
  const { value } = json
  tell('read')
  if (!isObject(value)) return { output: { message: null } } // which is as wrong
  const { params } = value
  const call = callOf(value)
  if (!call) {
    if (!isObject(params) || !isObject(params.arguments)) return { output: { message: envelope(value, slim(params)) } }
    const { output, moves } = cutLists(params.arguments)
    const { arguments: _, ...rest } = params
    return { output: { message: envelope(value, { ...(slim(rest) as object), arguments: output.fields }), lists: output }, moves }
  }
  const { input, schema } = call
  const message = envelope(value, slim(params))
  const parsed = parse(schema, input) as Parsed<ConstructModelElementsBatch>
  const { packing, moves } = await pack(parsed, tell)
  const elements: ReadElements = {
    ...packing,
    beside: besideElements(parsed.value ?? {}),
    namesNoModel: !parsed.ok && parsed.issues.some(({ loc }) => loc[0] === 'modelId' || loc.length === 0),
    warnings: parsed.ok ? warningsOf(parsed.value, input, jsonSchema(schema, 'input')) : [],
  }
  return { output: { message, bytes, elements }, moves: [...moves, bufferOf(bytes)] }
}

/** A call of a tool that takes elements. */
function callOf({ method, params }: Record<string, unknown>) {
  if (method !== 'tools/call' || !isObject(params) || !isObject(params.arguments)) return undefined
  const schema = elementsInput(params.name)
  return schema && { schema, input: params.arguments }
}

/** The keys of JSON-RPC, as far as they are there. */
function envelope(message: Record<string, unknown>, params: unknown): Record<string, unknown> {
  const kept = Object.fromEntries(Object.entries(message).filter(([key]) => ['jsonrpc', 'id', 'method'].includes(key)))
  return 'params' in message ? { ...kept, params } : kept
}

/** So many values are enough for whatever is read of a message beside its elements, and for the log. */
const MOST_VALUES = 2000

/** The beginning of a value; what does not fit in is left out. */
function slim(value: unknown, room = { left: MOST_VALUES }): unknown {
  room.left--
  if (Array.isArray(value)) {
    const kept: unknown[] = []
    for (const item of value) {
      if (room.left <= 0) break
      kept.push(slim(item, room))
    }
    return kept
  }
  if (!isObject(value)) return value
  // Texts and numbers first: they are what the message is about.
  const entries = Object.entries(value).sort(([, a], [, b]) => Number(typeof a === 'object') - Number(typeof b === 'object'))
  return Object.fromEntries(entries.flatMap(([key, item]) => (room.left > 0 ? [[key, slim(item, room)]] : [])))
}

export type MessageToExplain = {
  bytes: Uint8Array
  /** Null when it is not known which model is meant: then the fields alone are told. */
  looked: LookedUp | null
  /** Of the kinds that are referred to in vain. */
  names: PackedModel | null
}

/** What is wrong with a batch, in words that a language model can repair from. */
export async function explainMessage({ bytes, looked, names: model }: MessageToExplain): Promise<Done<string>> {
  const json = readJson(bytes)
  const call = json !== 'not_text' && 'value' in json && isObject(json.value) ? callOf(json.value) : undefined
  if (!call) throw new Error('a message that was read can no longer be read')
  const parsed = parse(call.schema, call.input)
  const fields = parsed.ok ? { issues: [], total: 0 } : parsed
  const { issues, total } = looked ? explain(parsed, looked) : fields
  const told = tellIssues(issues, total)
  const names = new Names(wantedNames(told))
  names.learnSent(call.input)
  if (model) await names.learnModel(model)
  const background = { sent: call.input, schema: jsonSchema(call.schema, 'input'), alike: names.idOf }
  return { output: explainInvalid(told, { writes: true, background }) }
}
