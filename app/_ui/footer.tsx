'use client'

import { usePathname } from 'next/navigation'
import styles from './footer.module.css'

/** The operator's own pages, where there are any. A model takes the whole window. */
export function Footer({ policyUrl, termsUrl }: { policyUrl: string | undefined; termsUrl: string | undefined }) {
  const fillsTheWindow = usePathname().startsWith('/models/')
  if ((!policyUrl && !termsUrl) || fillsTheWindow) return null
  return (
    <footer className={styles.footer}>
      {policyUrl && <a href={policyUrl}>Privacy</a>}
      {termsUrl && <a href={termsUrl}>Terms</a>}
    </footer>
  )
}
