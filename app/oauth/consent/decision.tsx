'use client'

import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import buttonStyles from '#ui/button.module.css'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './consent.module.css'

type DecisionProps = {
  handle: string
  clientName: string
  opensApplication: boolean
  /** Then the way out is the button that stands out. */
  doubtful: boolean
  /** What is asked; the answer takes its place. */
  children: ReactNode
}

const ENDING = (
  <p className="small muted">
    You can end the connection at any time under Settings → Connected apps; it is refused from that moment on.
  </p>
)

/**
 * A plain form, which is answered with a redirect. With a script the answer is fetched and followed from here: the page can then
 * say what happened when an application opens beside the browser, and where the next site redirects to is its own business, which
 * `form-action` would judge too.
 */
export function Decision({ handle, clientName, opensApplication, doubtful, children }: DecisionProps) {
  const [deciding, setDeciding] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const [answered, setAnswered] = useState<{ decision: string; to: string }>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (deciding) return
    const form = event.currentTarget
    const { nativeEvent } = event
    const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
    const decision = submitter instanceof HTMLButtonElement ? submitter.value : 'deny'
    setDeciding(decision)
    setFailed(undefined)
    try {
      const response = await fetch(form.action, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ request: handle, decision }),
      })
      const answer: { redirect_to?: string; error_description?: string } = await response.json()
      if (!response.ok || !answer.redirect_to) {
        setFailed(answer.error_description ?? `The service answered ${response.status}.`)
        return setDeciding(undefined)
      }
      setAnswered({ decision, to: answer.redirect_to })
      window.location.assign(answer.redirect_to)
    } catch {
      setFailed('The service does not answer. Check the connection and try again.')
      setDeciding(undefined)
    }
  }

  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (answered) heading.current?.focus() // the button that had it is gone
  }, [answered])

  if (answered) {
    const allowed = answered.decision === 'allow'
    return (
      <>
        <h1 ref={heading} tabIndex={-1} className={styles.outcome}>
          {allowed ? `${clientName} is connected` : `${clientName} is not connected`}
        </h1>
        <p>{allowed ? 'It may now use your models as you agreed.' : 'It has not been given any access.'}</p>
        <a className={`${buttonStyles.button} ${buttonStyles.primary}`} href={answered.to}>
          Return to {clientName}
        </a>
        <p className="small muted">
          {opensApplication ? 'If it did not open by itself, use the button. Then you may close this page.' : 'Going there …'}
        </p>
        {allowed && ENDING}
      </>
    )
  }
  return (
    <>
      {children}
      <form method="post" action="/oauth/consent/decision" onSubmit={submit} className={styles.decision}>
        {failed && <Notice tone="danger">{failed}</Notice>}
        <input type="hidden" name="request" value={handle} />
        <Button type="submit" look={doubtful ? 'primary' : 'secondary'} name="decision" value="deny" busy={deciding === 'deny'}>
          Deny
        </Button>
        <Button type="submit" look={doubtful ? 'secondary' : 'primary'} name="decision" value="allow" busy={deciding === 'allow'}>
          Allow
        </Button>
      </form>
      {ENDING}
    </>
  )
}
