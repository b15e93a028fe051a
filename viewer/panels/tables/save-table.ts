import { grouped } from '#lib/values/count-text.ts'
import { reasonText } from '../../session/reason-text.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { FileKind, TableFile } from '../../worker/tables/table-types.ts'
import { saveFile } from '../save-file.ts'

/** Of a sheet in a workbook: below its first row, and above its sums and what is not in them. */
const MOST_ROWS = 1_048_573

type Table = { title: string; rows: number; make: (title: string) => Promise<TableFile> }

/** Every table becomes a file in the same way: the worker makes it, the host saves it under the revision whose numbers it has. */
export async function saveTable(
  { host, model }: Pick<ViewerSession, 'host' | 'model'>,
  kind: FileKind,
  { title, rows, make }: Table,
  say: (text: string) => void,
) {
  if (kind === 'xlsx' && rows > MOST_ROWS)
    return say(`A workbook has at most ${grouped(MOST_ROWS)} rows, and these are ${grouped(rows)}: save them as CSV`)
  try {
    const revision = model.state.get().drawn?.summary.revision ?? null
    const { bytes, type } = await make(title)
    const name = revision === null ? title : `${title} revision ${revision}`
    say((await saveFile(host, name, kind, new Blob([bytes], { type }))) ?? 'Table saved')
  } catch (error) {
    say(`The table could not be saved. ${reasonText(error)}`)
  }
}
