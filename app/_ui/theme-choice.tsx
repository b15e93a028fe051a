'use client'

import { useSyncExternalStore } from 'react'
import styles from './header.module.css'

/** The cookie lets the server draw the first picture in the right colours; the attribute is what the styles look at. */
function choose(theme: string) {
  const lifetime = theme === 'system' ? 'max-age=0' : 'max-age=31536000'
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140 and on plain http
  document.cookie = `theme=${theme}; path=/; samesite=lax; ${lifetime}`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

const present = () => document.documentElement.dataset.theme ?? 'system'

function onChange(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

export function ThemeChoice() {
  const theme = useSyncExternalStore(onChange, present, () => 'system')
  return (
    <label className={styles.theme}>
      Colours
      <select value={theme} onChange={(event) => choose(event.target.value)}>
        <option value="system">as the system</option>
        <option value="light">light</option>
        <option value="dark">dark</option>
      </select>
    </label>
  )
}
