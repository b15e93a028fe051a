import Link from 'next/link'
import { ButtonLink } from '#ui/button.tsx'
import { session } from '../session.ts'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import styles from './header.module.css'
import { Mark } from './mark.tsx'

export async function Header() {
  const who = await session()
  return (
    <header className={styles.header}>
      <Link href="/" className={styles.name}>
        <Mark />
        <span>Structural Models</span>
      </Link>
      <nav aria-label="Main" className={styles.nav}>
        {who && <Link href="/">Models</Link>}
        <Link href="/connect">Connect</Link>
        <a href="/docs">API</a>
      </nav>
      {who ? (
        <>
          <Bell userId={who.userId} />
          <AccountMenu email={who.email} name={who.name} />
        </>
      ) : (
        <div className={styles.doors}>
          <ButtonLink href="/sign-in" look="quiet">
            Sign in
          </ButtonLink>
        </div>
      )}
    </header>
  )
}
