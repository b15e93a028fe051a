import type { Metadata } from 'next'
import { sharedObjects } from '../described.ts'
import { Fields } from '../fields.tsx'
import { withMarks } from '../marks.tsx'
import styles from '../reference.module.css'

export const metadata: Metadata = { title: 'Objects · API' }

/** What requests and answers are made of. */
export default function ObjectsPage() {
  return (
    <main id="main" className={styles.content}>
      <h1>Objects</h1>
      <p>
        What requests and answers are made of, field by field. What is sent ends in <code>Input</code> where it also comes back:{' '}
        <a href="#FrameInput">FrameInput</a> is sent, <a href="#ViewerFrame">ViewerFrame</a> comes back. The fields of a request’s
        body stand with its operation.
      </p>
      {sharedObjects().map(([name, schema]) => (
        <section key={name} id={name} className={styles.operation}>
          <h2>{name}</h2>
          {schema.description && <p>{withMarks(schema.description)}</p>}
          <Fields of={schema} />
        </section>
      ))}
    </main>
  )
}
