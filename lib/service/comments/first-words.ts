import type { Caller } from '#lib/access/caller.ts'
import { decodeMentions } from '#lib/storage/comments/mentions.ts'
import { commentsNamed } from '#lib/storage/comments/threads.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { mentionOf, peopleById } from './thread-answer.ts'

/** The beginning of comments, for lists that tell of them by number or id: the log of a model never holds what was said. */

const MOST_CHARACTERS = 200

/** By the ids of comments, and the numbers of threads for what was said first; what is deleted has none. */
export async function firstWords(model: OpenModel, reader: Caller, names: readonly string[]): Promise<Map<string, string>> {
  const distinct = [...new Set(names)]
  const isNumber = (name: string) => /^\d{1,9}$/.test(name)
  const comments = await commentsNamed(model.id, {
    ids: distinct.filter((name) => !isNumber(name)),
    numbers: distinct.filter(isNumber).map(Number),
  })
  const people = await peopleById(comments.flatMap(({ mentions }) => mentions))
  return new Map(
    comments.flatMap(({ id, number, text, mentions }) => {
      if (text === null) return []
      const points = [...decodeMentions(text, mentions, (userId) => mentionOf(userId, { people, role: model.role, reader }))]
      const isLonger = points.length > MOST_CHARACTERS
      return [[number === null ? id : String(number), `${points.slice(0, MOST_CHARACTERS).join('')}${isLonger ? '…' : ''}`]]
    }),
  )
}
