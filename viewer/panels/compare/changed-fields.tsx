import { type ReactNode, useState } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import type { FieldChange } from '../../worker/compare/field-changes.ts'
import { type ElementKind, KIND_NAMES } from '../../worker/elements.ts'
import styles from '../panel.module.css'

/** Of one element; a whole section's dimensions are more than a line tells. */
const FIELDS = 6

type Fields = { fields: readonly FieldChange[] }

/** Each field as it was and as it became. */
export function ChangedFields({ fields }: Fields) {
  return (
    <>
      {fields.slice(0, FIELDS).map(({ field, before, after }) => (
        <span key={field} className={styles.field}>
          <span className="muted">{field}</span> <del>{before}</del> <span aria-hidden="true">→</span> <ins>{after}</ins>
        </span>
      ))}
      {fields.length > FIELDS && <span className={styles.field}>and {fields.length - FIELDS} more fields</span>}
    </>
  )
}

type ChangeGroupProps = Fields & {
  sign: string
  status: string
  kind: ElementKind
  count: number
  onAll: () => void
  children: ReactNode
}

/** One change of many elements, `sectionId IPE 300 → IPE 330` of `124 frames`, which opens to them. */
export function ChangeGroup({ sign, status, kind, count, fields, onAll, children }: ChangeGroupProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.change} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span className={styles.sign} aria-hidden="true">
          {sign}
        </span>
        <span>
          <strong>{`${grouped(count)} ${KIND_NAMES[kind][1].toLowerCase()}`}</strong>
          <span className="visually-hidden"> {status}</span>
          <ChangedFields fields={fields} />
        </span>
      </button>
      {isOpen && (
        <div className={styles.sameChange}>
          <button type="button" className={styles.small} onClick={onAll}>
            Select all {grouped(count)}
          </button>
          {children}
        </div>
      )}
    </>
  )
}
