'use client'

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import styles from './menu.module.css'

export type MenuItem = {
  label: string
  tone?: 'danger'
  /** A link: to another page, or with `download` to a file of that name. */
  href?: string
  download?: string
  onSelect?: () => void
}

/** A button that opens a list of deeds. Arrow keys walk, Escape and a press elsewhere close, the focus returns to the button. */
export function Menu({ label, children, items }: { label: string; children: ReactNode; items: readonly (MenuItem | false)[] }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    const [from, menu] = [button.current, list.current]
    if (!from || !menu) return
    menu.showPopover()
    place(menu, from)
    menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
    const leave = () => setOpen(false)
    // In a list that scrolls, or whose rows move as new ones come, it stays with its button.
    const follow = () => place(menu, from)
    window.addEventListener('scroll', follow, { passive: true, capture: true })
    window.addEventListener('resize', leave)
    return () => {
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', leave)
    }
  }, [isOpen])

  const close = () => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const walk = (event: React.KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const index = all.findIndex((one) => one.matches(':focus'))
    const to = { ArrowDown: index + 1, ArrowUp: index - 1 + all.length, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Tab') return setOpen(false)
    if (event.key === 'Escape') {
      event.preventDefault() // the browser would close it now and tell only later: a press of Enter in between would do nothing
      return close()
    }
    if (to === undefined) return
    event.preventDefault()
    all[to % all.length]?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen((was) => !was)}
      >
        {children}
      </button>
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          popover="auto"
          className={styles.menu}
          onKeyDown={walk}
          onToggle={(event) => {
            if (event.newState !== 'closed') return
            const hadFocus = list.current?.contains(document.activeElement) || document.activeElement === document.body
            setOpen(false)
            if (hadFocus) button.current?.focus({ preventScroll: true })
          }}
        >
          {items.map((item) => item && <Item key={item.label} item={item} close={close} />)}
        </div>
      )}
    </>
  )
}

/** What a button shows that opens a menu. */
export const Dots = () => (
  <svg width="1.125rem" height="1.125rem" viewBox="0 0 18 18" fill="currentColor" aria-hidden="true">
    <circle cx="9" cy="3.5" r="1.6" />
    <circle cx="9" cy="9" r="1.6" />
    <circle cx="9" cy="14.5" r="1.6" />
  </svg>
)

function Item({ item: { label, href, download, tone, onSelect }, close }: { item: MenuItem; close: () => void }) {
  const shared = { role: 'menuitem', tabIndex: -1, className: styles.item, 'data-tone': tone } as const
  if (href) {
    return (
      <a {...shared} href={href} download={download} onClick={close}>
        {label}
      </a>
    )
  }
  return (
    <button
      type="button"
      {...shared}
      onClick={() => {
        close()
        onSelect?.()
      }}
    >
      {label}
    </button>
  )
}

/** Below the button, or above it where there is more room; both end at the right, as far as the window allows. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const isBelow = bottom + offsetHeight + 8 < window.innerHeight || top < offsetHeight + 8
  const x = right - offsetWidth > 8 ? right - offsetWidth : Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))
  menu.style.left = `${x}px`
  menu.style.top = `${isBelow ? bottom + 4 : top - offsetHeight - 4}px`
}
