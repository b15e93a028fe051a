import { useMemo, useState } from 'react'
import { hasReactions, NO_TABLE, reactionSheets } from '../../session/results/reaction-sheets.ts'
import { sheetResults } from '../../session/results/sheet-results.ts'
import type { ViewerSession } from '../../session/session.ts'
import { Check } from '../fields.tsx'
import { useStore } from '../use-store.ts'
import { paperOf, type SheetSet } from './sheet-choices.ts'

/** What of the results that are seen goes on sheets: at first all of it. */
export function useSheetResults(session: ViewerSession, paperName: string) {
  const drawn = useStore(session.results, (state) => (state.drawn?.isStale ? null : state.drawn))
  const title = useStore(session.results, ({ colouring }) => colouring?.title ?? '')
  const [isOn, setOn] = useState(true)
  const [isTableOn, setTableOn] = useState(true)
  const hasTable = drawn !== null && hasReactions(drawn)
  const set = useMemo(
    (): Pick<SheetSet, 'results' | 'table'> => ({
      results: drawn && isOn ? sheetResults(session) : null,
      table: drawn && hasTable && isTableOn ? reactionSheets(drawn, paperOf(paperName)) : NO_TABLE,
    }),
    [session, drawn, isOn, hasTable, isTableOn, paperName],
  )
  return { set, title: drawn ? title : null, hasTable, isOn, setOn, isTableOn, setTableOn }
}

type Props = Omit<ReturnType<typeof useSheetResults>, 'set'> & { isInSpace: boolean }

export function ResultsChoices({ title, hasTable, isOn, setOn, isTableOn, setTableOn, isInSpace }: Props) {
  if (title === null) return null
  return (
    <>
      {!isInSpace && <Check label={`Results: ${title}`} isOn={isOn} onChange={setOn} />}
      {hasTable && <Check label="Table of reactions" isOn={isTableOn} onChange={setTableOn} />}
    </>
  )
}
