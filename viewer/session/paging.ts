import { createRequest, type RequestState } from './create-request.ts'
import type { LiveModel } from './live-model.ts'
import { createStore, type Readable } from './store.ts'

/** Rows of a page. */
export const PAGE = 100

export type Paging<Page> = {
  pages: Readable<{ pages: ReadonlyMap<number, Page> }>
  state: Readable<{ request: RequestState<true> }>
  /** These rows come into sight. */
  need: (first: number, end: number) => void
  close: () => void
}

/** A list of any length, of which each page is read when it first comes into sight. What does not come is asked for again as one. */
export function paging<Page>(
  model: Pick<LiveModel, 'state' | 'wake'>,
  read: (from: number, count: number) => Promise<Page>,
): Paging<Page> {
  const pages = createStore<{ pages: ReadonlyMap<number, Page> }>({ pages: new Map() })
  const { state, ask } = createRequest<true>(model)
  const wanted = new Set<number>()
  const reading = new Map<number, Promise<void>>()
  const bring = async (page: number) => {
    const found = await read(page * PAGE, PAGE)
    pages.set((now) => ({ pages: new Map(now.pages).set(page, found) }))
  }
  /** The first time for pages that nobody has asked for; again for all that are not here. */
  const bringing = () => {
    let isAgain = false
    return async (): Promise<true> => {
      for (const page of wanted) {
        const isHere = pages.get().pages.has(page)
        if (!isHere && (isAgain || !reading.has(page))) reading.set(page, bring(page))
      }
      isAgain = true
      await Promise.all([...wanted].map((page) => reading.get(page)))
      return true
    }
  }
  return {
    pages,
    state,
    need(first, end) {
      const before = wanted.size
      for (let page = Math.floor(first / PAGE); page * PAGE < end; page++) wanted.add(page)
      if (wanted.size > before) ask(bringing())
    },
    close() {
      ask(null)
      wanted.clear()
      reading.clear()
    },
  }
}
