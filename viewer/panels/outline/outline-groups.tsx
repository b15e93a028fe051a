import { useCallback, useState } from 'react'
import { attempt } from '../../session/attempt.ts'
import type { Drawn } from '../../session/live-model.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { Facet } from '../../worker/elements.ts'
import styles from '../panel.module.css'
import { RequestResult } from '../request-result.tsx'
import { choose } from './outline-found.tsx'
import { OutlineGroup } from './outline-group.tsx'
import { OutlinePages } from './outline-pages.tsx'
import { useFacets } from './use-facets.ts'

/** Frames and areas by what they are. */
export function OutlineGroups({ session, drawn, by }: { session: ViewerSession; drawn: Drawn; by: Facet }) {
  const [open, setOpen] = useState<string | null>(null)
  const selectAll = async (value: string, count: number) =>
    choose(session, await session.model.ask('group', { by, value, from: 0, count }))
  return (
    <RequestResult request={useFacets(session)} busy="Reading…">
      {({ [by]: values }) =>
        values.length === 0 ? (
          <p className={styles.empty}>There are no frames and areas to group.</p>
        ) : (
          values.map(({ value, label, count }) => (
            <OutlineGroup
              key={value}
              name={label}
              count={count}
              isOpen={open === value}
              onTurn={() => setOpen(open === value ? null : value)}
              onSelect={() => void attempt(session, selectAll(value, count))}
            >
              <OfValue session={session} drawn={drawn} by={by} value={value} count={count} />
            </OutlineGroup>
          ))
        )
      }
    </RequestResult>
  )
}

type OfValueProps = { session: ViewerSession; drawn: Drawn; by: Facet; value: string; count: number }

function OfValue({ session, by, value, ...rows }: OfValueProps) {
  const { ask } = session.model
  const read = useCallback((from: number, count: number) => ask('group', { by, value, from, count }), [ask, by, value])
  return <OutlinePages session={session} read={read} {...rows} showKind />
}
