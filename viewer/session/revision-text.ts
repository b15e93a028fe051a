import { comparedNow } from './comparison.ts'
import type { ViewerSession } from './session.ts'

/** Which revision a picture shows: `3`, or `1 → 3` where it shows two; empty where that is not known. */
export function revisionsShown({ model, view, derived }: Pick<ViewerSession, 'model' | 'view' | 'derived'>): string {
  const now = String(model.state.get().drawn?.summary.revision ?? '')
  const compared = comparedNow({ derived })
  const { how } = view.get()
  if (!compared || how === 'after') return now
  const before = String(compared.before.revision ?? '')
  return how === 'before' ? before : `${before} → ${now}`
}
