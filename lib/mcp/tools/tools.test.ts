import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CODES } from '#lib/model/check/check.ts'
import { root } from '#lib/runtime/program.mjs'
import { isDictionary } from '#lib/values/dictionary.ts'
import { explainFailure } from '../advice/explain.ts'
import { prompts } from '../protocol/prompts.ts'
import { conventions } from './conventions.ts'
import { instructions } from './instructions.ts'
import { jsonSchema } from './json-schema.ts'
import { styledName } from './tool-names.ts'
import { toolNamed, tools } from './tools.ts'

const listed = tools.map(({ name, listed }) => ({ name, ...listed }))

/** Most characters of the name, description and input schema of tools, together where they share a purpose. */
const BUDGET: readonly (readonly [names: readonly string[], most: number])[] = [
  [['add_model_elements'], 3500],
  [['edit_model'], 2950],
  [['query_model'], 1950],
  [['analyse_model'], 1925],
  [['create_model'], 1450],
  [['render_model'], 1500],
  [['get_viewer_model'], 750],
  [['check_model'], 600],
  [['remove_model_elements'], 520],
  [['list_changes', 'restore_revision'], 1200],
  [['find_sections', 'show_model'], 1250],
  [['list_comments', 'add_comment', 'resolve_comment'], 2600],
  [['export_model', 'import_model'], 1600],
  [['list_models', 'duplicate_model', 'delete_model', 'list_activity', 'read_view_data'], 1950],
]

describe('the tool list', () => {
  it('stands in the specification, docs/interface.md, section 10, tool by tool', () => {
    const told = readFileSync(join(root, 'docs/interface.md'), 'utf8')
    expect(tools.filter(({ name }) => !told.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([])
  })

  it('is what clients were told before (golden/tools-list.json)', async () => {
    await expect(JSON.stringify(listed, null, 1)).toMatchFileSnapshot('golden/tools-list.json')
  })

  it('costs a model at most what the budget allows: names, descriptions, input schemas and the instructions', () => {
    for (const style of ['dotted', 'underscore'] as const) {
      const sizes = new Map(
        listed.map(({ name, description, inputSchema }) => [
          name.replace('service.', ''),
          JSON.stringify({ name: styledName(name, style), description, inputSchema }).length,
        ]),
      )
      const rows = BUDGET.map(([names, most]) => {
        const size = names.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
        return { names: names.join(', '), size, most, over: Math.max(0, size - most) }
      })
      expect(rows.filter(({ over }) => over > 0)).toEqual([])
      const budgeted = new Set(BUDGET.flatMap(([names]) => names))
      expect([...sizes.keys()].filter((name) => !budgeted.has(name))).toEqual([])
      const sum = rows.reduce((all, { size }) => all + size, instructions.length)
      expect(instructions.length).toBeLessThanOrEqual(1600)
      expect(sum, JSON.stringify(rows)).toBeLessThanOrEqual(27_300)
    }
  })

  it('says of answers the types of their fields in at most 14,000 characters', () => {
    const schemas = listed.map(({ outputSchema }) => JSON.stringify(outputSchema ?? {}))
    expect(schemas.join('').length).toBeLessThanOrEqual(14_000)
    for (const schema of schemas) expect(schema).not.toMatch(/"(description|enum|format|\$defs|additionalProperties)":/)
  })

  it('keeps each description and the instructions below what clients cut at', () => {
    for (const { description = '' } of listed) expect(description.length).toBeLessThan(2000)
    expect(instructions.length).toBeLessThan(2000)
  })

  it('names tools so that every client takes one of the two spellings', () => {
    for (const { name } of tools) {
      expect(name).toMatch(/^service\.[a-z_]+$/)
      const underscored = styledName(name, 'underscore')
      expect(underscored).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(toolNamed(underscored)).toBe(toolNamed(name))
    }
    expect(toolNamed('constructor')).toBeUndefined()
    expect(toolNamed('__proto__')).toBeUndefined()
  })

  it('states all four annotations, the scope in both places, and schemas whose root is an object', () => {
    for (const { name, inputSchema, outputSchema, annotations, ...rest } of listed) {
      const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']
      for (const hint of hints) expect(annotations, name).toHaveProperty(hint, expect.any(Boolean))
      expect(inputSchema.type).toBe('object')
      expect(inputSchema.properties).toBeTypeOf('object')
      expect(outputSchema?.type, name).toBe(name === 'service.render_model' ? undefined : 'object') // a picture has none
      const schemes = [{ type: 'oauth2', scopes: [tools.find((tool) => tool.name === name)?.scope] }]
      expect(rest).toMatchObject({ securitySchemes: schemes, _meta: { securitySchemes: schemes } })
    }
  })

  it('has no branch for null in what it takes, and keeps those of what it gives', () => {
    for (const { name, inputSchema } of listed) expect(JSON.stringify(inputSchema), name).not.toContain('"null"')
    const nulls = { label: z.string().nullable().describe('On the drawing'), kind: z.enum(['a', 'b']).nullish() }
    expect(jsonSchema(z.object({ ...nulls, either: z.union([z.string(), z.number()]).nullish() }), 'input')).toEqual({
      type: 'object',
      properties: {
        label: { type: 'string', description: 'On the drawing' },
        kind: { type: 'string', enum: ['a', 'b'] },
        either: { type: ['string', 'number'] },
      },
      required: ['label'],
    })
    expect(jsonSchema(z.object(nulls), 'output')).toMatchObject({ properties: { label: { type: ['string', 'null'] } } })
    expect(JSON.stringify(listed.map(({ outputSchema }) => outputSchema))).toContain('"null"')
  })

  it('says of every field that a call takes in which forms it may come', () => {
    const FORMS = ['type', 'anyOf', 'enum', 'const']
    const silent: string[] = []
    const look = (schema: unknown, path: string) => {
      if (Array.isArray(schema)) for (const [i, one] of schema.entries()) look(one, `${path}.${i}`)
      if (!isDictionary(schema)) return
      if (!FORMS.some((form) => form in schema)) silent.push(path)
      for (const [name, property] of Object.entries(isDictionary(schema.properties) ? schema.properties : {}))
        look(property, `${path}.${name}`)
      look(schema.items, `${path}.items`)
      look(schema.anyOf, `${path}.anyOf`)
      look(schema.additionalProperties, `${path}.any`)
    }
    for (const { name, inputSchema } of listed) look(inputSchema, name)
    expect(silent).toEqual([])
    const fieldsOf = (name: string) => JSON.stringify(listed.find((tool) => tool.name === name)?.inputSchema)
    const object = '{"type":"object"}'
    const orTrue = `"anyOf":[{"type":"boolean","const":true},${object}]`
    expect(fieldsOf('service.edit_model').split(orTrue), 'join, merge and remove').toHaveLength(4)
    expect(fieldsOf('service.show_model').split(`"anyOf":[${object},{"type":"array","items":${object}}]`)).toHaveLength(4)
  })

  it('holds to the table of scopes and annotations', () => {
    const table = tools.map(({ name, scope, listed: { annotations: a } }) =>
      [name.slice(8), scope?.slice(11), a?.readOnlyHint, a?.destructiveHint, a?.idempotentHint, a?.openWorldHint].join(' '),
    )
    expect(table.sort()).toEqual(
      [
        'create_model write false false false false',
        'add_model_elements write false true true false',
        'get_viewer_model read true false true false',
        'list_models read true false true false',
        'check_model read true false true false',
        'query_model read true false true false',
        'analyse_model read true false true false',
        'render_model read true false true false',
        'show_model read true false true false',
        'read_view_data read true false true false',
        'find_sections read true false true false',
        'edit_model write false true false false',
        'remove_model_elements write false true true false',
        'restore_revision write false true false false',
        'list_changes read true false true false',
        'delete_model write false true true false',
        'duplicate_model write false false false false',
        'export_model read true false true false',
        'import_model write false false false false',
        'list_activity read true false true false',
        'list_comments read true false true false',
        'add_comment write false false false false',
        'resolve_comment write false false true false',
      ].sort(),
    )
  })

  it('is JSON Schema 2020-12 without remote references, brackets in names or a dialect that clients fail on', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const { inputSchema, outputSchema } of listed) {
      for (const schema of [inputSchema, outputSchema]) expect(() => ajv.compile(schema ?? {})).not.toThrow()
      const text = JSON.stringify([inputSchema, outputSchema])
      expect(text).not.toContain('$ref')
      expect(text).not.toContain('$schema')
      expect(text).not.toMatch(/"[^"]*[[\]][^"]*":/)
    }
  })
})

