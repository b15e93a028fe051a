import type { ToolNameStyle } from '#lib/access/tool-name-style.ts'
import { readJson } from '#lib/http/body.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import { together } from '#lib/model/validate/issue-list.ts'
import { limitIssues } from '#lib/model/validate/issue-order.ts'
import { type ElementsSchema, readBody } from '#lib/model/validate/short-input.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { Finding } from '#lib/schema/schema.ts'
import type { LookedUp } from '#lib/service/elements/batch.ts'
import { Names, wantedNames } from '#lib/service/elements/find-names.ts'
import type { PackedModel } from '#lib/service/elements/names-in-model.ts'
import {
  besideElements,
  bufferOf,
  type CutLists,
  cutLists,
  editTooLong,
  explain,
  type Packing,
  pack,
  tooLong,
} from '#lib/service/pack-batch.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import type { Stage, StageOutput } from '#lib/work/stage.ts'
import { elementsInput } from '../tools/inputs.ts'
import { jsonSchema } from '../tools/json-schema.ts'
import { styledName } from '../tools/tool-names.ts'
import { unknownFields, warningsOf } from '../tools/warnings.ts'
import { explainInvalid, groupingOf } from './explain.ts'
import { unitSent } from './unit-sent.ts'

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

export async function readMessage(
  { bytes }: { bytes: Uint8Array },
  onProgress: (stage: Stage) => void,
): Promise<StageOutput<MessageRead>> {
  const json = readJson(bytes)
  if (json === 'not_text') return { output: { wrong: json } }
  if ('issue' in json) return { output: { wrong: json.issue } }
  const { value } = json
  onProgress('read')
  if (!isDictionary(value)) return { output: { message: null } } // which is as wrong
  const { params } = value
  if (!isDictionary(params)) return { output: { message: envelope(value, null) } } // likewise
  const { arguments: input, ...beside } = params
  const wrong = messageTooLong(beside)
  if (wrong) return { output: { wrong } }
  const withArguments = (cut: unknown) => envelope(value, { ...beside, ...('arguments' in params && { arguments: cut }) })
  const call = callOf(value)
  if (!call) {
    const isEdit = ['service.edit_model', 'service_edit_model'].includes(String(params.name))
    const editIssue = isEdit ? editTooLong(bytes) : undefined
    if (editIssue) return { output: { message: withArguments(beginningOf(input)), tooLong: editIssue } }
    if (!isDictionary(input)) return { output: { message: withArguments(beginningOf(input)) } }
    const { output: lists, moves } = cutLists(input)
    const wrong = messageTooLong(lists.fields)
    return wrong ? { output: { wrong } } : { output: { message: withArguments(lists.fields), lists }, moves }
  }
  const body = bodyOf(call)
  const { parsed, fields, made, empty } = body
  const { packing, moves } = await pack(body, onProgress)
  const elements: ReadElements = {
    ...packing,
    beside: besideElements(parsed.value ?? {}),
    namesNoModel: fields.items().some(({ loc }) => loc[0] === 'modelId' || loc.length === 0),
    warnings: parsed.ok ? warningsOf(parsed.value, call.input, jsonSchema(call.schema, 'input'), empty) : [],
    ...(made && { made }),
  }
  return { output: { message: withArguments(beginningOf(input)), bytes, elements }, moves: [...moves, bufferOf(bytes)] }
}

const bodyOf = ({ schema, input }: { schema: ElementsSchema; input: Dictionary }) => readBody(schema, input, groupingOf(input))

/** A call of a tool that takes elements. */
function callOf({ method, params }: Record<string, unknown>) {
  if (method !== 'tools/call' || !isDictionary(params) || !isDictionary(params.arguments)) return undefined
  const schema = elementsInput(params.name)
  return schema && { schema, input: params.arguments, tool: String(params.name).replace('service_', 'service.') }
}

/** The keys of JSON-RPC, as far as they are there. None but `params` may be an object, so that one is as wrong as null. */
function envelope(message: Dictionary, params: unknown): Dictionary {
  const keys = ['jsonrpc', 'id', 'method'].filter((key) => key in message)
  const values = keys.map((key) => [key, typeof message[key] === 'object' ? null : message[key]])
  return { ...Object.fromEntries(values), ...('params' in message && { params }) }
}

/** Of what goes to the main thread as objects. */
const messageTooLong = (fields: Dictionary) => tooLong(JSON.stringify(fields), 'a message, its lists aside,')

/** So many values of the arguments are enough for the log, and for what an error names. */
const MOST_VALUES = 2000

/** The beginning of each field, an equal share of each: which stands first says nothing about what is needed. */
function beginningOf(input: unknown): unknown {
  if (!isDictionary(input)) return beginning(input, { left: MOST_VALUES })
  const fields = Object.entries(input).slice(0, MOST_VALUES)
  const share = Math.floor(MOST_VALUES / fields.length)
  return Object.fromEntries(fields.map(([key, value]) => [key, beginning(value, { left: share })]))
}

/** The beginning of a value; what does not fit in is left out. */
function beginning(value: unknown, allowance: { left: number }): unknown {
  allowance.left--
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) {
      if (allowance.left <= 0) break
      items.push(beginning(item, allowance))
    }
    return items
  }
  if (!isDictionary(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (allowance.left > 0 ? [[key, beginning(item, allowance)]] : [])),
  )
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
export async function explainMessage({
  bytes,
  looked,
  names: model,
  lengths,
  style,
}: MessageToExplain): Promise<StageOutput<string>> {
  const json = readJson(bytes)
  const call = json !== 'not_text' && 'value' in json && isDictionary(json.value) ? callOf(json.value) : undefined
  if (!call) throw new Error('a message that was read can no longer be read')
  const body = bodyOf(call)
  const { issues, total } = looked ? explain(body, looked) : together(body.fields)
  const shown = limitIssues(issues, total)
  const names = new Names(wantedNames(shown))
  names.learnSent(body.parsed.value)
  if (model) await names.learnModel(model)
  const { input: sent, schema, tool } = call
  const background = {
    ...{
      sent,
      tool,
      schema: jsonSchema(schema, 'input'),
      similarId: names.idOf,
      there: names.there,
      lengths: lengths ?? unitSent(sent),
    },
    passedOver: unknownFields(sent, jsonSchema(schema, 'input')),
    styled: (name: string) => styledName(name, style),
  }
  return { output: explainInvalid(shown, { writes: true, background }) }
}
