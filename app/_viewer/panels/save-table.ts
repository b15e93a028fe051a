import type { ViewerSession } from '../session/session.ts'
import type { FileKind, TableFile } from '../worker/table-types.ts'

/** One way for every table to become a file: made beside the model, saved by the place. */
export async function saveTable(
  { host }: ViewerSession,
  title: string,
  kind: FileKind,
  say: (text: string) => void,
  make: (title: string) => Promise<TableFile>,
) {
  const { bytes, type } = await make(title)
  const isSaved = await host.save(`${title.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.${kind}`, new Blob([bytes], { type }))
  say(isSaved ? 'Table saved' : 'No file can be saved from here: open the model on its own page')
}
