import { useCallback } from 'react'
import type { RequestState } from '../../session/create-request.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { Facet, FacetValue } from '../../worker/elements.ts'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'

/** Of what kinds, storeys, sections and materials frames and areas are, in the revision that is shown; asked for while it is needed. */
export function useFacets(session: ViewerSession, isNeeded = true): RequestState<Record<Facet, FacetValue[]>> {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const question = useCallback(() => {
    void drawn // of a new revision there may be others
    return session.model.ask('facets', {})
  }, [session, drawn])
  return useRequest(session, drawn && isNeeded ? question : null)
}
