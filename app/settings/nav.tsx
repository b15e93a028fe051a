'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import styles from './settings.module.css'

const PAGES = [
  ['/settings/profile', 'Profile'],
  ['/settings/sign-ins', 'Sessions'],
  ['/settings/api-keys', 'API keys'],
  ['/settings/apps', 'Connected apps'],
  ['/settings/notifications', 'Notifications'],
  ['/settings/blocks', 'Blocked accounts'],
  ['/settings/activity', 'Activity'],
] as const

export function SettingsNav() {
  const here = usePathname()
  return (
    <nav aria-label="Settings" className={styles.nav}>
      {PAGES.map(([href, title]) => (
        <Link key={href} href={href} aria-current={here.startsWith(href) ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
