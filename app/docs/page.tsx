import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Fragment, type ReactNode } from 'react'
import { openApiDocument } from '#lib/rest/openapi.ts'
import styles from './reference.module.css'

export const metadata: Metadata = { title: 'API reference' }

/** What this page reads of the OpenAPI document, which the same operation objects make. */
type Described = {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationDescribed>>
  components: { parameters: Record<string, Parameter>; responses: Record<string, { description: string }> }
}
type OperationDescribed = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { $ref: string } | { description: string; content?: Record<string, { example?: unknown }> }>
}
type Parameter = { name: string; in: string; required?: boolean; description?: string }

/** The reference for people; programs read `/openapi.json`. Made on the server from the same document, so it works offline. */
export default async function ReferencePage() {
  await connection() // the addresses are those of this server, not of the build
  const document = openApiDocument() as unknown as Described // made by us, to OpenAPI 3.1's own shape
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), ...described })),
  )
  return (
    <div className={styles.page}>
      <nav aria-label="Operations" className={styles.contents}>
        {document.tags.map(({ name }) => (
          <Fragment key={name}>
            <h2>{name}</h2>
            {operations
              .filter(({ tags }) => tags.includes(name))
              .map(({ operationId, summary }) => (
                <a key={operationId} href={`#${operationId}`}>
                  {summary}
                </a>
              ))}
          </Fragment>
        ))}
      </nav>
      <main id="main" className={styles.content}>
        <h1>API reference</h1>
        {document.info.description.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{withMarks(paragraph)}</p>
        ))}
        <p>
          For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
        </p>
        {operations.map((operation) => (
          <section key={operation.operationId} id={operation.operationId} className={styles.operation}>
            <h2>{operation.summary}</h2>
            <p className={styles.address}>
              <b>{operation.method}</b> {operation.path}
            </p>
            <p>{withMarks(operation.description)}</p>
            <Parameters of={operation} components={document.components} />
            <Example label="Request" content={operation.requestBody?.content} />
            {Object.entries(operation.responses).map(([status, response]) =>
              'content' in response ? <Example key={status} label={`Answer ${status}`} content={response.content} /> : null,
            )}
            <details className={styles.fold}>
              <summary>Statuses</summary>
              <div className={styles.table}>
                <table>
                  <tbody>
                    {Object.entries(operation.responses).map(([status, response]) => (
                      <tr key={status}>
                        <th scope="row">{status}</th>
                        <td>{told(response, document.components.responses)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </details>
          </section>
        ))}
      </main>
    </div>
  )
}

const referred = <T,>(ref: string, among: Record<string, T>): T | undefined => among[ref.slice(ref.lastIndexOf('/') + 1)]

const told = (response: OperationDescribed['responses'][string], responses: Described['components']['responses']) =>
  '$ref' in response ? referred(response.$ref, responses)?.description : response.description

function Parameters({ of, components }: { of: OperationDescribed; components: Described['components'] }) {
  const parameters = (of.parameters ?? []).flatMap((one) =>
    '$ref' in one ? (referred(one.$ref, components.parameters) ?? []) : one,
  )
  if (parameters.length === 0) return null
  return (
    <details className={styles.fold}>
      <summary>Parameters and headers</summary>
      <div className={styles.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">In</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {parameters.map(({ name, in: place, required, description }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  {place}
                  {required ? ', required' : ''}
                </td>
                <td>{description ? withMarks(description) : null}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function Example({ label, content }: { label: string; content: Record<string, { example?: unknown }> | undefined }) {
  const example = Object.values(content ?? {})[0]?.example
  if (example === undefined) return null
  return (
    <details className={styles.fold}>
      <summary>{label}</summary>
      <pre className={styles.code}>{typeof example === 'string' ? example : JSON.stringify(example, null, 2)}</pre>
    </details>
  )
}

/** The two marks that the document's own texts use: `code` and **strong**. */
function withMarks(text: string): ReactNode[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, i) => {
    const key = `${i} ${part}`
    if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>
    if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>
    return <Fragment key={key}>{part}</Fragment>
  })
}
