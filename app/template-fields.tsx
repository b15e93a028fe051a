'use client'

import { useState } from 'react'
import type { Parameter, Template, Values } from '#lib/templates/template.ts'
import { defaultsOf, fieldOf, modelOf, templates, wrongValues } from '#lib/templates/templates.ts'
import { type System, UNIT_CHOICES, type UnitsName } from '#lib/templates/units.ts'
import { countsText } from '#ui/counts-text.ts'
import { Field, SelectField } from '#ui/field.tsx'
import { Wireframe } from '#ui/wireframe.tsx'
import styles from './start.module.css'

export const templateNamed = (id: string): Template | undefined => templates.find((one) => one.id === id)

/** What somebody has chosen and typed. Of another template, or in other units, the numbers begin anew. */
export function useTemplate(first: string, units: UnitsName) {
  const { system } = UNIT_CHOICES[units]
  const [id, setId] = useState(first)
  const [typed, setTyped] = useState<Record<string, Record<string, string>>>({})
  const [isChecked, setChecked] = useState(false)
  const template = templateNamed(id)
  const key = `${id} ${system}`
  const values: Values = template ? readValues(template, system, typed[key] ?? {}) : {}
  const wrong = template ? wrongValues(template, values, system) : {}
  return {
    template,
    values,
    units,
    /** By the key of the parameter. */
    texts: typed[key] ?? {},
    wrong: isChecked ? wrong : {},
    isRight: Object.keys(wrong).length === 0,
    choose: setId,
    type: (parameter: string, text: string) =>
      setTyped((before) => ({ ...before, [key]: { ...before[key], [parameter]: text } })),
    /** Whether all can be taken; what cannot is told from then on. */
    check() {
      setChecked(true)
      return Object.keys(wrong).length === 0
    },
  }
}

/** A decimal comma is one, too. */
function readValues(template: Template, system: System, texts: Record<string, string>): Values {
  const typed = Object.entries(texts).map(([key, text]) => [
    key,
    text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')),
  ])
  return { ...defaultsOf(template, system), ...Object.fromEntries(typed) }
}

type TemplateChoiceProps = { chosen: string; withEmpty?: boolean; onChoose: (id: string) => void }

export function TemplateChoice({ chosen, withEmpty = false, onChoose }: TemplateChoiceProps) {
  const ways = [...(withEmpty ? [{ id: 'empty', name: 'Empty' }] : []), ...templates]
  return (
    <fieldset className={styles.choice}>
      <legend>Start with</legend>
      {ways.map(({ id, name }) => {
        const template = templateNamed(id)
        return (
          <label key={id} className={styles.way} data-chosen={id === chosen || undefined}>
            <input type="radio" name="template" value={id} checked={id === chosen} onChange={() => onChoose(id)} />
            <span className={styles.wayPicture}>
              {template ? <Wireframe model={first(template)} /> : <span className={styles.nothing} />}
            </span>
            <span>{name}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

const first = (template: Template) => modelOf(template, defaultsOf(template, 'metric'), 'm, kN, °C', '')

type TemplateFieldsProps = Omit<ReturnType<typeof useTemplate>, 'template' | 'choose' | 'check'> & { template: Template }

/** Its numbers, and what they make. */
export function TemplateFields({ template, values, units, texts, wrong, isRight, type }: TemplateFieldsProps) {
  const model = isRight ? modelOf(template, values, units, '') : null
  const { nodes = [], frames = [], areas = [] } = model ?? {}
  return (
    <div className={styles.template}>
      <div className={styles.numbers}>
        <p className="muted small">{template.says}</p>
        <div className={styles.fields}>
          {template.parameters.map((parameter) => (
            <ParameterField
              key={parameter.key}
              parameter={parameter}
              system={UNIT_CHOICES[units].system}
              text={texts[parameter.key]}
              error={wrong[parameter.key]}
              onType={(text) => type(parameter.key, text)}
            />
          ))}
        </div>
      </div>
      <div className={styles.preview}>
        {model ? <Wireframe model={model} /> : <p className="muted small">These numbers make no structure yet.</p>}
        {model && (
          <p className="muted small">
            {countsText({ nodes: nodes.length, frames: frames.length, areas: areas.length })}. Sections are a first guess from the
            spans, not a design.
          </p>
        )}
      </div>
    </div>
  )
}

type ParameterFieldProps = {
  parameter: Parameter
  system: System
  text: string | undefined
  error: string | undefined
  onType: (text: string) => void
}

function ParameterField({ parameter, system, text, error, onType }: ParameterFieldProps) {
  const { value, unit } = fieldOf(parameter, system)
  const { label } = parameter
  if ('oneOf' in parameter) {
    return (
      <SelectField label={label} value={text ?? value} onChange={({ target }) => onType(target.value)}>
        {parameter.oneOf.map((name, i) => (
          <option key={name} value={i}>
            {name}
          </option>
        ))}
      </SelectField>
    )
  }
  return (
    <Field
      label={unit ? `${label} (${unit})` : label}
      inputMode="decimal"
      autoComplete="off"
      value={text ?? String(value)}
      onChange={({ target }) => onType(target.value)}
      {...(error && { error })}
    />
  )
}
