import {
  besideElements,
  bufferOf,
  type CutLists,
  cutLists,
  editTooLong,
  explain,
  type Packing,
  pack,
} from '#lib/batch/pack-batch.ts'
import { readJson } from '#lib/http/body.ts'
import { together } from '#lib/model/issue-list.ts'
import { tellIssues } from '#lib/model/issue-order.ts'
import type { Issue } from '#lib/model/model-error.ts'
import type { Finding } from '#lib/model/schema.ts'
import { type ElementsSchema, readBody } from '#lib/model/short-input.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import type { LookedUp } from '#lib/storage/batch.ts'
import type { PackedModel } from '#lib/storage/packed-model.ts'
import type { ToolNameStyle } from '#lib/tool-name-style.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import type { Done, Stage } from '#lib/work/stage.ts'
import { Names, wantedNames } from './alike.ts'
import { explainInvalid, groupingOf } from './explain.ts'
import { elementsInput } from './inputs.ts'
import { jsonSchema } from './json-schema.ts'
import { styledName } from './tool-names.ts'
import { unitSent } from './unit-sent.ts'
import { warningsOf } from './warnings.ts'

/**
 * What a thread does with a large message: it parses it, and of a call that takes elements sends back the message without them,
 * and the batch packed. The envelope is judged where all others are.
 */

/** `message`: all that is needed to judge and to log it. */
export type MessageRead =
  | { wrong: 'not_text' | Issue }
  | { message: unknown; lists?: CutLists; tooLong?: Issue }
  | { message: unknown; bytes: Uint8Array; elements: ReadElements }

/** `namesNoModel`: it does not even say which model is meant, so nobody knows which ids that has. */
export type ReadElements = Packing & {
  beside: object
  namesNoModel: boolean
  warnings: Finding[]
  /** Elements made per template. */
  made?: number[]
}

export async function readMessage({ bytes }: { bytes: Uint8Array }, tell: (stage: Stage) => void): Promise<Done<MessageRead>> {
  const json = readJson(bytes)
  if (json === 'not_text') return { output: { wrong: json } }
  if ('issue' in json) return { output: { wrong: json.issue } }
  const { value } = json
  tell('read')
  if (!isDictionary(value)) return { output: { message: null } } // which is as wrong
  const { params } = value
  const call = callOf(value)
  if (!call) {
    if (!isDictionary(params) || !isDictionary(params.arguments)) return { output: { message: envelope(value, slim(params)) } }
    const tooLong = ['service.edit_model', 'service_edit_model'].includes(String(params.name)) ? editTooLong(bytes) : undefined
    if (tooLong) return { output: { message: envelope(value, slim(params)), tooLong } }
    const { output, moves } = cutLists(params.arguments)
    const { arguments: _, ...rest } = params
    return { output: { message: envelope(value, { ...slimFields(rest), arguments: output.fields }), lists: output }, moves }
  }
  const { input, schema } = call
  const message = envelope(value, slim(params))
  const body = bodyOf(call)
  const { parsed, fields, made, empty } = body
  const { packing, moves } = await pack(body, tell)
  const elements: ReadElements = {
    ...packing,
    beside: besideElements(parsed.value ?? {}),
    namesNoModel: fields.items().some(({ loc }) => loc[0] === 'modelId' || loc.length === 0),
    warnings: parsed.ok ? warningsOf(parsed.value, input, jsonSchema(schema, 'input'), empty) : [],
    ...(made && { made }),
  }
  return { output: { message, bytes, elements }, moves: [...moves, bufferOf(bytes)] }
}

const bodyOf = ({ schema, input }: { schema: ElementsSchema; input: Dictionary }) => readBody(schema, input, groupingOf(input))

/** A call of a tool that takes elements. */
function callOf({ method, params }: Record<string, unknown>) {
  if (method !== 'tools/call' || !isDictionary(params) || !isDictionary(params.arguments)) return undefined
  const schema = elementsInput(params.name)
  return schema && { schema, input: params.arguments, tool: String(params.name).replace('service_', 'service.') }
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
  return isDictionary(value) ? slimFields(value, room) : value
}

function slimFields(value: Dictionary, room = { left: MOST_VALUES }): Dictionary {
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
  /** Of the model; of a new one they were sent. */
  lengths: LengthUnit | undefined
  style: ToolNameStyle
}

/** What is wrong with a batch, in words that a language model can repair from. */
export async function explainMessage({ bytes, looked, names: model, lengths, style }: MessageToExplain): Promise<Done<string>> {
  const json = readJson(bytes)
  const call = json !== 'not_text' && 'value' in json && isDictionary(json.value) ? callOf(json.value) : undefined
  if (!call) throw new Error('a message that was read can no longer be read')
  const body = bodyOf(call)
  const { issues, total } = looked ? explain(body, looked) : together(body.fields)
  const told = tellIssues(issues, total)
  const names = new Names(wantedNames(told))
  names.learnSent(body.parsed.value)
  if (model) await names.learnModel(model)
  const { input: sent, schema, tool } = call
  const background = {
    ...{ sent, tool, schema: jsonSchema(schema, 'input'), alike: names.idOf, lengths: lengths ?? unitSent(sent) },
    styled: (name: string) => styledName(name, style),
  }
  return { output: explainInvalid(told, { writes: true, background }) }
}
