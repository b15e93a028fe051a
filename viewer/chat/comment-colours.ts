import { type AnchorKind, isAnchorKind } from '#lib/schema/comment-words.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { toRefs } from '../session/comments/comments.ts'
import type { ViewerSession } from '../session/session.ts'
import type { Colouring, FoundElement } from '../worker/elements.ts'
import type { Call } from './read-model.ts'

/** Comments in the conversation's view: what they are about, in colours with words, through the host: `service.list_comments`. */

/** What somebody has said, as far as it colours. */
export type ColouredThread = { state: 'open' | 'overdue' | 'resolved'; elements: { kind: AnchorKind; id: string }[] }

/** Pages of fifty. */
const MOST_PAGES = 4

/** Throws what `call` throws, and an Error with the words of a refusal. `today`: YYYY-MM-DD. */
export async function readThreads(call: Call, today: string): Promise<ColouredThread[]> {
  const found: ColouredThread[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await call({ status: 'all', limit: 50, ...(cursor !== undefined && { cursor }) })
    if ('refused' in answer) throw new Error(answer.refused.words)
    const { threads, nextCursor } = answer.data
    if (!Array.isArray(threads)) throw new Error('the host gave no comments')
    found.push(...threads.filter(isDictionary).map((thread) => toColoured(thread, today)))
    if (typeof nextCursor !== 'string') break
    cursor = nextCursor
  }
  return found
}

function toColoured({ status, due, elements }: Record<string, unknown>, today: string): ColouredThread {
  const isOverdue = typeof due === 'string' && due < today
  return {
    state: status === 'resolved' ? 'resolved' : isOverdue ? 'overdue' : 'open',
    elements: (Array.isArray(elements) ? elements : []).flatMap((element) => {
      if (!isDictionary(element) || element.exists === false) return []
      const { kind, id } = element
      return typeof kind === 'string' && typeof id === 'string' && isAnchorKind(kind) ? { kind, id } : []
    }),
  }
}

/** What counts most comes first; the last is everything else. */
const STATES = [
  ['overdue', 'Overdue comment', '#d0453b'],
  ['open', 'Open comment', '#2f7fd6'],
  ['resolved', 'Resolved comment', '#2e9e5b'],
] as const
const UNSAID = { label: 'No comment', colour: '#aeb6be' }

type Counts = { frame: number; area: number }

/** `found`: by the state of what was said of them. */
export function commentColours(
  found: Readonly<Record<ColouredThread['state'], readonly FoundElement[]>>,
  counts: Counts,
): Colouring {
  const slots = { frame: new Uint8Array(counts.frame), area: new Uint8Array(counts.area) }
  for (const [k, [state]] of STATES.entries())
    for (const { kind, index } of found[state])
      if ((kind === 'frame' || kind === 'area') && slots[kind][index] === 0) slots[kind][index] = k + 1
  const count = (slot: number) => [...slots.frame, ...slots.area].filter((one) => one === slot).length
  const legend = [
    { ...UNSAID, count: count(0) },
    ...STATES.map(([, label, colour], k) => ({ label, colour, count: count(k + 1) })),
  ]
  return { frames: slots.frame, areas: slots.area, legend }
}

/** Turns these colours on and off; while they are on, each revision is coloured anew. */
export function commentColouring(session: ViewerSession, read: () => Promise<ColouredThread[]>, onOff: (isOn: boolean) => void) {
  let isOn = false
  let own: Colouring | null = null
  const colour = async () => {
    const threads = await read()
    const asked = STATES.map(async ([state]) => {
      const refs = toRefs(threads.flatMap((thread) => (thread.state === state ? thread.elements : [])))
      return [state, refs.length > 0 ? await session.model.ask('drawnBy', { refs }) : []] as const
    })
    const found = Object.fromEntries(await Promise.all(asked)) as Record<ColouredThread['state'], FoundElement[]>
    const { drawn } = session.model.state.get()
    if (!isOn || !drawn) return
    const { frame, area } = drawn.summary.counts
    own = commentColours(found, { frame, area })
    session.derived.set({ colouring: own })
  }
  const set = (next: boolean) => {
    isOn = next
    if (!next) own = null
    onOff(next)
  }
  const stop = session.derived.subscribe(({ colouring }, before) => {
    // Another revision was coloured by what the view says; here that is still by comments.
    if (isOn && own && colouring !== own && colouring !== before.colouring) {
      own = null
      colour().catch(() => set(false))
    }
  })
  const stopView = session.view.subscribe(({ colourBy }, before) => isOn && colourBy !== before.colourBy && set(false))
  return {
    /** Fails as the host does. */
    async turn(): Promise<void> {
      if (!isOn) {
        set(true)
        return colour().catch((error: unknown) => {
          set(false)
          throw error
        })
      }
      set(false)
      const { colourBy } = session.view.get()
      session.derived.set({
        colouring: await session.model.ask('colours', { by: colourBy, findings: session.derived.get().findings ?? [] }),
      })
    },
    close() {
      stop()
      stopView()
    },
  }
}