it('explains every code of the model check', () => {
  const text = conventions.map(({ text }) => text).join('\n')
  expect(CODES.filter((code) => !new RegExp(`\\b${code}\\b`).test(text))).toEqual([])
})

it('offers conventions and prompts with unique addresses and names', () => {
  expect(new Set(conventions.map(({ uri }) => uri)).size).toBe(conventions.length)
  expect(prompts.map(({ name }) => name)).toEqual(['portal_frame', 'multi_storey_frame', 'check_my_model'])
  for (const { get } of prompts) expect(JSON.stringify(get({}, {}))).not.toContain('undefined')
})

describe('a failure', () => {
  const issue = (i: number) => ({
    type: 'reference_not_found',
    loc: ['frames', i, 'endNodeId'],
    msg: `no node 'N${i}' in the model or this batch`,
    ctx: { kind: 'node', id: `N${i}` },
  })

  it('stays below 8,000 characters and counts what it leaves out', () => {
    const issues = Array.from({ length: 100 }, (_, i) => issue(i))
    const text = explainFailure(
      { error: 'invalid_input', message: 'Nothing was saved.', issues, total: 250 },
      { sent: {}, schema: {} },
    )
    expect(text.length).toBeLessThan(8000)
    const { detail } = JSON.parse(text)
    const last = detail.at(-1)
    expect(last).toMatchObject({ type: 'too_many_errors', loc: ['body'], ctx: { total: 250, shown: detail.length - 1 } })
    expect(detail.length).toBeGreaterThan(25)
  })

  it('stays below 8,000 characters with ids and values of any length', () => {
    const id = '𝔸'.repeat(300)
    const issues = Array.from({ length: 100 }, () => ({ ...issue(0), ctx: { kind: 'node', id }, msg: id.repeat(9) }))
    const sent = { frames: [{ endNodeId: id.repeat(100), deep: [[[[[[[1]]]]]]] }] }
    const text = explainFailure({ error: 'invalid_input', message: 'Nothing was saved.', issues }, { sent, schema: {} })
    expect(text.length).toBeLessThan(8000)
    expect(() => JSON.parse(text)).not.toThrow()
    expect(text.isWellFormed()).toBe(true)
  })
})

it('names its stages where it reads for long: a tool that reads and names none is here, as one that answers at once', () => {
  const atOnce = [
    'find_sections',
    'get_viewer_model',
    'list_activity',
    'list_changes',
    'list_models',
    'read_view_data',
    'show_model',
  ]
  const [reading, writing] = [true, false].map((is) => tools.filter(({ listed }) => listed.annotations?.readOnlyHint === is))
  expect(writing?.filter(({ stages }) => stages)).toEqual([])
  expect(
    reading
      ?.filter(({ stages }) => !stages)
      .map(({ name }) => name.replace('service.', ''))
      .sort(),
  ).toEqual(atOnce)
})
