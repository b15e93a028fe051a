import type { ViewerSession } from '#viewer/session/session.ts'
import { takeEarlyMessages } from './early-messages.ts'
import { mayHost, readMessage, SOURCE, type ThemeWord } from './messages.ts'
import { fail, obeying, type Post } from './obey.ts'

/**
 * Speaks with the page around the frame. That page speaks first, by `hello`; its origin is held against those of the link, and from
 * then on only that origin is heard and told.
 */

const MOST_A_SECOND = 50
/** The camera is told this often at most. */
const CAMERA_MS = 250
const MOST_REPORTED = 200

export type FrameHost = {
  /** The viewer stands; null: not yet, or not any more. */
  open(session: ViewerSession | null): void
  close(): void
}

export function speakWithHost(
  origins: readonly string[],
  wrong: readonly string[],
  setTheme: (theme: ThemeWord) => void,
): FrameHost {
  let host: string | null = null
  let session: ViewerSession | null = null
  let stop = () => {}
  const countMessage = messagesInASecond()

  const post: Post = (type, fields) => {
    if (host !== null) window.parent.postMessage({ source: SOURCE, v: 1, type, ...fields }, host)
  }

  const orders = obeying(post)

  function onMessage({ data, origin, source }: MessageEvent<unknown>) {
    if (source !== window.parent) return
    const message = readMessage(data)
    if (message === null) return
    if (host === null) {
      if ('code' in message || message.type !== 'hello' || !mayHost(origin, origins)) return
      host = origin
      if (wrong.length > 0) fail(post, { code: 'bad_message', message: `not understood in the address: ${wrong.join(', ')}` })
      begin()
      return
    }
    if (origin !== host) return
    const count = countMessage()
    if (count === MOST_A_SECOND + 1) fail(post, { code: 'too_many', message: `More than ${MOST_A_SECOND} messages in a second.` })
    if (count > MOST_A_SECOND) return
    if ('code' in message) return fail(post, message)
    if (message.type === 'hello') return begin()
    if (message.type === 'set' && message.theme) setTheme(message.theme)
    orders.take(message)
  }

  function begin() {
    stop()
    stop = host !== null && session ? postChanges(session, post) : () => {}
  }

  window.addEventListener('message', onMessage)
  for (const message of takeEarlyMessages()) onMessage(message)
  return {
    open(opened) {
      session = opened
      begin()
      orders.open(opened)
    },
    close() {
      stop()
      orders.close()
      window.removeEventListener('message', onMessage)
    },
  }
}

/** Tells how things stand, and from then on what happens, until it is stopped. */
function postChanges(open: ViewerSession, post: Post): () => void {
  let revision: number | null | undefined
  let isGone = false
  const stands = () => {
    const { ended, drawn } = open.model.state.get()
    if (ended && !isGone) {
      isGone = true
      fail(post, { code: 'gone', message: 'The link no longer works.' })
    }
    if (!drawn || drawn.summary.revision === revision) return
    const { counts, units } = drawn.summary
    if (revision === undefined) post('ready', { revision: drawn.summary.revision, counts, units: units ?? null })
    else post('revision', { revision: drawn.summary.revision, changed: drawn.changed.slice(0, MOST_REPORTED).map(toRef) })
    revision = drawn.summary.revision
  }
  stands()
  const stops = [
    open.model.state.subscribe(stands),
    open.view.subscribe(({ selected }, before) => {
      if (selected !== before.selected) post('select', { elements: selected.slice(0, MOST_REPORTED).map(toRef) })
    }),
  ]
  let view = open.address()
  const timer = setInterval(() => {
    const now = open.address()
    if (now === view || revision === undefined) return
    view = now
    post('camera', { view: now.replace(/^\?/, '') })
  }, CAMERA_MS)
  return () => {
    for (const one of stops) one()
    clearInterval(timer)
  }
}

/** Counts a message: how many there were in the last second. */
function messagesInASecond(): () => number {
  let times: number[] = []
  return () => {
    const now = performance.now()
    times = [...times.filter((time) => now - time < 1000), now]
    return times.length
  }
}

const toRef = ({ kind, id }: { kind: string; id: string }) => ({ kind, id })
