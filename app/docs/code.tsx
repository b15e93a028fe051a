'use client'

import { CopyButton } from '#ui/copy-button.tsx'
import styles from './reference.module.css'

/** Lines to be taken along. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.lines}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.code} tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <CopyButton text={text} />
    </div>
  )
}
