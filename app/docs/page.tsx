import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Fragment } from 'react'
import { openApiDocument } from '#lib/rest/openapi.ts'
import { Fields, type Schema, schemaName, spoken } from './fields.tsx'
import { withMarks } from './marks.tsx'
import styles from './reference.module.css'
import { TryIt } from './try-it.tsx'

export const metadata: Metadata = { title: 'API reference' }

/** What this page reads of the OpenAPI document, which the same operation objects make. */
type Described = {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationDescribed>>
  components: Components
}
type Components = {
  parameters: Record<string, Parameter>
  responses: Record<string, { description: string }>
  schemas: Record<string, Schema>
}
type Content = Record<string, { schema?: Schema; example?: unknown }>
type OperationDescribed = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Content }
  responses: Record<string, { $ref: string } | { description: string; content?: Content }>
}
type Parameter = { name: string; in: string; required?: boolean; description?: string }

/** The reference for people; programs read `/openapi.json`. Made on the server from the same document, so it works offline. */
export default async function ReferencePage() {
  await connection() // the addresses are those of this server, not of the build
  const document = openApiDocument() as Described // made by us, to OpenAPI 3.1's own shape
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), ...described })),
  )
  const sent = new Set(operations.map(({ requestBody }) => bodyName(requestBody?.content)))
  const shownBy = firstWithExample(operations)
  const shared = Object.entries(document.components.responses)
  const objects = Object.entries(document.components.schemas).filter(([name, { properties }]) => properties && !sent.has(name))
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
        <h2>Answers</h2>
        <a href="#statuses">Statuses</a>
        <h2>Objects</h2>
        {objects.map(([name]) => (
          <a key={name} href={`#${name}`}>
            {spoken(name)}
          </a>
        ))}
      </nav>
      <main id="main" className={styles.content}>
        <h1>API reference</h1>
        {document.info.description.split('\n\n').map((paragraph) => (
          <p key={paragraph}>{withMarks(paragraph)}</p>
        ))}
        <p>
          To begin: <a href="/docs/first-model">your first model</a> by curl, TypeScript or Python. For programs:{' '}
          <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
        </p>
        {operations.map((operation) => (
          <section key={operation.operationId} id={operation.operationId} className={styles.operation}>
            <h2>{operation.summary}</h2>
            <p className={styles.address}>
              <b>{operation.method}</b> {operation.path}
            </p>
            <p>{withMarks(operation.description)}</p>
            <Parameters of={operation} components={document.components} />
            <Request content={operation.requestBody?.content} schemas={document.components.schemas} />
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
            {neverEnds(operation) || (
              <TryIt
                method={operation.method}
                path={operation.path}
                parameters={parametersOf(operation, document.components).filter(({ in: place }) => place !== 'header')}
                body={operation.requestBody && exampleOf(operation.requestBody.content)}
              />
            )}
            <p className={styles.statuses}>
              Statuses:{' '}
              {Object.entries(operation.responses).map(([status, response], i) => (
                <Fragment key={status}>
                  {i > 0 && ', '}
                  {'$ref' in response ? (
                    <a href={`#${schemaName(response.$ref)}`}>{status}</a>
                  ) : (
                    <>
                      {status} {response.description}
                    </>
                  )}
                </Fragment>
              ))}
            </p>
          </section>
        ))}
        <section id="statuses" className={styles.operation}>
          <h2>Statuses</h2>
          <dl className={styles.shared}>
            {shared.map(([name, { description }]) => (
              <div key={name} id={name}>
                <dt>{statusOf(name, operations)}</dt>
                <dd>{withMarks(description)}</dd>
              </div>
            ))}
          </dl>
        </section>
        {objects.map(([name, schema]) => (
          <section key={name} id={name} className={styles.operation}>
            <h2>{spoken(name)}</h2>
            {schema.description && <p>{withMarks(schema.description)}</p>}
            <Fields of={schema} />
          </section>
        ))}
      </main>
    </div>
  )
}

const referred = <T,>(ref: string, among: Record<string, T>): T | undefined => among[schemaName(ref)]

/** Under which status operations answer with a response that they share. */
const statusOf = (name: string, operations: readonly OperationDescribed[]): string | undefined =>
  operations
    .flatMap(({ responses }) => Object.entries(responses))
    .find(([, response]) => '$ref' in response && schemaName(response.$ref) === name)?.[0]

/** The first operation that shows an example: the others refer to it. */
function firstWithExample<O extends OperationDescribed>(operations: readonly O[]): Map<string, O> {
  const first = new Map<string, O>()
  for (const operation of operations)
    for (const response of Object.values(operation.responses)) {
      const example = 'content' in response ? exampleOf(response.content) : ''
      if (example && !first.has(example)) first.set(example, operation)
    }
  return first
}

const parametersOf = ({ parameters = [] }: OperationDescribed, components: Components): Parameter[] =>
  parameters.flatMap((one) => ('$ref' in one ? (referred(one.$ref, components.parameters) ?? []) : one))

const bodyName = (content: Content = {}) => schemaName(Object.values(content)[0]?.schema?.$ref ?? '')

const neverEnds = ({ responses }: OperationDescribed) =>
  Object.values(responses).some((response) => 'content' in response && response.content?.['text/event-stream'])

function Parameters({ of, components }: { of: OperationDescribed; components: Components }) {
  const parameters = parametersOf(of, components)
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

function exampleOf(content: Content = {}): string {
  const example = Object.values(content)[0]?.example
  return example === undefined || typeof example === 'string' ? (example ?? '') : JSON.stringify(example, null, 2)
}

/** An example, and the fields that may be there. */
function Request({ content, schemas }: { content: Content | undefined; schemas: Components['schemas'] }) {
  if (!content) return null
  const schema = schemas[bodyName(content)]
  return (
    <details className={styles.fold}>
      <summary>Request</summary>
      <pre className={styles.code}>{exampleOf(content)}</pre>
      {schema && <Fields of={schema} />}
    </details>
  )
}

type ExampleProps = { label: string; content: Content | undefined; like: OperationDescribed | undefined; at: OperationDescribed }

function Example({ label, content, like, at }: ExampleProps) {
  const example = exampleOf(content)
  if (!example) return null
  if (like && like !== at) {
    return (
      <p>
        {label}: as of <a href={`#${like.operationId}`}>{like.summary}</a>
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
