import type { ViewerSession } from '../session/session.ts'
import type { FileKind, TableFile } from '../worker/table-types.ts'
import { saveFile } from './save-file.ts'

/** Every table becomes a file in the same way: the worker makes it, the host saves it. */
export async function saveTable(
  { host }: ViewerSession,
  title: string,
  kind: FileKind,
  say: (text: string) => void,
  make: (title: string) => Promise<TableFile>,
) {
  const { bytes, type } = await make(title)
  say((await saveFile(host, title, kind, new Blob([bytes], { type }))) ?? 'Table saved')
}
