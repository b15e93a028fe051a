'use client'

import { Fragment, useState } from 'react'
import type { Finding } from '#lib/model/schema.ts'
import { countOf, type FindingGroup, findingGroups } from '../session/finding-groups.ts'
import type { ViewerSession } from '../session/session.ts'
import { elementsOf } from './finding-marks.tsx'
import { Icon } from './icon.tsx'
import styles from './panel.module.css'
import { useStore } from './use-store.ts'

const intoSight = (item: HTMLLIElement | null) => item?.scrollIntoView({ block: 'nearest' })

const NAMES = { error: ['error', 'errors'], warning: ['warning', 'warnings'], info: ['note', 'notes'] } as const
/** Lists up to so many findings lie open. */
const FEW = 12
/** So many of a group at a time. */
const STRETCH = 50

/** What the model check found, by code; a click selects the elements and flies to them. */
type Props = { session: ViewerSession; chosen: number | null; onChoose: (finding: number) => void }

export function FindingsPanel({ session, chosen, onChoose }: Props) {
  const findings = useStore(session.derived, (state) => state.findings)
  if (!findings) return <p className={styles.empty}>Checking…</p>
  if (!findings.length) return <p className={styles.empty}>The check found nothing to say about this model.</p>
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = findings.reduce((sum, finding) => sum + (finding.severity === severity ? countOf(finding) : 0), 0)
    return count ? [`${count} ${NAMES[severity][count > 1 ? 1 : 0]}`] : []
  })
  return (
    <div className={styles.findings}>
      <p className={styles.count}>
        {counts.join(', ')}
        <button type="button" className={styles.small} onClick={() => session.view.set({ colourBy: 'finding' })}>
          Colour by finding
        </button>
      </p>
      <ul>
        {findingGroups(findings).map((group) => {
          const key = `${group.severity} ${group.code}`
          const [only] = group.listed
          if (group.count === 1 && only)
            return <Item key={key} {...only} chosen={chosen} onChoose={onChoose} title={<Title {...group} />} />
          return <Group key={key} group={group} isOpenAtFirst={findings.length <= FEW} chosen={chosen} onChoose={onChoose} />
        })}
      </ul>
    </div>
  )
}

const Title = ({ severity, code }: Pick<Finding, 'severity' | 'code'>) => (
  <>
    <span className={`${styles.severity} ${styles[severity]}`}>{NAMES[severity][0]}</span>
    <span className={styles.code}>{code.replaceAll('_', ' ')}</span>
  </>
)

type GroupProps = Pick<Props, 'chosen' | 'onChoose'> & { group: FindingGroup; isOpenAtFirst: boolean }

function Group({ group, isOpenAtFirst, chosen, onChoose }: GroupProps) {
  const [turned, setTurned] = useState<boolean | null>(null)
  const [stretches, setStretches] = useState(1)
  const { listed, rest, count } = group
  const at = listed.findIndex(({ place }) => place === chosen)
  const isOpen = turned ?? (isOpenAtFirst || at >= 0)
  const shown = listed.slice(0, Math.max(stretches * STRETCH, at + 1))
  const left = listed.length - shown.length
  return (
    <li>
      <button type="button" className={styles.findingGroup} aria-expanded={isOpen} onClick={() => setTurned(!isOpen)}>
        <Title {...group} />
        <span className={styles.findingCount}>{count}</span>
        <Icon name="next" />
      </button>
      {isOpen && (
        <ul className={styles.ofGroup}>
          {shown.map(({ finding, place }) => (
            <Item key={place} finding={finding} place={place} chosen={chosen} onChoose={onChoose} />
          ))}
          {left > 0 && (
            <li>
              <button type="button" className={styles.small} onClick={() => setStretches(stretches + 1)}>
                Show {Math.min(left, STRETCH)} more
              </button>
            </li>
          )}
          {left === 0 && rest && <li className="muted">{rest.message}</li>}
        </ul>
      )}
    </li>
  )
}

type ItemProps = Pick<Props, 'chosen' | 'onChoose'> & { finding: Finding; place: number; title?: React.ReactNode }

function Item({ finding, place, chosen, onChoose, title }: ItemProps) {
  const { message, fix } = finding
  return (
    <li ref={place === chosen ? intoSight : null}>
      <button
        type="button"
        className={styles.finding}
        aria-current={place === chosen}
        disabled={!elementsOf(finding).length}
        onClick={() => onChoose(place)}
      >
        {title}
        <span className={styles.message}>{message}</span>
        {fix && (
          <Fragment>
            <span className="visually-hidden">. To do: </span>
            <span className="muted">{fix}</span>
          </Fragment>
        )}
      </button>
    </li>
  )
}
