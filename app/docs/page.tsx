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
  const document = openApiDocument() as unknown as Described // made by us, to OpenAPI 3.1's own shape
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), ...described })),
  )
  const sent = new Set(operations.map(({ requestBody }) => bodyName(requestBody?.content)))
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
            <Request content={operation.requestBody?.content} schemas={document.components.schemas} />
            {Object.entries(operation.responses).map(([status, response]) =>
              'content' in response ? <Example key={status} label={`Answer ${status}`} content={response.content} /> : null,
            )}
            {neverEnds(operation) || (
              <TryIt
                method={operation.method}
                path={operation.path}
                parameters={parametersOf(operation, document.components).filter(({ in: place }) => place !== 'header')}
                body={operation.requestBody && exampleOf(operation.requestBody.content)}
              />
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

const told = (response: OperationDescribed['responses'][string], responses: Components['responses']) =>
  '$ref' in response ? referred(response.$ref, responses)?.description : response.description

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

function Example({ label, content }: { label: string; content: Content | undefined }) {
  const example = exampleOf(content)
  if (!example) return null
  return (
    <details className={styles.fold}>
      <summary>{label}</summary>
      <pre className={styles.code}>{example}</pre>
    </details>
  )
}
