import { z } from 'zod'
import type { CheckAnswer } from '#lib/service/model-check.ts'
import { countsSome, idsByKind } from './short.ts'

/** The model check in few words: of each code one message, and the ids of the first findings once, by kind. */

const Group = z.looseObject({
  code: z.string(),
  severity: z.string(),
  count: z.int(),
  message: z.string(),
  ids: z.looseObject({}).optional(),
  fix: z.string().optional(),
  call: z.looseObject({ ops: z.array(z.looseObject({})) }).optional(),
})

export const CheckInShort = z.object({
  modelId: z.string(),
  revision: z.int(),
  viewerUrl: z.string(),
  summary: z.record(z.string(), z.int()),
  of: z.record(z.string(), z.int()).optional(),
  groups: z.array(Group).optional(),
  findings: z.array(z.looseObject({ code: z.string(), message: z.string() })).optional(),
  nextCursor: z.string().optional(),
})

const MOST_IDS = 5

export function checkInShort({ summary, of, groups, ...rest }: CheckAnswer): z.output<typeof CheckInShort> {
  const { modelId, revision, viewerUrl, ...more } = rest
  return {
    ...{ modelId, revision, viewerUrl, summary: countsSome(summary) },
    ...(of && { of: countsSome(of) }),
    ...(groups && { groups: groups.map(groupInShort) }),
    ...more,
  }
}

function groupInShort({ examples, fix, ...group }: NonNullable<CheckAnswer['groups']>[number]) {
  return { ...group, ...idsByKind(examples.flat(), MOST_IDS), ...(fix !== undefined && fixInShort(fix)) }
}

/** A fix that is a call of edit_model is told as one: what can be sent is JSON and no part of a sentence. */
function fixInShort(fix: string): { fix?: string; call?: { ops: Record<string, unknown>[] } } {
  const [, words = '', json = ''] = /^(.*?):? ?edit_model (\{"ops":.*\})\.?$/s.exec(fix) ?? []
  if (json === '') return { fix }
  try {
    return { call: JSON.parse(json), ...(words !== '' && { fix: words }) }
  } catch {
    return { fix } // words that go on behind it
  }
}
