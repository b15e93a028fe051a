import { useState } from 'react'

const SAID_MS = 3500

/** A few words that stand for a while: what was done, or why it could not be. */
export function useSaid(): [said: string, say: (text: string) => void] {
  const [said, setSaid] = useState('')
  return [
    said,
    (text) => {
      setSaid(text)
      setTimeout(() => setSaid(''), SAID_MS)
    },
  ]
}
