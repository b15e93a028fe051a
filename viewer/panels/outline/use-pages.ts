import { useEffect, useMemo } from 'react'
import { PAGE, paging } from '../../session/paging.ts'
import type { ViewerSession } from '../../session/session.ts'
import { useStore } from '../use-store.ts'

/** Pages of a list as they come into sight. `read` is another function whenever the list is another one; keep it with `useCallback`. */
export function usePages<Page>({ model }: Pick<ViewerSession, 'model'>, read: (from: number, count: number) => Promise<Page>) {
  const list = useMemo(() => paging(model, read), [model, read])
  useEffect(() => list.close, [list])
  const pages = useStore(list.pages, (now) => now.pages)
  const request = useStore(list.state, (now) => now.request)
  return { pages, request, need: list.need }
}

/** Of rows that are on pages. */
export const rowOn = <Row>(pages: ReadonlyMap<number, readonly Row[]>, k: number): Row | undefined =>
  pages.get(Math.floor(k / PAGE))?.[k % PAGE]
