import type { Reply } from '#lib/http/reply.ts'
import { env } from '#lib/runtime/env.ts'
import { type Counts, elementsIn, type Kind } from '#lib/schema/schema.ts'
import type { Wrote } from '#lib/service/elements/elements.ts'
import { streamModel } from '#lib/service/models/read-model.ts'
import { type FirstAnswer, type Outcome, renderShown, type Shows, type Writing } from '#lib/service/write-once.ts'
import { toEtag } from './etag.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }

/**
 * What an operation answers. `repeat`: what is kept for who repeats the request with the same Idempotency-Key, in place of a body that
 * holds a secret; `kept`: it is kept already, with the effect.
 */
export type RepeatableReply = Reply & { repeat?: Uint8Array | 'kept' }

export const json = (value: unknown, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  headers: { ...JSON_TYPE, ...headers },
  body: [Buffer.from(JSON.stringify(value))],
})

/** It is done, and there is nothing to say. */
export const done: Reply = { status: 204, headers: {}, body: null }

/**
 * Writes, and answers with the model as of the new revision or with what was written of a kind. The answer is promised to the
 * idempotency key before the write, so that both come true in one transaction.
 */
export async function shows(
  what: 'model' | Kind,
  writing: Writing,
  write: (writing: Writing) => Promise<Outcome & { wrote?: Wrote }>,
  status: 200 | 201 = 200,
  render: (shown: Shows, of: Outcome) => Promise<Shown> = rendered,
): Promise<RepeatableReply> {
  const promise = ({ modelId, revision, unchanged, ids }: Outcome): FirstAnswer => {
    const location = { Location: `${env.APP_URL}/api/construct-models/${modelId}` }
    const headers = { ...JSON_TYPE, ...revisionHeader(revision), ...(status === 201 && location) }
    const isMixed = what !== 'model' && (unchanged?.[what] ?? 0) > 0
    return { status, headers, body: { modelId, revision, what, ...(isMixed && { ids: ids?.(what) ?? [] }) } }
  }
  const written = await write({ ...writing, answers: promise })
  const { modelId, revision, wrote } = written
  const { body, coded }: Shown =
    what !== 'model' && wrote ? { body: wrote(what) } : await render({ modelId, revision, what }, written)
  const { headers, ...head } = promise(written)
  return { ...head, headers: { ...headers, ...coded }, body, repeat: 'kept' }
}

type Shown = { body: Reply['body']; coded?: Record<string, string> }

const rendered = async (shown: Shows): Promise<Shown> => ({ body: await renderShown(shown) })

/** Of a copy nothing is in memory: a large one goes out a few parts at a time. */
export const aCopy =
  (takesGzip: boolean) =>
  async (shown: Shows, { counts }: Outcome): Promise<Shown> => {
    const form = takesGzip ? 'gzip' : 'plain'
    const body = isLarge(counts) ? await streamModel(shown.modelId, shown.revision, form) : undefined
    if (!body) return rendered(shown)
    return { body, coded: { Vary: 'Accept-Encoding', ...(takesGzip && { 'Content-Encoding': 'gzip' }) } }
  }

/** A model of so many elements is worth compressing whatever they are: the shortest has 20 bytes. */
const LARGE = 1000
export const isLarge = (counts: Counts) => elementsIn(counts) >= LARGE

/** Writes, and answers with what follows from the outcome. */
export async function replyWithOutcome(
  writing: Writing,
  write: (writing: Writing) => Promise<Outcome>,
  answer: (outcome: Outcome) => unknown,
): Promise<RepeatableReply> {
  const promise = (outcome: Outcome) => {
    const body = Buffer.from(JSON.stringify(answer(outcome)))
    return { status: 200, headers: { ...JSON_TYPE, ...revisionHeader(outcome.revision) }, body }
  }
  const { body, ...head } = promise(await write({ ...writing, answers: promise }))
  return { ...head, body: [body], repeat: 'kept' }
}

export const revisionHeader = (revision: number) => ({ ETag: toEtag(revision) })
