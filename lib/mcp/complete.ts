import type { Caller } from '#lib/access/caller.ts'
import { namesOfModels } from '#lib/service/models/list-models.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { visible } from './answers/clean-texts.ts'
import { INVALID_PARAMS, type Params, RpcError } from './protocol/json-rpc.ts'

/** Completion of what a person types into an argument of a prompt (MCP, "Completion"): names of their models, and of nothing else. */

const MOST_VALUES = 100

export type Completable = {
  prompts: readonly { name: string; arguments?: { name: string }[] }[]
  /** Addresses of resources and templates of addresses; none of ours has anything to complete. */
  uris: ReadonlySet<string>
}

export async function complete({ ref, argument }: Params, caller: Caller, { prompts, uris }: Completable) {
  if (!isDictionary(ref) || !isDictionary(argument)) throw invalid('ref and argument are expected, both objects')
  const { name, value } = argument
  if (typeof name !== 'string' || typeof value !== 'string') throw invalid('argument needs name and value, both texts')
  if (ref.type === 'ref/resource') {
    if (typeof ref.uri === 'string' && uris.has(ref.uri)) return completion([], false)
    throw invalid('Unknown resource')
  }
  const prompt = ref.type === 'ref/prompt' ? prompts.find((one) => one.name === ref.name) : undefined
  if (!prompt) throw invalid('Unknown prompt')
  if (!prompt.arguments?.some((one) => one.name === name)) throw invalid('Unknown argument')
  if (prompt.name !== 'check_my_model' || !caller.scopes.has('mcp:models:read')) return completion([], false)
  const { names, isWhole } = await namesOfModels(caller)
  return completion(matches(names.map(visible), value), !isWhole)
}

const invalid = (words: string) => new RpcError(INVALID_PARAMS, `Invalid params: ${words}`)

/** Names that begin with it come first; among equals the order stays. */
function matches(names: readonly string[], value: string): string[] {
  const wanted = folded(value)
  const foundAt = new Map([...new Set(names)].map((name) => [name, folded(name).indexOf(wanted)]))
  const found = [...foundAt.keys()].filter((name) => foundAt.get(name) !== -1)
  return [...found.filter((name) => foundAt.get(name) === 0), ...found.filter((name) => foundAt.get(name) !== 0)]
}

const folded = (text: string) => text.normalize('NFC').toLowerCase()

const completion = (values: string[], isCut: boolean) => ({
  completion: { values: values.slice(0, MOST_VALUES), total: values.length, hasMore: isCut || values.length > MOST_VALUES },
})
