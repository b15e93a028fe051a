import type { Finding } from '#lib/schema/schema.ts'
import type { ViewerSession } from '../session.ts'

/** Reasons why findings are put aside, by what is put aside: all of a code, or those of a code on one element. */
export type Dismissals = Readonly<Record<string, string>>

const SETTING = 'dismissed'

/** `frame_without_section:frame:B1`, by its first element; the code alone of what names none. An id may have colons. */
export function findingKey({ code, elements }: Pick<Finding, 'code' | 'elements'>): string {
  const [first] = elements
  return first ? `${code}:${first.kind}:${first.id}` : code
}

/** Why a finding was put aside; null where it was not. */
export const dismissedBecause = (finding: Finding, dismissals: Dismissals): string | null =>
  dismissals[finding.code] ?? dismissals[findingKey(finding)] ?? null

/** Those that count, with their places in the whole list. */
export const standing = (findings: readonly Finding[], dismissals: Dismissals): { finding: Finding; place: number }[] =>
  findings.flatMap((finding, place) => (dismissedBecause(finding, dismissals) === null ? [{ finding, place }] : []))

/** What was kept; of text that nobody wrote like this, nothing. */
export function readDismissals(text: string | null): Dismissals {
  if (!text) return {}
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return {}
    return Object.fromEntries(Object.entries(read).filter(([, reason]) => typeof reason === 'string'))
  } catch {
    return {}
  }
}

export const nameOf = ({ model }: Pick<ViewerSession, 'model'>) => `${SETTING}-${model.state.get().drawn?.summary.id ?? ''}`

/** Kept for this reader and this model; no other reader sees it. */
export function loadDismissals(session: Pick<ViewerSession, 'host' | 'model' | 'dismissals'>) {
  session.dismissals.set({ by: readDismissals(session.host.setting(nameOf(session))) })
}
