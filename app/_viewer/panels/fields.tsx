'use client'

import { type ChangeEvent, useId } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import styles from './panel.module.css'

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
