import { useCallback, useEffect, useRef, useState } from 'react'

const SHOWN_MS = 3500

/** A short message that is shown for a while: what was done, or why it could not be. */
export function useShortMessage(): [message: string, say: (text: string) => void] {
  const [message, setMessage] = useState('')
  const standing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(standing.current), [])
  const say = useCallback((text: string) => {
    clearTimeout(standing.current)
    setMessage(text)
    standing.current = setTimeout(() => setMessage(''), SHOWN_MS)
  }, [])
  return [message, say]
}
