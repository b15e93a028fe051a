import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metadata } from 'next'
import styles from '../reference.module.css'
import { PageText } from './page-text.tsx'

export const metadata: Metadata = { title: 'The viewer' }

/** `docs/viewer.md` for who has no source at hand; its sections alone, as what comes before them is for those who have. */
export default function ViewerHelpPage() {
  const [, ...sections] = readFileSync(join(process.cwd(), 'docs/viewer.md'), 'utf8').split('\n## ')
  return (
    <main id="main" className={styles.content}>
      <h1>The viewer</h1>
      <p>What you can do with it. All keys and gestures are listed in the viewer itself, by its question mark.</p>
      {sections.map((section) => (
        <PageText key={section} text={section} />
      ))}
    </main>
  )
}
