import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Fragment } from 'react'
import { bodyName, type Described, describedApi, firstWithExample, type Operation, operationsOf, statusOf } from './described.ts'
import { Fields, type Schema } from './fields.tsx'
import { withMarks } from './marks.tsx'
import { OperationSection } from './operation.tsx'
import styles from './reference.module.css'

export const metadata: Metadata = { title: 'API reference' }

/** The reference for people; programs read `/openapi.json`. Made on the server from the same document, so it works offline. */
export default async function ReferencePage() {
  await connection() // the addresses are those of this server, not of the build
  const document = describedApi()
  const operations = operationsOf(document)
  const sent = new Set(operations.map(({ requestBody }) => bodyName(requestBody?.content)))
  const shownBy = firstWithExample(operations)
  const shared = Object.entries(document.components.responses)
  const objects = Object.entries(document.components.schemas).filter(([name, { properties }]) => properties && !sent.has(name))
  return (
    <div className={styles.page}>
      <Contents tags={document.tags} operations={operations} objects={objects} />
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
          <OperationSection
            key={operation.operationId}
            operation={operation}
            components={document.components}
            shownBy={shownBy}
          />
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
            <h2>{name}</h2>
            {schema.description && <p>{withMarks(schema.description)}</p>}
            <Fields of={schema} />
          </section>
        ))}
      </main>
    </div>
  )
}

type ContentsProps = { tags: Described['tags']; operations: readonly Operation[]; objects: readonly [string, Schema][] }

function Contents({ tags, operations, objects }: ContentsProps) {
  return (
    <nav aria-label="Operations" className={styles.contents}>
      {tags.map(({ name }) => (
        <Fragment key={name}>
          <h2>{name}</h2>
          {operations
            .filter((operation) => operation.tags.includes(name))
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
          {name}
        </a>
      ))}
    </nav>
  )
}
