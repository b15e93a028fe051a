'use client'

import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import styles from './reference.module.css'

export type TryItProps = {
  method: string
  /** With the names of its parameters in braces. */
  path: string
  parameters: { name: string; in: string; required?: boolean }[]
  /** The example of the request's body; absent where there is none. */
  body?: string | undefined
}

type Answer = { status: number; text: string }

/** As much of an answer as a page can show without becoming slow. */
const MOST_SHOWN = 8_000

/** Sends one request with the session of this browser, to this very service, and shows the answer as it came. */
export function TryIt({ method, path, parameters, body }: TryItProps) {
  const [answer, setAnswer] = useState<Answer>()
  const [busy, setBusy] = useState(false)
  const bodyId = useId()

  async function send(form: FormData) {
    setBusy(true)
    setAnswer(await ask(method, addressOf(path, parameters, form), body === undefined ? undefined : String(form.get('body'))))
    setBusy(false)
  }

  return (
    <details className={styles.fold}>
      <summary>Try it</summary>
      <Form onSubmit={send}>
        {parameters.map(({ name, required = false }) => (
          <Field key={name} label={name} name={`parameter ${name}`} required={required} autoComplete="off" spellCheck={false} />
        ))}
        {body !== undefined && (
          <div className={styles.body}>
            <label htmlFor={bodyId}>Body, JSON</label>
            <textarea id={bodyId} name="body" rows={8} spellCheck={false} defaultValue={body} />
          </div>
        )}
        <p className="small muted">Requests are sent with your account, and changes are real.</p>
        <div>
          <Button type="submit" look={method === 'DELETE' ? 'danger' : 'primary'} busy={busy}>
            Send {method}
          </Button>
        </div>
        <div role="status" className={styles.answer}>
          {answer && <Shown {...answer} />}
        </div>
      </Form>
    </details>
  )
}

function Shown({ status, text }: Answer) {
  return (
    <>
      <p>
        {status === 0 ? 'The service does not answer. Check the connection and try again.' : <strong>{status}</strong>}
        {status === 401 && (
          <>
            {' '}
            <a href={`/sign-in?callbackUrl=${encodeURIComponent(window.location.pathname)}`}>Sign in</a> to send requests from
            here.
          </>
        )}
      </p>
      {text && <pre className={styles.code}>{text}</pre>}
    </>
  )
}

function addressOf(path: string, parameters: TryItProps['parameters'], form: FormData): string {
  const value = (name: string) => String(form.get(`parameter ${name}`) ?? '')
  const query = new URLSearchParams()
  for (const { name, in: place } of parameters) if (place === 'query' && value(name)) query.set(name, value(name))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** Status 0: there was no answer. */
async function ask(method: string, address: string, body: string | undefined): Promise<Answer> {
  try {
    const response = await fetch(address, {
      method,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    })
    const isJson = /^application\/(.+\+)?json/.test(response.headers.get('content-type') ?? '')
    const text = await response.text()
    return { status: response.status, text: shortened(isJson ? JSON.stringify(JSON.parse(text), null, 2) : text) }
  } catch {
    return { status: 0, text: '' }
  }
}

const shortened = (text: string) =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n… and ${text.length - MOST_SHOWN} characters more` : text
