'use client'

import { useEffect, useRef, useState } from 'react'
import { Mark } from './_ui/mark.tsx'
import styles from './models.module.css'

/** So many are asked for at a time: the service draws them on threads that others want, too. */
const MOST_AT_ONCE = 2
const MOST_TRIES = 4

const waiting: (() => Promise<void>)[] = []
let running = 0

function inTurn(work: () => Promise<void>): void {
  waiting.push(work)
  next()
}

function next(): void {
  while (running < MOST_AT_ONCE) {
    const work = waiting.shift()
    if (!work) return
    running++
    void work().finally(() => {
      running--
      next()
    })
  }
}

/** Until the picture is there, or where there is none (`revision` null: nothing to draw), the mark of the service. Asked for when it comes near the window. */
export function ModelPicture({ id, revision }: { id: string; revision: number | null }) {
  const frame = useRef<HTMLSpanElement>(null)
  const [source, setSource] = useState<string>()
  useEffect(() => {
    if (revision === null) return
    const leaving = new AbortController()
    const address = `/api/construct-models/${id}/picture?plain=true&width=512&height=320&revision=${revision}`
    const ask = async (tries = MOST_TRIES): Promise<void> => {
      if (leaving.signal.aborted) return
      const answer = await fetch(address, { signal: leaving.signal }).catch(() => undefined)
      if (answer?.ok) {
        // Then it lies in the browser's cache, by its revision for good.
        const picture = await answer.blob().catch(() => null)
        if (picture && !leaving.signal.aborted) setSource(address)
      } else if (answer && (answer.status === 429 || answer.status === 503) && tries > 1) {
        const seconds = Number(answer.headers.get('retry-after') ?? 1)
        setTimeout(() => inTurn(() => ask(tries - 1)), seconds * 1000)
      }
    }
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        near.disconnect()
        inTurn(() => ask())
      },
      { rootMargin: '200px' },
    )
    if (frame.current) near.observe(frame.current)
    return () => {
      leaving.abort()
      near.disconnect()
    }
  }, [id, revision])

  return (
    <span ref={frame} className={styles.picture}>
      {source ? (
        // biome-ignore lint/performance/noImgElement: made by the service in the size that is shown
        <img src={source} width={512} height={320} alt="" />
      ) : (
        <Mark size={2.5} />
      )}
    </span>
  )
}
