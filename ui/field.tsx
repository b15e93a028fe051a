import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

type FieldProps = ComponentProps<'input'> & { label: string; hint?: ReactNode; error?: string | undefined }

/** A labelled input; hint and error are read out with it. */
export function Field({ label, hint, error, id, ...input }: FieldProps) {
  const own = useId()
  const field = id ?? own
  return (
    <div className={styles.field}>
      <label htmlFor={field}>{label}</label>
      <input
        {...input}
        id={field}
        aria-invalid={error ? true : undefined}
        aria-describedby={[hint && `${field}-hint`, error && `${field}-error`].filter(Boolean).join(' ') || undefined}
      />
      {hint && (
        <p id={`${field}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${field}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The same for a choice. */
export function SelectField({
  label,
  hint,
  id,
  children,
  ...select
}: ComponentProps<'select'> & { label: string; hint?: ReactNode }) {
  const own = useId()
  const field = id ?? own
  return (
    <div className={styles.field}>
      <label htmlFor={field}>{label}</label>
      <select {...select} id={field} aria-describedby={hint ? `${field}-hint` : undefined}>
        {children}
      </select>
      {hint && (
        <p id={`${field}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
