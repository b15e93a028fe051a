import type { ViewerSession } from '../session.ts'

/** Puts a link to the model, seen as this query says, on the clipboard. What came of it, in words; `instead`: to do where it is closed. */
export async function copyLink({ host }: Pick<ViewerSession, 'host'>, query: string, instead: string): Promise<string> {
  const link = host.address.link(query)
  const isCopied = link !== null && (await host.copy(link))
  return isCopied ? 'Link copied' : `The clipboard cannot be used: ${instead}`
}
