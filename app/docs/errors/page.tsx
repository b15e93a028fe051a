import { STATUS_CODES } from 'node:http'
import type { Metadata } from 'next'
import { problemBody } from '#lib/http/problem.ts'
import { anchorOf } from '#lib/http/problem-anchor.ts'
import { PROBLEM_KINDS } from '#lib/http/problem-kinds.ts'
import { type ErrorTypeName, FIELD_ERRORS, MEANING_ERRORS } from '#lib/rest/error-types.ts'
import answers from '#lib/rest/golden/error-answers.json' with { type: 'json' }
import { env } from '#lib/runtime/env.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import { curlOf } from '../curl.ts'
import { withMarks } from '../marks.tsx'
import styles from '../reference.module.css'
import { type ErrorRow, ErrorTypes } from './error-types.tsx'

export const metadata: Metadata = { title: 'Errors · API' }

const STATUSES = [...new Set(Object.values(PROBLEM_KINDS).map(({ status }) => status))]

/** The same tables as in `docs/errors.md`. */
export default function ErrorsPage() {
  const example = problemBody({ status: 404, detail: 'Model not found', requestId: '5f1c2a7e' })
  return (
    <main id="main" className={styles.content}>
      <h1>Errors</h1>
      <p>
        Whatever is wrong with what was sent is told at once, by <a href="#status-422">422</a> with one item a problem, and
        nothing of it is written. Every other refusal is a problem document (RFC 9457, <code>application/problem+json</code>). Go
        by <code>code</code>, which stays; <code>type</code> leads to its place on this page:
      </p>
      <pre className={styles.code}>{JSON.stringify(example, null, 2)}</pre>
      {STATUSES.map((status) => (
        <Status key={status} status={status} />
      ))}
      <section id="status-422" className={styles.operation}>
        <h2>422 Unprocessable Content</h2>
        <p>
          <code>{'{"detail": [{"type", "loc", "msg", "ctx"?}, …]}'}</code>, as FastAPI has it. <code>loc</code> begins with{' '}
          <code>body</code>, <code>path</code>, <code>query</code> or <code>header</code> and leads to the very value;{' '}
          <code>ctx</code> has the values of the message. Mend every item and send all of it again. Each type below has a request
          that gets it from a small model, a portal frame.
        </p>
        <h3>A field</h3>
        <ErrorTypes rows={rowsOf(FIELD_ERRORS)} />
        <h3>The meaning of the whole</h3>
        <ErrorTypes rows={rowsOf(MEANING_ERRORS)} />
      </section>
    </main>
  )
}

function Status({ status }: { status: number }) {
  const kinds = entriesOf(PROBLEM_KINDS).filter(([, kind]) => kind.status === status)
  return (
    <section id={`status-${status}`} className={styles.operation}>
      <h2>
        {status} {STATUS_CODES[status]}
      </h2>
      <dl className={styles.kinds}>
        {kinds.map(([code, { when, todo, details }]) => (
          <div key={code} id={anchorOf(code)}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>
              <p>{withMarks(sentence(when))}</p>
              <p>{withMarks(todo)}</p>
              {details.length > 0 && <p className={styles.statuses}>{details.map((text) => `“${text}”`).join(', ')}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const rowsOf = (of: typeof FIELD_ERRORS | typeof MEANING_ERRORS): ErrorRow[] =>
  Object.entries(of).map(([type, { when, example }]) => ({
    id: anchorOf(type),
    type,
    when: sentence(when),
    request: curlOf({ origin: env.APP_URL, ...example, path: fromRoot(example.path), body: shownBody(type, example.body) }),
    answer: JSON.stringify(answers[type as ErrorTypeName]), // the keys of the two tables
  }))

const fromRoot = (path: string) => (path.startsWith('/api/') ? path : `/api/construct-models/{model_id}${path}`)

/** A hundred and one frames are more than anybody reads, and so are bytes. */
function shownBody(type: string, body: unknown): unknown {
  if (type === 'too_many_errors') return '{"frames": [{"id": "F0"}, {"id": "F1"}, …]}'
  return body instanceof Uint8Array ? '@model.zip' : body
}
