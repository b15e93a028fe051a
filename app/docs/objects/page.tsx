import type { Metadata } from 'next'
import { objectHref } from '#lib/rest/reference-pages.ts'
import { sharedObjects } from '../described.ts'
import { ObjectList } from '../object-list.tsx'
import styles from '../reference.module.css'

export const metadata: Metadata = { title: 'Objects · API' }

/** What requests and answers are made of. */
export default function ObjectsPage() {
  return (
    <main id="main" className={styles.content}>
      <h1>Objects</h1>
      <p>
        What requests and answers are made of, field by field. What is sent ends in <code>Input</code> where it also comes back,
        and has a <a href="/docs/inputs">page of its own</a>: <a href={objectHref('FrameInput')}>FrameInput</a> is sent,{' '}
        <a href="#ViewerFrame">ViewerFrame</a> comes back. The fields of a request’s body stand with its operation.
      </p>
      <ObjectList objects={sharedObjects().filter(([name]) => objectHref(name).startsWith('/docs/objects'))} />
    </main>
  )
}
