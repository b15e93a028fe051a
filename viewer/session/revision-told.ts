import type { ViewerSession } from './session.ts'

/** When a revision was made, and by whom. */
export type Told = { revision: number; at: string; user: { name: string | null } | null }

/** Undefined where there is no such revision. */
export async function revisionTold(
  { host }: Pick<ViewerSession, 'host'>,
  revision: number,
  signal?: AbortSignal,
): Promise<Told | undefined> {
  // The first one before the next.
  const page = { limit: 1, cursor: String(revision + 1) }
  const { items } = await host.ask<{ items: Told[] }>('list_revisions', page, signal)
  return items.find((item) => item.revision === revision)
}
