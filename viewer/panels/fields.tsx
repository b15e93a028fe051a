'use client'

import { type ChangeEvent, type KeyboardEvent, useId } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import styles from './panel.module.css'

/**
 * Enter in a field acts, as in a form. A form itself is dead in a frame of another site whose sandbox lets none be sent: of its Enter
 * and its button nobody hears.
 */
export const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  act()
}

type CheckProps = { label: string; isOn: boolean; count?: number; onChange: (isOn: boolean) => void }

export function Check({ label, isOn, count, onChange }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
      {count !== undefined && <span className="muted">{grouped(count)}</span>}
    </label>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  value: T
  options: readonly (readonly [T, string])[]
  onChange: (value: T) => void
}

export function Choice<T extends string>({ label, ...choosing }: ChoiceProps<T>) {
  const own = useId()
  return (
    <label className={styles.choice} htmlFor={own}>
      <span>{label}</span>
      <Options id={own} {...choosing} />
    </label>
  )
}

type OptionsProps<T extends string> = Omit<ChoiceProps<T>, 'label'> & { id?: string; 'aria-label'?: string }

/** The same where its words stand elsewhere. */
export function Options<T extends string>({ options, onChange, ...select }: OptionsProps<T>) {
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const chosen = options.find(([key]) => key === target.value)
    if (chosen) onChange(chosen[0])
  }
  return (
    <select {...select} onChange={choose}>
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  )
}
