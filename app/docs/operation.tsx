import { Fragment } from 'react'
import { groupHref } from '#lib/rest/reference-pages.ts'
import { env } from '#lib/runtime/env.ts'
import { Ask } from './ask.tsx'
import {
  bodyName,
  type Components,
  type Content,
  exampleOf,
  neverEnds,
  type Operation,
  type OperationDescribed,
  type Parameter,
  parametersOf,
} from './described.ts'
import { Fields } from './fields.tsx'
import { withMarks } from './marks.tsx'
import { NamedRows } from './named-rows.tsx'
import styles from './reference.module.css'

type OperationProps = {
  operation: Operation
  components: Components
  /** By example, the operation that shows it: the others refer to it. */
  shownBy: ReadonlyMap<string, Operation>
}

/** What an operation takes and answers, and a form to try it. */
export function OperationSection({ operation, components, shownBy }: OperationProps) {
  return (
    <section id={operation.operationId} className={styles.operation}>
      <h2>{operation.summary}</h2>
      <p className={styles.address}>
        <b>{operation.method}</b> {operation.path}
      </p>
      <p>{withMarks(operation.description)}</p>
      <Requesting operation={operation} components={components} />
      <Parameters of={operation} components={components} />
      <Request content={operation.requestBody?.content} schemas={components.schemas} />
      {Object.entries(operation.responses).map(([status, response]) =>
        'content' in response ? (
          <Example
            key={status}
            label={`Answer ${status}`}
            content={response.content}
            like={shownBy.get(exampleOf(response.content))}
            at={operation}
          />
        ) : null,
      )}
      <Statuses of={operation} />
    </section>
  )
}

function Parameters({ of, components }: { of: OperationDescribed; components: Components }) {
  const all = parametersOf(of, components)
  const headers = all.filter(({ in: place }) => place === 'header')
  const others = all.filter(({ in: place }) => place !== 'header')
  return (
    <>
      {others.length > 0 && (
        <details className={styles.fold}>
          <summary>Parameters</summary>
          <ParameterRows of={others} />
        </details>
      )}
      <p className={styles.statuses}>
        Headers: <a href="/docs#headers">{headers.map(({ name }) => name).join(', ')}</a>
      </p>
    </>
  )
}

export const ParameterRows = ({ of }: { of: readonly Parameter[] }) => (
  <NamedRows
    heads={['Name', 'In']}
    rows={of.map(({ name, in: place, required, description = '' }) => [
      name,
      required ? `${place}, required` : place,
      description,
    ])}
  />
)

/** Where files of an answer go; a stream goes to the screen. */
const INTO: Record<string, string> = {
  'image/png': 'picture.png',
  'application/zip': 'account.zip',
  'text/event-stream': 'stream',
}

function Requesting({ operation, components }: { operation: Operation; components: Components }) {
  const { method, path, requestBody, responses, security, summary } = operation
  const types = Object.values(responses).flatMap((one) => ('content' in one ? Object.keys(one.content ?? {}) : []))
  const into = types.map((type) => INTO[type]).find(Boolean)
  const body = requestBody && Object.values(requestBody.content)[0]?.example
  const withKey = security.some((one) => 'bearer' in one)
  const request = { origin: env.APP_URL, method, path, body, withoutKey: !withKey, ...(into && { into }) }
  const inputs = parametersOf(operation, components)
    .filter(({ in: place }) => place !== 'header')
    .map(({ name, in: place, required }) => ({ name, in: place, ...(required && { required }) }))
  return (
    <Ask
      request={request}
      label={summary}
      isForBrowsers={!withKey && security.length > 0}
      {...(!neverEnds(operation) && { inputs })}
    />
  )
}

/** The fields that may be there. */
function Request({ content, schemas }: { content: Content | undefined; schemas: Components['schemas'] }) {
  const schema = content && schemas[bodyName(content)]
  if (!schema) return null
  return (
    <details className={styles.fold}>
      <summary>Request</summary>
      <Fields of={schema} />
    </details>
  )
}

type ExampleProps = { label: string; content: Content | undefined; like: Operation | undefined; at: Operation }

function Example({ label, content, like, at }: ExampleProps) {
  const example = exampleOf(content)
  if (!example) return null
  if (like && like !== at) {
    return (
      <p>
        {label}: as of <a href={`${groupHref(like.tags[0] ?? '')}#${like.operationId}`}>{like.summary}</a>
      </p>
    )
  }
  return (
    <details className={styles.fold}>
      <summary>{label}</summary>
      <pre className={styles.code}>{example}</pre>
    </details>
  )
}

function Statuses({ of: { responses } }: { of: OperationDescribed }) {
  return (
    <p className={styles.statuses}>
      Statuses:{' '}
      {Object.entries(responses).map(([status, response], i) => (
        <Fragment key={status}>
          {i > 0 && ', '}
          {'$ref' in response ? (
            <a href={`/docs/errors#status-${status}`}>{status}</a>
          ) : (
            <>
              {status} {response.description}
            </>
          )}
        </Fragment>
      ))}
    </p>
  )
}
