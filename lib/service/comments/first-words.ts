import type { Caller } from '#lib/access/caller.ts'
import { decodeMentions } from '#lib/storage/comments/mentions.ts'
import { firstComments } from '#lib/storage/comments/threads.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { findPeople, mentionOf } from './thread-answer.ts'

/** The beginning of threads, for lists that tell of them by number: the log of a model never holds what was said. */

const MOST_CHARACTERS = 200

/** By their numbers; what is deleted has none. */
export async function firstWords(model: OpenModel, reader: Caller, numbers: readonly number[]): Promise<Map<number, string>> {
  const threads = await firstComments(model.id, [...new Set(numbers)])
  const people = await findPeople(threads)
  return new Map(
    threads.flatMap(({ number, text, mentions }) => {
      if (text === null) return []
      const points = [...decodeMentions(text, mentions, (userId) => mentionOf(userId, { people, role: model.role, reader }))]
      const isLonger = points.length > MOST_CHARACTERS
      return [[number, `${points.slice(0, MOST_CHARACTERS).join('')}${isLonger ? '…' : ''}`]]
    }),
  )
}
