import { useState } from 'react'
import type { ViewerSession } from '../session/session.ts'

/** A small setting of this reader: kept where the place can keep one, else as long as the panel is open. */
export function useSetting({ host }: ViewerSession, name: string, first: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => host.setting(name) ?? first)
  return [
    value,
    (next) => {
      host.setting(name, next)
      setValue(next)
    },
  ]
}
