import type { ViewerHost } from '../viewer-host.ts'

/** Saves a file under a name that any system takes. In words why it could not be; null where it is saved. */
export async function saveFile(host: ViewerHost, title: string, ending: string, file: Blob): Promise<string | null> {
  const isSaved = await host.save(`${title.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.${ending}`, file)
  return isSaved ? null : 'No file can be saved from here: open the model on its own page'
}
