'use client'

import { useState } from 'react'
import { Button } from './button.tsx'

/** Says what happened on the button itself. Where the clipboard is closed (plain http), the text can still be marked by hand. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [said, setSaid] = useState<string>()

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setSaid('Copied')
    } catch {
      setSaid('Select and copy it yourself')
    }
    setTimeout(() => setSaid(undefined), 2500)
  }

  return (
    <Button onClick={copy}>
      <span aria-live="polite">{said ?? label}</span>
    </Button>
  )
}
