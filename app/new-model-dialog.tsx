'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { modelOf } from '#lib/templates/templates.ts'
import { UNIT_CHOICES, UNITS_NAMES, type UnitsName } from '#lib/templates/units.ts'
import { type CallResult, refusalBeside } from '#ui/call.ts'
import { Field, SelectField } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { createModel } from './create-model.ts'
import styles from './start.module.css'
import { TemplateChoice, TemplateFields, templateNamed, useTemplate } from './template-fields.tsx'

/** `first`: the id of a template, or `empty`. */
export function NewModelDialog({ first, onClose }: { first: string; onClose: () => void }) {
  const router = useRouter()
  const [units, setUnits] = useState<UnitsName | ''>('m, kN, °C')
  const [name, setName] = useState<string>()
  const [answer, setAnswer] = useState<CallResult<{ id: string }>>()
  const [busy, setBusy] = useState(false)
  const chosen = useTemplate(first, units || 'm, kN, °C')
  const fields = answer && !answer.ok ? answer.fields : {}
  const { template } = chosen
  const shown = name ?? template?.name ?? ''

  async function submit() {
    if (template && !chosen.check()) return
    const model = template
      ? modelOf(template, chosen.values, units || 'm, kN, °C', shown)
      : { name: shown, ...(units && { units: UNIT_CHOICES[units].units }) }
    setBusy(true)
    const made = await createModel(JSON.stringify(model))
    if (made.ok) return router.push(`/models/${made.body.id}`)
    setAnswer(made)
    setBusy(false)
  }

  return (
    <FormDialog
      title="New model"
      isWide
      action="Create"
      busy={busy}
      refusal={refusalBeside(answer, 'name')}
      onSubmit={submit}
      onClose={onClose}
    >
      <TemplateChoice
        chosen={template?.id ?? 'empty'}
        withEmpty
        onChoose={(id) => {
          chosen.choose(id)
          if (templateNamed(id) && !units) setUnits('m, kN, °C')
        }}
      />
      <div className={styles.heads}>
        <Field
          label="Name"
          name="name"
          dir="auto"
          value={shown}
          onChange={({ target }) => setName(target.value)}
          required
          maxLength={1000}
          error={fields.name}
        />
        <SelectField
          label="Units"
          name="units"
          value={units}
          onChange={({ target }) => setUnits(UNITS_NAMES.find((one) => one === target.value) ?? '')}
        >
          {UNITS_NAMES.map((one) => (
            <option key={one}>{one}</option>
          ))}
          {!template && <option value="">Not set</option>}
        </SelectField>
      </div>
      {template && <TemplateFields {...chosen} template={template} />}
    </FormDialog>
  )
}
