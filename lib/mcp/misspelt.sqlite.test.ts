import { beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { callTool } from '#lib/fixtures/mcp.ts'
import { newApiKey, signUpUser } from '#lib/fixtures/verbs.ts'
import { defOf } from '#lib/model/validate/parse-run.ts'
import { isDirection } from '#lib/schema/restraints.ts'
import { ELEMENT_SCHEMAS, KINDS, type Kind } from '#lib/schema/schema.ts'
import { Select } from '#lib/service/edit-language.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { tools } from './tools/tools.ts'

/** A field with a slip of the pen in its name, of any object that any tool takes, is told by its name: refused, or as a warning. */

let token: string
let modelId: string
beforeAll(async () => {
  token = await newApiKey((await signUpUser()).id)
  const nodes = [0, 6].map((x, i) => ({ id: `N${i}`, position: { x, y: 0, z: 0 } }))
  modelId = (await callTool(token, 'service.create_model', { name: 'A', nodes })).data.modelId
})

type Step = { key: string } | 'item'
type Found = { path: Step[]; key: string }

/** Fields of the objects that a schema takes, those inside selections inside selections once. */
function fieldsOf(schema: z.core.$ZodType | undefined, path: Step[] = [], depth = 0): Found[] {
  if (!schema || depth > 12) return []
  const def = defOf(schema)
  const inside = (inner: z.core.$ZodType) => fieldsOf(inner, path, depth + 1)
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([key, field]) => {
      const isAgain = path.some((step) => step !== 'item' && ['not', 'connectedTo'].includes(step.key)) && nests(key)
      return [{ path, key }, ...(isAgain ? [] : fieldsOf(field, [...path, { key }], depth + 1))]
    })
  if (def.type === 'array') return fieldsOf(def.element, [...path, 'item'], depth + 1)
  if (def.type === 'record') return fieldsOf(def.valueType, [...path, { key: 'any' }], depth + 1)
  if (def.type === 'union') return def.options.flatMap(inside)
  if (def.type === 'pipe') return [...inside(def.in), ...inside(def.out)]
  return 'innerType' in def ? inside(def.innerType) : []
}
const nests = (key: string) => ['not', 'connectedTo', 'any'].includes(key)

const snake = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** One letter off, plural or singular, snake case, other case. Of names of one or two letters, which are near anything, only what adds to them. */
const spellings = (key: string): string[] => [
  ...new Set([
    ...(key.length > 3 ? [`${key.slice(0, 2)}${key.slice(3)}`, `${key.slice(0, 1)}${key[2]}${key[1]}${key.slice(3)}`] : []),
    key.endsWith('s') && key.length > 3 ? key.slice(0, -1) : `${key}s`,
    ...(snake(key) === key ? [] : [snake(key)]),
    key.toUpperCase(),
  ]),
]

/** `{ops: [{copy: {byy: …}}]}` of the path to `byy`. */
const sentAt = (path: readonly Step[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, step) => (step === 'item' ? [inner] : { [step.key]: inner }), value)

/** Right but for one name, as far as an operation can be: what is wrong besides would be told alone. */
function callOf(tool: string, path: readonly Step[], wrong: string): Record<string, unknown> {
  const sent = sentAt(path, { [wrong]: 1 }) as Record<string, unknown>
  const about = { modelId, ...sent }
  if (tool === 'service.create_model' || tool === 'service.list_models') return sent
  const [op] = tool === 'service.edit_model' && Array.isArray(sent.ops) ? sent.ops : []
  if (!isDictionary(op) || path.length < 3) return about
  const copy = isDictionary(op.copy) ? { copy: { by: { x: 1 }, ...op.copy } } : {}
  return { ...about, dryRun: true, ops: [{ select: { kinds: ['nodes'] }, ...op, ...copy }] }
}

/** The call, where its answer does not say the name as one that is wrong. */
async function silent(tool: string, input: Record<string, unknown>, name: string): Promise<string[]> {
  const { text } = await callTool(token, tool, input)
  const isNamed = text.includes(`'${name}'`) || text.includes(`"${name}"`)
  const isRefused = text.includes('Extra inputs are not permitted') && text.includes(`\\"${name}\\"`)
  return isNamed || isRefused ? [] : [`${tool} ${JSON.stringify(input)} ${text}`]
}

it.each(tools.map((tool) => [tool.name, tool] as const))('%s', async (name, { input }) => {
  const fields = fieldsOf(input)
  const passed: string[] = []
  for (const { path, key } of fields) {
    const beside = fields.filter((one) => JSON.stringify(one.path) === JSON.stringify(path)).map((one) => one.key)
    // Directions of supports and springs may be written large.
    const isRead = (wrong: string) => beside.includes(wrong) || (isDirection(key) && wrong === key.toUpperCase())
    for (const wrong of spellings(key).filter((one) => !isRead(one)))
      passed.push(...(await silent(name, callOf(name, path, wrong), wrong)))
  }
  expect(passed).toEqual([])
})

const OF_SELECTION = fieldsOf(Select).filter(({ path }) => path.length < 3)

it.each(['isolate', 'zoom', 'of', 'highlight'])('render_model: a selection in %s', async (field) => {
  const passed: string[] = []
  for (const { path, key } of OF_SELECTION)
    for (const wrong of spellings(key))
      passed.push(...(await silent('service.render_model', { modelId, [field]: sentAt(path, { [wrong]: 1 }) }, wrong)))
  expect(passed).toEqual([])
})

const OF_ELEMENTS = KINDS.flatMap((kind) => fieldsOf(ELEMENT_SCHEMAS[kind]).map((field) => ({ kind, ...field })))
/** What `set` names on top is judged by what is selected: see `lib/edit/set.ts`. */
const INSIDE_ELEMENTS = OF_ELEMENTS.filter(({ path }) => path.length > 0)
const PLACES: [where: string, tool: string, input: (kind: Kind, element: unknown) => Record<string, unknown>][] = [
  ['add', 'service.edit_model', (kind, element) => ({ ops: [{ add: { [kind]: [element] } }], dryRun: true })],
  ['repeat', 'service.add_model_elements', (kind, element) => ({ repeat: [{ for: { i: '0..1' }, [kind]: [element] }] })],
  ['defaults', 'service.add_model_elements', (kind, element) => ({ defaults: { [kind]: element }, [kind]: [{ id: 'one' }] })],
  ['set', 'service.edit_model', (kind, set) => ({ ops: [{ select: { kinds: [kind] }, set }], dryRun: true })],
]

it.each(PLACES)('elements in %s', async (where, tool, input) => {
  const passed: string[] = []
  for (const { kind, path, key } of where === 'set' ? INSIDE_ELEMENTS : OF_ELEMENTS) {
    const beside = Object.keys(ELEMENT_SCHEMAS[kind].shape)
    for (const wrong of spellings(key).filter((one) => path.length > 0 || !beside.includes(one))) {
      if (isDirection(key) && wrong === key.toUpperCase()) continue
      passed.push(...(await silent(tool, { modelId, ...input(kind, sentAt(path, { [wrong]: 1 })) }, wrong)))
    }
  }
  expect(passed).toEqual([])
})
