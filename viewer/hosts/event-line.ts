import { patience } from '../session/patience.ts'
import type { Change } from '../viewer-host.ts'

/** Two beats and a half: the server sends one every ten seconds. */
const SILENCE_MS = 25_000
const LOOK_MS = 5_000

/**
 * All that a model's event stream says, and how the line is, until the returned function is called. A stream that breaks is opened
 * again after a while, one that says nothing at once; what ends it for good is the last that is heard. Told as `connecting` again,
 * the line was refused or could not be made: reading the model says which.
 */
export function followEvents(address: string, listener: (change: Change) => void): () => void {
  let stream: EventSource | null = null
  let lastEventAt = 0
  let hasEnded = false
  const comments = lastHeard()
  const trying = patience()

  const alive = () => {
    lastEventAt = Date.now()
    trying.done()
    listener({ type: 'line', state: 'live' })
  }
  const alsoTells = (change: Change) => {
    alive()
    listener(change)
  }
  const leave = () => {
    stream?.close()
    stream = null
  }
  const end = () => {
    hasEnded = true
    leave()
    trying.done()
    clearInterval(watch)
    window.removeEventListener('offline', goOffline)
    window.removeEventListener('online', goOnline)
    window.removeEventListener('pagehide', setAside)
    window.removeEventListener('pageshow', comeBack)
  }
  const open = () => {
    leave()
    lastEventAt = Date.now()
    const opened = new EventSource(address)
    stream = opened
    const on = (event: string, use: (data: never) => void) =>
      opened.addEventListener(event, ({ data }: MessageEvent<string>) => {
        if (stream === opened) use(JSON.parse(data) as never)
      })
    const stands = ({ revision, role, commentSeq: seq }: { revision: number; role?: string; commentSeq?: number }) => {
      alsoTells({ type: 'revision', revision })
      if (comments.isMissed(seq)) listener({ type: 'comments' })
      if (role) listener({ type: 'access', role })
    }
    opened.onopen = () => stream === opened && alive()
    opened.onerror = () => stream === opened && broken()
    on('revision', stands)
    on('beat', stands) // an event that was missed
    on('views', () => alsoTells({ type: 'views' }))
    on('comments', ({ seq }: { seq: number }) => {
      comments.isMissed(seq)
      alsoTells({ type: 'comments' })
    })
    on('deleted', ({ purgeAt }: { purgeAt: string | null }) => last({ type: 'deleted', purgeAt }))
    on('signed_out', () => last({ type: 'signed_out' }))
    on('access', ({ role }: { role: string | null }) => (role === null ? last : listener)({ type: 'access', role }))
  }
  const last = (change: Change) => {
    end()
    listener(change)
  }
  // A browser comes back by itself after a broken line and gives up after an answer with an error; here both are the same.
  const broken = () => {
    leave()
    listener({ type: 'line', state: 'connecting' })
    trying.again(open)
  }
  const setAside = () => {
    leave()
    trying.done()
  }
  const goOffline = () => {
    setAside()
    listener({ type: 'line', state: 'offline' })
  }
  const goOnline = () => {
    listener({ type: 'line', state: 'connecting' })
    open()
  }
  // A page that Back can bring back is kept, and would keep its stream: one of the six connections that browsers open to a host of
  // HTTP/1.1, which the pages after it would lack.
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    if (navigator.onLine) goOnline()
    else goOffline()
  }
  const watch = setInterval(() => {
    if (!stream || Date.now() - lastEventAt < SILENCE_MS) return
    listener({ type: 'line', state: 'silent' })
    open()
  }, LOOK_MS)
  window.addEventListener('offline', goOffline)
  window.addEventListener('online', goOnline)
  window.addEventListener('pagehide', setAside)
  window.addEventListener('pageshow', comeBack)
  if (navigator.onLine) open()
  else goOffline()
  return () => {
    if (!hasEnded) end()
  }
}

/** Of changes that are numbered: whether there is a later one than was heard of; of the first nobody knows. */
function lastHeard() {
  let last: number | undefined
  return {
    isMissed(seq: number | undefined): boolean {
      const isLater = seq !== undefined && last !== undefined && seq !== last
      last = seq ?? last
      return isLater
    },
  }
}
