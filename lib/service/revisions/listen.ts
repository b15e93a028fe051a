import type { Role } from '#lib/access/roles.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { type Deleted, type ModelEvent, onRevision, type RevisionEvent, revisionsSince, stateOf } from '#lib/storage/announce.ts'
import { callerOf } from '../authenticate.ts'
import { type OpenModel, openModel } from '../models/open-model.ts'

export { type Deleted, type ModelEvent, REVISIONS_PER_PAGE, type RevisionEvent } from '#lib/storage/announce.ts'

/** What somebody hears of a model that is open: what happens to it, and what they missed. */

/** Why somebody may listen no longer. */
export type Ending = Deleted | 'access' | 'signed_out'

/** Where the model stands, and what the listener may do. */
export type Standing = {
  revision: number
  role: Role
  /** Of the last change of comments, for who may read them. */
  commentSeq?: number | undefined
}

export type ModelEvents = {
  /** The listener's role at the beginning. */
  role: Role
  /** Of the last change of comments at the beginning, for who may read them. */
  commentSeq?: number | undefined
  /** From now on; returns the way to stop. */
  subscribe(listener: (event: ModelEvent) => void): () => void
  /**
   * The revisions after one that the listener knows of, in order and a page at a time; undefined: it knows of none, and is told where
   * the model stands.
   */
  before(lastRevision: number | undefined): Promise<RevisionEvent[]>
  /** The present state, or why this listener may listen no longer; asked at each beat, and when rights have changed. */
  standing(): Promise<Standing | Ending>
}

type Listening = {
  /** The model as it is, or why it may be listened to no longer: asked anew each time. */
  open(): Promise<OpenModel | Ending>
  /** By a share link: the only revision that there is to hear of, null for all; and nothing of a bin. */
  link?: { revision: number | null; comments: boolean } | undefined
}

export const isEnding = (now: object | Ending): now is Ending => typeof now === 'string' || 'purgeAt' in now

/** The model once more for who sent this request, whose session, key or role may have ended. */
export async function reopen(request: Incoming, modelId: string): Promise<OpenModel | Ending> {
  const now = await callerOf(request)
  if (typeof now === 'string' || !now.scopes.has('mcp:models:read')) return 'signed_out'
  try {
    return await openModel(now, modelId, 'read')
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const state = await stateOf(modelId)
    return 'purgeAt' in state ? state : 'access'
  }
}

export function eventsOf(model: OpenModel, { open, link }: Listening): ModelEvents {
  const only = link?.revision ?? null
  const showsComments = link?.comments ?? true
  const commentSeqOf = (now: OpenModel) => (showsComments ? now.commentSeq : undefined)
  const toListener = (event: ModelEvent): ModelEvent | undefined => {
    if ('purgeAt' in event) return link ? { accessSeq: model.accessSeq } : event // asked again, it leads nowhere
    if ('commentSeq' in event && !showsComments) return undefined
    return only !== null && 'revision' in event ? undefined : event
  }
  return {
    role: model.role,
    commentSeq: commentSeqOf(model),
    subscribe(emit) {
      const onEvent = (event: ModelEvent) => {
        const shown = toListener(event)
        if (shown) emit(shown)
      }
      return onRevision(model.id, onEvent, model.revision, model)
    },
    async before(lastRevision) {
      if (lastRevision !== undefined) return only === null ? revisionsSince(model, lastRevision) : []
      const now = await open()
      if (isEnding(now)) throw new ModelError('not_found') // asked again, it says why
      return [{ revision: only ?? now.revision, changed: {} }]
    },
    async standing() {
      const now = await open()
      return isEnding(now) ? now : { revision: only ?? now.revision, role: now.role, commentSeq: commentSeqOf(now) }
    },
  }
}
