import type { Finding } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import type { Call } from './read-model.ts'

/** The findings of the model check, through the host: `service.check_model`. */

/** Pages of them; what colours beyond the first five thousand would be told apart by nobody. */
const MOST_PAGES = 5

/** Throws what `call` throws, and an Error with the words of a refusal. */
export async function readFindings(call: Call): Promise<Finding[]> {
  const found: Finding[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await call({ detail: 'all', limit: 1000, ...(cursor !== undefined && { cursor }) })
    if ('refused' in answer) throw new Error(answer.refused.words)
    const { findings, nextCursor } = answer.data
    if (!Array.isArray(findings)) throw new Error('the host gave no findings')
    found.push(...findings.filter(isFinding))
    if (typeof nextCursor !== 'string') break
    cursor = nextCursor
  }
  return found
}

const isFinding = (one: unknown): one is Finding =>
  isDictionary(one) &&
  [one.severity, one.code, one.message].every((value) => typeof value === 'string') &&
  Array.isArray(one.elements) &&
  one.elements.every((element) => isDictionary(element) && typeof element.kind === 'string' && typeof element.id === 'string')
