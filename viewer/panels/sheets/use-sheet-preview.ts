import { useCallback, useState } from 'react'
import type { RequestState } from '../../session/create-request.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { Sheet } from '../../worker/sheet-types.ts'
import { useRequest } from '../use-request.ts'
import { oneOfSheets, type Scales, type SheetSet, sheetCount, TooLarge } from './sheet-choices.ts'

/** `refused`: why it is larger than the paper. `isFitting`: each sheet of the set is measured, which takes seconds for many. */
export type Preview = { request: RequestState<unknown>; sheet: Sheet | null; refused: string | null; isFitting: boolean }

/** The sheet that is looked at, as it will be made with its set. */
export function useSheetPreview(session: ViewerSession, set: SheetSet, shown: number, known: Scales): Preview {
  const [fitting, setFitting] = useState<SheetSet | null>(null)
  const position = Math.min(shown, sheetCount(set) - 1)
  const question = useCallback(
    async (signal: AbortSignal, goesOn: () => void) => {
      const onProgress = () => {
        goesOn()
        if (!signal.aborted) setFitting(set)
      }
      try {
        return { sheet: await oneOfSheets(session, set, position, known, onProgress, signal), refused: null }
      } catch (error) {
        if (error instanceof TooLarge) return { sheet: null, refused: error.says }
        throw error
      } finally {
        setFitting((now) => (now === set ? null : now))
      }
    },
    [session, set, position, known],
  )
  const request = useRequest(session, position < 0 ? null : question)
  const { sheet, refused } = request.face === 'answer' ? request.answer : { sheet: null, refused: null }
  return { request, sheet, refused, isFitting: fitting === set }
}
