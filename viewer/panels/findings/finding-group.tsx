'use client'

import { useState } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import { attempt } from '../../session/attempt.ts'
import { dismiss } from '../../session/findings/dismiss.ts'
import { elementsOf } from '../../session/findings/finding-counts.ts'
import { type FindingGroup, takenText } from '../../session/findings/finding-groups.ts'
import { isolateSelected, selectByRef } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { Icon } from '../icon.tsx'
import styles from '../panel.module.css'
import { ShowMore, STRETCH } from '../show-more.tsx'
import { useStore } from '../use-store.ts'
import { DismissForm } from './dismiss-form.tsx'
import { FindingItem, FindingTitle } from './finding-item.tsx'

type GroupProps = {
  session: ViewerSession
  group: FindingGroup
  isOpenAtFirst: boolean
  chosen: number | null
  onChoose: (finding: number) => void
}

/** Findings of one code: all of them selected, isolated, coloured or put aside at once, or one by one. */
export function FindingGroupItem({ session, group, isOpenAtFirst, chosen, onChoose }: GroupProps) {
  const [turned, setTurned] = useState<boolean | null>(null)
  const [stretches, setStretches] = useState(1)
  const { listed, remaining, count } = group
  const index = listed.findIndex(({ place }) => place === chosen)
  const isOpen = turned ?? (isOpenAtFirst || index >= 0)
  const shown = listed.slice(0, Math.max(stretches * STRETCH, index + 1))
  const left = listed.length - shown.length
  return (
    <li>
      <button type="button" className={styles.findingGroup} aria-expanded={isOpen} onClick={() => setTurned(!isOpen)}>
        <FindingTitle {...group} />
        <span className={styles.findingCount}>{grouped(count)}</span>
        <Icon name="next" />
      </button>
      {isOpen && (
        <>
          <GroupTools session={session} group={group} />
          <ul className={styles.ofGroup}>
            {shown.map(({ finding, place }) => (
              <FindingItem key={place} session={session} finding={finding} place={place} chosen={chosen} onChoose={onChoose} />
            ))}
            <ShowMore left={left} onMore={() => setStretches(stretches + 1)} />
            {left === 0 && remaining && <li className="muted">{remaining.message}</li>}
          </ul>
        </>
      )}
    </li>
  )
}

function GroupTools({ session, group }: Pick<GroupProps, 'session' | 'group'>) {
  const { code, listed } = group
  const taken = takenText(group)
  const [isDismissing, setDismissing] = useState(false)
  const isColoured = useStore(session.view, ({ colourBy, findingCode }) => colourBy === 'finding' && findingCode === code)
  const elements = listed.flatMap(({ finding }) => elementsOf(finding))
  const colour = () =>
    session.view.set(isColoured ? { colourBy: 'kind', findingCode: null } : { colourBy: 'finding', findingCode: code })
  const isolate = async () => {
    await selectByRef(session, elements, { fly: true })
    isolateSelected(session)
  }
  if (isDismissing)
    return (
      <div className={styles.groupTools}>
        <DismissForm
          what={`“${code.replaceAll('_', ' ')}”`}
          onDismiss={(reason) => dismiss(session, code, reason)}
          onCancel={() => setDismissing(false)}
        />
      </div>
    )
  return (
    <div className={styles.groupTools}>
      {elements.length > 0 && (
        <>
          <button type="button" className={styles.small} onClick={() => void attempt(session, selectByRef(session, elements))}>
            Select {taken}
          </button>
          <button
            type="button"
            className={styles.small}
            title={`Isolate ${taken}`}
            onClick={() => void attempt(session, isolate())}
          >
            Isolate
          </button>
          <button type="button" className={styles.small} aria-pressed={isColoured} title={`Colour ${taken}`} onClick={colour}>
            Colour
          </button>
        </>
      )}
      <button type="button" className={styles.small} onClick={() => setDismissing(true)}>
        Dismiss all
      </button>
    </div>
  )
}
