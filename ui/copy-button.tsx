'use client'

import { useState } from 'react'
import { Button } from './button.tsx'

/** Says what happened on the button itself. Where the clipboard is closed (plain http), the text can still be marked by hand. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [message, setMessage] = useState<string>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setMessage('Copied')
    } catch {
      setMessage('Select and copy it yourself')
    }
    setTimeout(() => setMessage(undefined), 2500)
  }

  return (
    <Button onClick={copy}>
      <span aria-live="polite">{message ?? label}</span>
    </Button>
  )
}
