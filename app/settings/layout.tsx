import type { ReactNode } from 'react'
import { SettingsNav } from './nav.tsx'
import styles from './settings.module.css'

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.settings}>
      <SettingsNav />
      <main id="main" className={styles.content}>
        {children}
      </main>
    </div>
  )
}
