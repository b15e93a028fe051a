'use client'

import { usePathname } from 'next/navigation'
import styles from './footer.module.css'

/** The operator's own pages, where there are any. A model takes the whole window. */
export function Footer({ policyUrl, termsUrl, supportUrl }: Record<'policyUrl' | 'termsUrl' | 'supportUrl', string | undefined>) {
  const fillsTheWindow = usePathname().startsWith('/models/')
  if (!(policyUrl || termsUrl || supportUrl) || fillsTheWindow) return null
  return (
    <footer className={styles.footer}>
      {policyUrl && <a href={policyUrl}>Privacy</a>}
      {termsUrl && <a href={termsUrl}>Terms</a>}
      {supportUrl && <a href={supportUrl}>Help</a>}
    </footer>
  )
}
