import { INVALID_PARAMS, RpcError } from '../protocol/json-rpc.ts'
import { answeringSkills } from './answering-skills.ts'
import { modellingSkills } from './modelling-skills.ts'
import type { SkillEntry } from './skill.ts'

/** What `skills/list`, `skills/get` and `resources/read` answer of skills. */

const skills = [...modellingSkills, ...answeringSkills]
const byUri = new Map(skills.map(({ entry }) => [entry.uri, entry]))

export const skillEntries: readonly SkillEntry[] = skills.map(({ entry }) => entry)

/** `SKILL.md` of each, which resource lists name; the references are in a skill's entry. */
export const skillPages = skills.flatMap(({ files }) => files.slice(0, 1))

export const skillFiles = skills.flatMap(({ files }) => files)

/** @throws RpcError -32602, also for a file of a skill that is not its SKILL.md. */
export function skillNamed(uri: unknown): SkillEntry {
  const entry = typeof uri === 'string' ? byUri.get(uri) : undefined
  if (!entry) throw new RpcError(INVALID_PARAMS, `No skill is served at ${String(uri).slice(0, 1024)}`)
  return entry
}
