'use client'

import { useRouter } from 'next/navigation'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { useCall } from '#ui/use-call.ts'
import styles from '../settings.module.css'

export function NameForm({ name }: { name: string | null }) {
  const router = useRouter()
  const { send, busy, answer } = useCall()

  async function submit(data: FormData) {
    const saved = await send('PATCH', '/api/account/profile', { name: data.get('name') })
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
