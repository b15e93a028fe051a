import { useCallback, useEffect, useRef, useState } from 'react'
import type { Up } from '#lib/model/up-axis.ts'
import { reasonText } from '../../session/reason-text.ts'
import { titleOf } from '../../session/view/drawings.ts'
import { type OnProgress, TooLarge } from './sheet-choices.ts'

/** Work that takes a while, says how far it is, can be stopped, and ends with the dialog. */
export function useSheetWork() {
  const [state, setState] = useState<{ isBusy: boolean; progress: string; says: string | null }>({
    isBusy: false,
    progress: 'Drawing',
    says: null,
  })
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const run = useCallback((work: (onProgress: OnProgress, signal: AbortSignal) => Promise<void>, up: Up | null) => {
    const control = new AbortController()
    leaving.current = control
    setState({ isBusy: true, progress: 'Drawing', says: null })
    const onProgress: OnProgress = (progress) => !control.signal.aborted && setState({ isBusy: true, progress, says: null })
    work(onProgress, control.signal).then(
      () => !control.signal.aborted && setState((now) => ({ ...now, isBusy: false })),
      (error: unknown) => {
        if (control.signal.aborted) return
        const isTooLarge = error instanceof TooLarge
        const says = isTooLarge
          ? `${titleOf(error.drawing, up)} ${error.says}`
          : `The sheets could not be drawn. ${reasonText(error)}`
        setState({ isBusy: false, progress: '', says })
      },
    )
  }, [])
  const stop = useCallback(() => {
    leaving.current?.abort()
    setState({ isBusy: false, progress: '', says: 'Stopped: no sheet was handed over' })
  }, [])
  return { ...state, run, stop }
}
