import type { Caller } from '#lib/access/caller.ts'
import type { OpenModel } from '#lib/storage/models.ts'
import { keepVisit, type News, newsSince } from '#lib/storage/visits.ts'

/** When a person last looked at a model, and what is new since. People, section 13. */

const NO_NEWS: News = {
  revisions: { count: 0, people: [], added: 0, changed: 0, removed: 0 },
  comments: { threads: 0, replies: 0, resolved: 0, people: [] },
}

/** Of somebody who never did, nothing is new. */
export async function readVisit(model: OpenModel, { userId }: Caller) {
  return (await newsSince(model, userId)) ?? { at: null, revision: null, commentSeq: null, ...NO_NEWS }
}

export const noteVisit = (model: OpenModel, { userId }: Caller): Promise<void> => keepVisit(model, userId)
