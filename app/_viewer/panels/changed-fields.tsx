import type { FieldChange } from '../worker/field-changes.ts'
import styles from './panel.module.css'

/** Of one element; a whole section's dimensions are more than a line tells. */
const FIELDS = 6

/** Each field as it was and as it became. */
export function ChangedFields({ fields }: { fields: readonly FieldChange[] }) {
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
