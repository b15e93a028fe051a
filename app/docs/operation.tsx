import { Fragment } from 'react'
import {
  bodyName,
  type Components,
  type Content,
  exampleOf,
  neverEnds,
  type Operation,
  type OperationDescribed,
  parametersOf,
} from './described.ts'
import { Fields, schemaName } from './fields.tsx'
import { withMarks } from './marks.tsx'
import { NamedRows } from './named-rows.tsx'
import styles from './reference.module.css'
import { TryIt } from './try-it.tsx'

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
      {neverEnds(operation) || (
        <TryIt
          method={operation.method}
          path={operation.path}
          parameters={parametersOf(operation, components).filter(({ in: place }) => place !== 'header')}
          body={operation.requestBody && exampleOf(operation.requestBody.content)}
        />
      )}
      <Statuses of={operation} />
    </section>
  )
}

function Parameters({ of, components }: { of: OperationDescribed; components: Components }) {
  const parameters = parametersOf(of, components)
  if (parameters.length === 0) return null
  return (
    <details className={styles.fold}>
      <summary>Parameters and headers</summary>
      <NamedRows
        heads={['Name', 'In']}
        rows={parameters.map(({ name, in: place, required, description }) => ({
          name,
          about: required ? `${place}, required` : place,
          meaning: description,
        }))}
      />
    </details>
  )
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

function Statuses({ of: { responses } }: { of: OperationDescribed }) {
  return (
    <p className={styles.statuses}>
      Statuses:{' '}
      {Object.entries(responses).map(([status, response], i) => (
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
  )
}
