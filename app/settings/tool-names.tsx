'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { ToolNameStyle } from '#lib/access/tool-name-style.ts'
import { call } from '#ui/call.ts'
import { SelectField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import styles from './settings.module.css'

/**
 * Some applications drop tools with a dot in their name. Both spellings can always be called; this is about what is listed. `path`:
 * of the connection or key that is changed.
 */
export function ToolNames({ path, name, style }: { path: string; name: string; style: ToolNameStyle }) {
  const router = useRouter()
  const [failed, setFailed] = useState<string>()

  async function choose(toolNameStyle: string) {
    const done = await call('PATCH', path, { toolNameStyle })
    setFailed(done.ok ? undefined : done.message)
    router.refresh()
  }

  return (
    <details className={styles.more}>
      <summary className="small" aria-label={`Tool names: ${name}`}>
        Tool names
      </summary>
      <SelectField label="Format of tool names" value={style} onChange={(event) => choose(event.target.value)}>
        <ToolNameOptions />
      </SelectField>
      <p className="muted small">
        Change this if its tools are missing or cannot be called; then let the application read the list of tools again.
      </p>
      {failed && <Notice tone="danger">{failed}</Notice>}
    </details>
  )
}

export const ToolNameOptions = () => (
  <>
    <option value="dotted">With dots: service.create_model</option>
    <option value="underscore">With underscores: service_create_model</option>
  </>
)
