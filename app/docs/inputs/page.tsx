import type { Metadata } from 'next'
import { objectHref } from '#lib/rest/reference-pages.ts'
import { sharedObjects } from '../described.ts'
import { ObjectList } from '../object-list.tsx'
import styles from '../reference.module.css'

export const metadata: Metadata = { title: 'Objects that are sent · API' }

/** What is only sent, and what is sent where something else comes back. */
export default function InputsPage() {
  return (
    <main id="main" className={styles.content}>
      <h1>Objects that are sent</h1>
      <p>
        What may be left out of an object that ends in <code>Input</code> is always there, or null, in what comes back:{' '}
        <a href="/docs/objects">objects</a>. The others are only sent.
      </p>
      <ObjectList objects={sharedObjects().filter(([name]) => objectHref(name).startsWith('/docs/inputs'))} />
    </main>
  )
}
