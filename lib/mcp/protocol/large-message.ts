import type { Caller } from '#lib/access/caller.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { KINDS } from '#lib/schema/schema.ts'
import type { LookedUp } from '#lib/service/elements/batch.ts'
import { namesToSend } from '#lib/service/elements/names-in-model.ts'
import { joined, moved, unpacked } from '#lib/service/read-batch.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type WorkRequest, work } from '#lib/work/scheduler.ts'
import { task } from '#lib/work/task.ts'
import { lengthsOf } from '../advice/explain-error.ts'
import type { MessageRead, MessageToExplain } from '../advice/pack-message.ts'
import { Explained } from './explained-error.ts'
import type { LargeCall } from './tool-context.ts'

export const READ_MESSAGE = task<{ bytes: Uint8Array }, MessageRead>('read_message', {
  ...{ class: 'write', seconds: 120, label: 'Reading the message' },
})
export const EXPLAIN_MESSAGE = task<MessageToExplain, string>('explain_message', {
  ...{ class: 'write', seconds: 120, label: 'Judging the batch' },
})

/** A large message, read on a thread: all of it but the elements, which lie packed. `tooLong`: of its arguments there is only a beginning. */
export type LargeMessage = { value: unknown; large?: LargeCall; tooLong?: Issue }

/** The bytes are gone here from then on. */
export async function readLargeMessage(
  body: Uint8Array,
  caller: Caller,
  request: WorkRequest,
): Promise<LargeMessage | { issue: Issue } | 'not_text'> {
  const read = await work(READ_MESSAGE, request, () => ({ input: { bytes: body }, moves: moved(body) }))
  if ('wrong' in read) return read.wrong === 'not_text' ? 'not_text' : { issue: read.wrong }
  const { message } = read
  if (!('elements' in read)) {
    if (read.tooLong) return { value: message, tooLong: read.tooLong }
    if (!read.lists || !isDictionary(message) || !isDictionary(message.params)) return { value: message }
    return { value: { ...message, params: { ...message.params, arguments: await joined(read.lists) } } }
  }
  const { bytes, elements } = read
  const { beside, namesNoModel, warnings, made, ...packing } = elements
  const modelId = 'modelId' in beside && typeof beside.modelId === 'string' ? beside.modelId : undefined
  const explain = async (looked: LookedUp | null) => {
    const kinds = KINDS.filter((kind) => looked?.missing[kind])
    const names = await namesToSend(kinds, modelId, caller)
    const lengths = modelId === undefined ? undefined : await lengthsOf(undefined, modelId, caller)
    const input = { bytes, looked, names, lengths, style: caller.toolNameStyle ?? ('dotted' as const) }
    return new Explained(await work(EXPLAIN_MESSAGE, request, () => ({ input, moves: moved(bytes) })))
  }
  return { value: message, large: { beside, namesNoModel, warnings, ...(made && { made }), read: unpacked(packing, explain) } }
}

/** A call that says more than its elements, however short it is itself. */
export async function readShortCall(name: string, sent: unknown, caller: Caller, request: WorkRequest): Promise<LargeCall> {
  const message = { jsonrpc: '2.0', method: 'tools/call', params: { name, arguments: sent } }
  // Of its own memory, for that is handed to a thread.
  const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify(message)))
  const read = await readLargeMessage(bytes, caller, request)
  if (read === 'not_text' || 'issue' in read || !read.large) throw new Error('a call of elements was not read as one')
  return read.large
}

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]) // and a byte order mark
const OPEN_LIST = 0x5b

/** Whether a message is an array: several messages in one. */
export const isArray = (bytes: Uint8Array): boolean => bytes.find((byte) => !SPACE.has(byte)) === OPEN_LIST
