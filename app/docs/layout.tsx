import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { GROUPS, groupHref } from '#lib/rest/reference-pages.ts'
import styles from './reference.module.css'
import { Search } from './search.tsx'
import { searchIndex } from './search-index.ts'

/** Every page about the API: where the others are, and a search over all. Made on the server, so they work offline. */
export default async function ReferenceLayout({ children }: { children: ReactNode }) {
  await connection() // the addresses are those of this server, not of the build
  return (
    <div className={styles.page}>
      <nav aria-label="Reference" className={styles.contents}>
        <Search index={searchIndex()} />
        <h2>Begin</h2>
        <a href="/docs">Authenticate</a>
        <a href="/docs/first-model">Your first model</a>
        <h2>Operations</h2>
        {Object.keys(GROUPS).map((name) => (
          <a key={name} href={groupHref(name)}>
            {name}
          </a>
        ))}
        <h2>More</h2>
        <a href="/docs/objects">Objects</a>
        <a href="/docs/inputs">Objects that are sent</a>
        <a href="/docs/errors">Errors</a>
        <a href="/docs/versions">Versions</a>
        <a href="/docs/viewer">The viewer</a>
        <a href="/docs/submit">Submit it</a>
      </nav>
      {children}
    </div>
  )
}
