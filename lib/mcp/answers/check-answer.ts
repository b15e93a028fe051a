import { z } from 'zod'
import type { FoundFinding } from '#lib/model/check/check.ts'
import type { CheckReport, RunWithAlso } from '#lib/service/model-check.ts'
import { countsSome, idsByKind } from './short.ts'

/** The model check in few words: of each code one message, and the ids of the first findings, by kind, unless it names them. */

const Group = z.looseObject({
  code: z.string(),
  severity: z.string(),
  count: z.int().optional().describe('1 where it is left out'),
  also: z.array(z.string()).optional(),
  message: z.string(),
  ids: z.looseObject({}).optional().describe('Left out where the message names them'),
  fix: z.string().optional(),
  call: z.looseObject({ ops: z.array(z.looseObject({})) }).optional(),
  rest: z.int().optional(),
  stoppedEarly: z.literal(true).optional(),
})

const Single = z.looseObject({ code: z.string(), message: z.string() })

export const CheckInShort = z.object({
  modelId: z.string(),
  revision: z.int(),
  viewerUrl: z.string(),
  summary: z.record(z.string(), z.int()),
  of: z.record(z.string(), z.int()).optional(),
  groups: z.array(Group).optional(),
  findings: z.array(Single).optional(),
  nextCursor: z.string().optional(),
})

const MOST_IDS = 5

export function checkInShort({
  summary,
  of,
  groups,
  ...rest
}: CheckReport<z.output<typeof Group>, z.output<typeof Single>>): z.output<typeof CheckInShort> {
  const { modelId, revision, viewerUrl, ...more } = rest
  return {
    ...{ modelId, revision, viewerUrl, summary: countsSome(summary) },
    ...(of && { of: countsSome(of) }),
    ...(groups && { groups }),
    ...more,
  }
}

/** A code in short: what can be sent is a call and stands in no sentence. */
export function groupInShort({ code, severity, count, isCutShort, findings, call, also }: RunWithAlso): z.output<typeof Group> {
  const [first] = findings
  const message = first?.message ?? `The search for ${code} stopped before it found one`
  const elements = findings.slice(0, MOST_IDS).flatMap((finding) => finding.elements)
  const areNamed = elements.every(({ id }) => message.includes(`'${id}'`))
  return {
    ...{ code, severity },
    ...(count !== 1 && { count }),
    ...(also && { also }),
    message,
    ...(!areNamed && idsByKind(elements, MOST_IDS)),
    ...(first?.fix !== undefined && { fix: first.fix }),
    ...(call && { call: { ops: call.ops.map((op) => ({ ...op })) } }),
    ...(call?.rest !== undefined && { rest: call.rest }),
    ...(isCutShort && { stoppedEarly: true as const }),
  }
}

export const findingInShort = ({ op, ...finding }: FoundFinding): z.output<typeof Single> => ({
  ...finding,
  ...(op && { call: { ops: [op] } }),
})
