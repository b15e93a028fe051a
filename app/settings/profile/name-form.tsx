'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../../_ui/button.tsx'
import { type Called, call } from '../../_ui/call.ts'
import { Field } from '../../_ui/field.tsx'
import { Form } from '../../_ui/form.tsx'
import { Notice } from '../../_ui/notice.tsx'
import styles from '../settings.module.css'

export function NameForm({ name }: { name: string | null }) {
  const router = useRouter()
  const [answer, setAnswer] = useState<Called<unknown>>()
  const [busy, setBusy] = useState(false)

  async function submit(data: FormData) {
    setBusy(true)
    const saved = await call('PATCH', '/api/account/profile', { name: data.get('name') })
    setAnswer(saved)
    setBusy(false)
    if (saved.ok) router.refresh()
  }

  return (
    <Form onSubmit={submit}>
      <Field
        label="Name"
        name="name"
        defaultValue={name ?? ''}
        autoComplete="name"
        maxLength={200}
        error={answer && !answer.ok ? answer.message : undefined}
      />
      {answer?.ok && <Notice tone="ok">Saved.</Notice>}
      <div className={styles.row}>
        <Button type="submit" busy={busy}>
          Save the name
        </Button>
      </div>
    </Form>
  )
}
