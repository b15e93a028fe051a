import Link from 'next/link'
import { unreadNotifications } from '#lib/service/accounts/notifications.ts'
import styles from './header.module.css'

const MOST_SHOWN = 99

/** Leads to what happened to this person; a count says how much of it is new. */
export async function Bell({ userId }: { userId: string }) {
  const unread = await unreadNotifications(userId)
  const count = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread)
  return (
    <Link
      href="/notifications"
      prefetch={false}
      className={styles.bell}
      aria-label={unread > 0 ? `Notifications, ${count} new` : 'Notifications'}
    >
      <svg viewBox="0 0 20 20" width="1.25rem" height="1.25rem" aria-hidden="true">
        <path d="M10 3a4.5 4.5 0 0 0-4.5 4.5c0 4-1.75 5.25-1.75 6h12.5c0-.75-1.75-2-1.75-6A4.5 4.5 0 0 0 10 3Z" />
        <path d="M8.4 16a1.7 1.7 0 0 0 3.2 0" />
      </svg>
      {unread > 0 && <span className={styles.count}>{count}</span>}
    </Link>
  )
}
