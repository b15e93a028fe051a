import { quoted } from '#lib/model/validate/references.ts'
import type { Issue } from '#lib/schema/model-error.ts'

/** Why a model cannot be analysed: one issue a reason, all at once. */

const MOST_IDS = 20
/** Of those that a message names. */
const MOST_NAMED = 5

export function cannotAnalyse(reason: string, msg: string, ids: readonly string[] = [], loc: Issue['loc'] = []): Issue {
  const ctx = { reason, count: Math.max(1, ids.length), ids: ids.slice(0, MOST_IDS) }
  return { type: 'cannot_analyse', loc, msg, ctx }
}

/** `F1, F2, F3`, and how many more. */
export function named(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED
  const names = ids.slice(0, MOST_NAMED).map((id) => (/[\s,:]/.test(id) ? quoted(id) : id))
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

/** `1 frame has`, `3 frames have`. */
export const counted = (count: number, one: string, verb: readonly [single: string, several: string]): string =>
  count === 1 ? `1 ${one} ${verb[0]}` : `${count} ${one}s ${verb[1]}`
