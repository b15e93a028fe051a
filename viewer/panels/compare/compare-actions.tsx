'use client'

import { paperSize } from '#lib/drawing/sheet/paper.ts'
import { attempt } from '../../session/attempt.ts'
import { comparedNow } from '../../session/comparison.ts'
import { printerPaper } from '../../session/printer-paper.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { FileKind } from '../../worker/tables/table-types.ts'
import styles from '../panel.module.css'
import { printUp } from '../sheets/print-sheets.ts'
import { MOST_ROWS, putUpTable } from '../tables/print-table.ts'
import { saveTable } from '../tables/save-table.ts'
import { SaveButtons } from '../tables/table-tools.tsx'

/** What differs on paper and as a file, as it is listed: equal changes are one line. */
export function CompareActions({ session }: { session: ViewerSession }) {
  const { host, model } = session
  if (!host.can.has('file')) return null
  const named = () => {
    const { name = '', revision } = model.state.get().drawn?.summary ?? {}
    const from = comparedNow(session)?.before.revision
    return {
      model: name,
      revision: String(revision ?? ''),
      title: `Differences from revision ${from ?? '?'} to ${revision ?? '?'}`,
    }
  }
  const print = async () => {
    const { title, ...about } = named()
    const { heads, rows, listed } = await model.ask('changeTable', { most: MOST_ROWS })
    putUpTable(
      {
        title,
        heads: heads.map((label) => ({ label, unit: '' })),
        areNumbers: heads.map((head) => head === 'count'),
        rows: rows.map((row) => row.map(String)),
        sums: null,
        listed,
      },
      about,
      paperSize(printerPaper(session)),
    )
    const refused = printUp(host)
    if (refused) session.say(refused)
  }
  const save = async (kind: FileKind) => {
    const { model: name, title } = named()
    const { listed } = await model.ask('changeTable', { most: 0 })
    const make = (called: string) => model.ask('changeFile', { kind, name: called })
    return saveTable(session, kind, { title: `${name} ${title}`, rows: listed, make }, session.say)
  }
  return (
    <p className={styles.facetTools}>
      <button type="button" onClick={() => void attempt(session, print())}>
        Print
      </button>
      <SaveButtons host={host} onSave={(kind) => attempt(session, save(kind))} />
    </p>
  )
}
