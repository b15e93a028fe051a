'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, use, useEffect, useState, useTransition } from 'react'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/call.ts'
import { focusContent } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './models.module.css'

/** What was just done to a model of a list: words, and how to take it back or go on. */
type Told = {
  name: string
  words: string
  tone?: 'ok' | 'danger'
  undo?: { path: string; id: string; words: string }
  open?: string
}

type Done = {
  /** Says what was done, and reads the list anew; then the row of `focus` has the focus, or the content where there is none. */
  tell(told: Told, focus?: string): void
}

const Context = createContext<Done>({ tell() {} })
export const useDone = () => use(Context)

/** The row beside that of a model: where the focus goes when this one leaves the list. */
export function rowBeside(element: Element): string | undefined {
  const row = element.closest('[data-model]')
  const beside = row?.nextElementSibling ?? row?.previousElementSibling
  return beside instanceof HTMLElement ? beside.dataset.model : undefined
}

/** Around a list of models. What was done is said above it, for the row itself may be gone. */
export function DoneNotice({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [told, setTold] = useState<Told>()
  const [focus, setFocus] = useState<string | null>(null)
  const [isReading, startReading] = useTransition()
  const [isUndoing, setUndoing] = useState(false)

  useEffect(() => {
    if (isReading || focus === null) return
    const row = [...document.querySelectorAll<HTMLElement>('[data-model]')].find(({ dataset }) => dataset.model === focus)
    const target = row?.querySelector<HTMLElement>('a:not([tabindex="-1"]), button')
    if (target) target.focus()
    else focusContent()
    setFocus(null)
  }, [isReading, focus])

  const tell = (next: Told, beside = '') => {
    setTold(next)
    if (next.tone === 'danger') return
    setFocus(beside)
    startReading(() => router.refresh())
  }

  async function undo({ path, id, words }: NonNullable<Told['undo']>, name: string) {
    setUndoing(true)
    const done = await call('POST', path)
    setUndoing(false)
    if (done.ok) tell({ name, words }, id)
    else tell({ name, words: `could not be restored: ${done.message}`, tone: 'danger' })
  }

  return (
    <Context value={{ tell }}>
      {/* Here before there is anything to say, so that it is read out. */}
      <div aria-live="polite" className={styles.told}>
        {told && (
          <Notice tone={told.tone ?? 'ok'}>
            <div className={styles.done}>
              <p>
                “<bdi>{told.name}</bdi>” {told.words}
              </p>
              {told.undo && (
                <Button busy={isUndoing} onClick={() => told.undo && undo(told.undo, told.name)}>
                  Undo
                </Button>
              )}
              {told.open && <a href={told.open}>Open it</a>}
            </div>
          </Notice>
        )}
      </div>
      {children}
    </Context>
  )
}
