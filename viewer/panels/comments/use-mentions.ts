import { useCallback, useMemo, useRef } from 'react'
import { listPeople } from '../../session/comments/comments.ts'
import { encodeNames, type Mentionable, mentionable } from '../../session/comments/mentions.ts'
import type { ViewerSession } from '../../session/session.ts'
import { useRequest } from '../use-request.ts'

export type Mentions = {
  people: readonly Mentionable[]
  /** Why they are not here. */
  says: string
  onPick: (person: Mentionable) => void
  /** The text as it is sent. */
  encode: (text: string) => string
}

/** Who can be mentioned in a text: asked for when there is an @ in it. */
export function useMentions(session: ViewerSession, text: string): Mentions {
  const isWanted = useRef(false)
  isWanted.current ||= text.includes('@')
  const picked = useRef(new Map<string, string>())
  const question = useCallback((signal: AbortSignal) => listPeople(session, signal), [session])
  const request = useRequest(session, isWanted.current ? question : null)
  const answer = request.face === 'answer' ? request.answer : null
  const people = useMemo(() => mentionable(answer ?? []), [answer])
  return {
    people,
    says: request.face === 'failed' ? request.says : '',
    onPick: ({ word, userId }) => picked.current.set(word, userId),
    encode: (written) => encodeNames(written, people, picked.current),
  }
}
