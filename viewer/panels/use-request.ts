import { useEffect, useMemo, useRef } from 'react'
import { createRequest, type Question, type RequestState } from '../session/create-request.ts'
import type { ViewerSession } from '../session/session.ts'
import { useStore } from './use-store.ts'

/** Asks when it is first shown and whenever `question` is another function; keep it with `useCallback`. Null: nothing is asked. */
export function useRequest<Answer>(
  { model }: Pick<ViewerSession, 'model'>,
  question: Question<Answer> | null,
): RequestState<Answer> {
  const last = useRef<RequestState<Answer>>(undefined)
  // What is here stays while a session takes the place of another, as it does when the reader's role changes.
  const { state, ask } = useMemo(() => createRequest<Answer>(model, last.current), [model])
  useEffect(() => ask(question), [ask, question])
  useEffect(() => () => ask(null), [ask])
  last.current = useStore(state, ({ request }) => request)
  return last.current
}
