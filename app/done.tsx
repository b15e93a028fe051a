'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, use, useEffect, useState, useTransition } from 'react'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/call.ts'
import { focusContent } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './models.module.css'

/** What was just done to a model of a list: words, and how to take it back or go on. */
type DoneMessage = {
  name: string
  words: string
  tone?: 'ok' | 'danger'
  undo?: { path: string; id: string; words: string }
  open?: string
}

type Done = {
  /** Says what was done, and reads the list anew; then the row of `focus` has the focus, or the content where there is none. */
  show(message: DoneMessage, focus?: string): void
}

const Context = createContext<Done>({ show() {} })
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
  const [message, setMessage] = useState<DoneMessage>()
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

  const show = (next: DoneMessage, beside = '') => {
    setMessage(next)
    if (next.tone === 'danger') return
    setFocus(beside)
    startReading(() => router.refresh())
  }

  async function undo({ path, id, words }: NonNullable<DoneMessage['undo']>, name: string) {
    setUndoing(true)
    const done = await call('POST', path)
    setUndoing(false)
    if (done.ok) show({ name, words }, id)
    else show({ name, words: `could not be restored: ${done.message}`, tone: 'danger' })
  }

  return (
    <Context value={{ show }}>
      {/* Here before there is anything to say, so that it is read out. */}
      <div aria-live="polite" className={styles.message}>
        {message && (
          <Notice tone={message.tone ?? 'ok'}>
            <div className={styles.done}>
              <p>
                “<bdi>{message.name}</bdi>” {message.words}
              </p>
              {message.undo && (
                <Button busy={isUndoing} onClick={() => message.undo && undo(message.undo, message.name)}>
                  Undo
                </Button>
              )}
              {message.open && <a href={message.open}>Open it</a>}
            </div>
          </Notice>
        )}
      </div>
      {children}
    </Context>
  )
}
