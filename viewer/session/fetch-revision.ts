import type { ViewerSession } from './session.ts'

/** When a revision was made, and by whom. */
export type RevisionInfo = { revision: number; at: string; user: { name: string | null } | null }

/** Undefined where there is no such revision. */
export async function fetchRevision(
  { host }: Pick<ViewerSession, 'host'>,
  revision: number,
  signal?: AbortSignal,
): Promise<RevisionInfo | undefined> {
  // The first one before the next.
  const page = { limit: 1, cursor: String(revision + 1) }
  const { items } = await host.ask<{ items: RevisionInfo[] }>('list_revisions', page, signal)
  return items.find((item) => item.revision === revision)
}
