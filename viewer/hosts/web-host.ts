import type { Issue } from '#lib/schema/model-error.ts'
import type { Finding } from '#lib/schema/schema.ts'
import { part } from '../session/part.ts'
import { type Ability, type Address, type Change, HostError, reasonOf, type ViewerHost } from '../viewer-host.ts'
import { followEvents } from './event-line.ts'
import { isInSandbox } from './in-sandbox.ts'
import { startThread } from './thread.ts'

/**
 * What a page says of the place its viewer stands in, as a server component can hand it over. A share link or a frame gives its
 * own addresses and what its reader may do there.
 */
export type WebPlace = {
  place: 'page' | 'share' | 'embed'
  can: readonly Ability[]
  /** `events`: null where nothing ever happens to the model; `revisions`, `views`: null where they are not shown. */
  addresses: {
    model: string
    events: string | null
    check: string
    revisions: string | null
    views: string | null
    /** Absent where none are shown. */
    comments?: string | null
    /** The same where nothing is analysed. */
    analyse?: string
  }
  /** The view with which the model opens where the address asks for no other: a query. */
  firstView?: string | null
  /** Of a frame: the page on which its model stands by itself. */
  page?: string
}

/** What else is asked of the service the first picture does without. */
const REQUESTS = part(() => import('./requests.ts'))

/** The viewer's host on a web page. */
export function webHost({ place, can, addresses, firstView, page }: WebPlace): ViewerHost {
  const send = async (address: string, init: RequestInit): Promise<unknown> => {
    // Asked in vain, a browser would say so in the console.
    if (!navigator.onLine) throw new HostError('offline')
    const response = await fetch(address, { headers: { accept: 'application/json' }, ...init }).catch((error: unknown) => {
      init.signal?.throwIfAborted()
      throw new HostError('offline', 0, { cause: error })
    })
    if (!response.ok) throw await errorOf(response)
    if (response.headers.get('content-type') === FILE) return fileOf(response)
    return response.status === 204 ? null : response.json()
  }
  // Whoever opens a model out of a frame comes to its link.
  const staysInFrame = place === 'share' && isInSandbox()
  return {
    place,
    can: new Set(can.filter((ability) => !(staysInFrame && ability === 'file'))),
    engine: startThread,
    load(revision) {
      const absolute = (address: string) => new URL(address, location.href).href
      if (revision === undefined || addresses.revisions === null) return { address: absolute(addresses.model) }
      return { address: absolute(`${addresses.revisions}/${revision}`), isForGood: true }
    },
    changes: (listener) => (addresses.events === null ? unchanging(listener) : followEvents(addresses.events, listener)),
    async check(revision, signal) {
      const address = revision === undefined ? addresses.check : `${addresses.check}?revision=${revision}`
      return ((await send(address, signal ? { signal } : {})) as { findings: Finding[] }).findings
    },
    checks: 'always',
    async ask<Answer>(operation: string, input: Record<string, unknown>, signal?: AbortSignal) {
      const { toRequest } = await REQUESTS.bring()
      const { address, method, body } = toRequest(operation, input, addresses)
      const sent = body && {
        body: body instanceof Blob ? body : JSON.stringify(body),
        headers: { accept: 'application/json', 'content-type': body instanceof Blob ? FILE : 'application/json' },
      }
      return (await send(address, { method, ...sent, ...(signal && { signal }) })) as Answer
    },
    address: place === 'embed' ? readOnly(firstView, page) : inHistory(firstView),
    async save(name, file) {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = name
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
      return true
    },
    print() {
      // A frame may be forbidden to, and nobody would be told.
      if (place === 'embed' || staysInFrame) return false
      window.print()
      return true
    },
    copy: (text) =>
      navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    setting: place === 'embed' ? inMemory() : inStorage,
  }
}

const unchanging: (listener: (change: Change) => void) => () => void = (listener) => {
  listener({ type: 'line', state: 'live' })
  return () => {}
}

const FILE = 'application/octet-stream'

/** `next`: the number from which on another file has the rest. */
async function fileOf(response: Response): Promise<{ file: Blob; next: number | null }> {
  const next = /[?&]from=(\d+)[^>]*>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return { file: await response.blob(), next: next === undefined ? null : Number(next) }
}

async function errorOf(response: Response): Promise<HostError> {
  const { status, headers } = response
  const after = Number(headers.get('retry-after')) || 0
  if (status !== 422) return new HostError(reasonOf(status), after)
  const body: { detail?: Issue[] } | null = await response.json().catch(() => null)
  const issues = body?.detail ?? []
  return new HostError('refused', after, { says: issues[0]?.msg ?? null, issues })
}

/** `first`: what an address without a view stands for. */
function inHistory(first: string | null = null): Address {
  const read = () => location.search || (first ? `?${first}` : '')
  return {
    read,
    write(query, how) {
      history[how === 'push' ? 'pushState' : 'replaceState'](history.state, '', `${location.pathname}${query}`)
    },
    back(listener) {
      const went = () => listener(read())
      window.addEventListener('popstate', went)
      return () => window.removeEventListener('popstate', went)
    },
    link: (query) => new URL(`${location.pathname}${query}`, location.href).href,
  }
}

/** In a frame Back belongs to the page around it. `page`: where a view of it can be opened by itself. */
const readOnly = (first?: string | null, page?: string): Address => ({
  ...inHistory(first),
  write() {},
  back: () => () => {},
  link: (query) => (page === undefined ? null : new URL(`${page}${query}`, location.href).href),
})

/** Null where the browser keeps nothing, or is told not to. */
function inStorage(name: string, value?: string): string | null {
  const key = `viewer:${name}`
  try {
    if (value === '') localStorage.removeItem(key)
    else if (value !== undefined) localStorage.setItem(key, value)
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function inMemory() {
  const values = new Map<string, string>()
  return (name: string, value?: string): string | null => {
    if (value !== undefined) values.set(name, value)
    return values.get(name) || null
  }
}
