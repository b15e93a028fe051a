import { useCallback, useEffect, useRef, useState } from 'react'

const SAID_MS = 3500

/** A short message that is shown for a while: what was done, or why it could not be. */
export function useSaid(): [said: string, say: (text: string) => void] {
  const [said, setSaid] = useState('')
  const standing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(standing.current), [])
  const say = useCallback((text: string) => {
    clearTimeout(standing.current)
    setSaid(text)
    standing.current = setTimeout(() => setSaid(''), SAID_MS)
  }, [])
  return [said, say]
}
