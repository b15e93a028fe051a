'use client'

import Link from 'next/link'
import { useRef, useState } from 'react'
import { call } from '#ui/call.ts'
import styles from './header.module.css'
import { ThemeChoice } from './theme-choice.tsx'

const PAGES = [
  ['/', 'Your models'],
  ['/settings/profile', 'Settings'],
  ['/settings/api-keys', 'API keys'],
] as const

export function AccountMenu({ email, name }: { email: string; name: string | null }) {
  const menu = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState<string>()

  async function signOut() {
    const left = await call<{ to?: string } | undefined>('POST', '/api/account/sign-out')
    if (!left.ok) return setFailed(left.message)
    window.location.assign(left.body?.to ?? '/') // a fresh document: nothing of the account stays in memory
  }

  return (
    <>
      <button type="button" className={styles.account} popoverTarget="account-menu" aria-label={`Account of ${name ?? email}`}>
        {[...(name ?? email)][0]?.toUpperCase()}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: it hears the presses of the links inside, keyboard's included */}
      <div
        id="account-menu"
        ref={menu}
        popover="auto"
        className={styles.menu}
        onClick={(event) => event.target instanceof HTMLAnchorElement && menu.current?.hidePopover()}
      >
        <p className={styles.who}>
          {name && (
            <>
              <strong>{name}</strong>
              <br />
            </>
          )}
          <span className="muted small">{email}</span>
        </p>
        <hr />
        {PAGES.map(([href, title]) => (
          <Link key={href} href={href} className={styles.item}>
            {title}
          </Link>
        ))}
        <hr />
        <ThemeChoice />
        <hr />
        <button type="button" className={styles.item} onClick={signOut}>
          Sign out
        </button>
        {failed && (
          <p role="alert" className={styles.who}>
            {failed}
          </p>
        )}
      </div>
    </>
  )
}
