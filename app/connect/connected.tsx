'use client'

import { useEffect, useSyncExternalStore } from 'react'
import { ago } from '#lib/values/time-ago.ts'
import styles from './connect.module.css'

type App = { name: string; latestAt: string }
type Known = { apps: App[]; at: number } | undefined

const ASK_MS = 5000

/** What is connected to the account, asked again and again while somebody looks at a page that shows it. */
let known: Known
const shown = new Set<() => void>()

async function ask(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  const response = await fetch('/api/account/apps').catch(() => undefined) // it is asked again in a moment
  if (!response?.ok) return
  known = { apps: (await response.json()).items, at: Date.now() }
  for (const show of shown) show()
}

let timer: ReturnType<typeof setInterval> | undefined

function subscribe(show: () => void): () => void {
  shown.add(show)
  timer ??= setInterval(ask, ASK_MS)
  if (shown.size === 1) void ask()
  return () => {
    shown.delete(show)
    if (shown.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Whether an application that registers under such a name is connected by now. `known`: the names of clients that have a line of their own. */
export function Connected({ registersAs, others }: { registersAs: string | undefined; others: string }) {
  const now = useSyncExternalStore(
    subscribe,
    () => known,
    () => undefined,
  )
  useEffect(() => {
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [])
  if (!now) return <p className={`${styles.connected} muted`}>&nbsp;</p>
  const isIt = ({ name }: App) =>
    registersAs === undefined ? !new RegExp(others, 'i').test(name) : new RegExp(registersAs, 'i').test(name)
  const app = now.apps.find(isIt)
  return (
    <p className={`${styles.connected} muted`} data-connected={app !== undefined}>
      <span role="status">{app ? `Connected as ${app.name}` : 'Not connected yet'}</span>
      {app && <span>, {ago(now.at - Date.parse(app.latestAt))}</span>}
    </p>
  )
}
