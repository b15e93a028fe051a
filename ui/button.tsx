'use client'

import Link from 'next/link'
import { type ComponentProps, use } from 'react'
import styles from './button.module.css'
import { IsLive } from './form.tsx'

type Look = 'primary' | 'secondary' | 'danger' | 'quiet'

type ButtonProps = ComponentProps<'button'> & { look?: Look; busy?: boolean }

/** `busy`: pressed and at work; it keeps its focus and ignores further presses. */
export function Button({
  look = 'secondary',
  busy = false,
  type = 'button',
  disabled = false,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const isLive = use(IsLive)
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || (type === 'submit' && !isLive)}
      className={[styles.button, styles[look], className].filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    />
  )
}

export function ButtonLink({ look = 'secondary', className, ...rest }: ComponentProps<typeof Link> & { look?: Look }) {
  return <Link {...rest} className={[styles.button, styles[look], className].filter(Boolean).join(' ')} />
}
