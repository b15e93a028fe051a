import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ListOrOne, showShortForms } from '#lib/schema/lenient-types.ts'
import { AreasBatch, ConstructModelElementsBatch, CreateModel, RemoveElements } from '#lib/schema/request-bodies.ts'
import { ConstructSectionCreate, ViewerArea, ViewerFrame, ViewerNode, ViewerSupport, ViewerUnits } from '#lib/schema/schema.ts'
import { parse } from './parse.ts'

/** What came of it, as `[type, path]` of each issue. */
function refused(schema: z.ZodType, value: unknown): [string, string][] {
  const parsed = parse(schema, value)
  return parsed.ok ? [] : parsed.issues.map(({ type, loc }) => [type, loc.join('.')])
}

function accepted<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = parse(schema, value)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
  return parsed.value
}

const node = (more: object = {}) => ({ id: 'N1', position: { x: 0, y: 0, z: 0 }, ...more })

it('an object of the client’s own has 64 levels at most, counted from the top', () => {
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })
  expect(accepted(ViewerNode, node({ source: nested(63) })).source).toEqual(nested(63))
  const parsed = parse(ViewerNode, node({ source: nested(64) }))
  expect(parsed.ok ? [] : parsed.issues).toEqual([
    { type: 'value_error', loc: ['source', ...Array(63).fill('a')], msg: 'Value error, nested deeper than 64 levels', ctx: { error: {} } },
  ]) // biome-ignore format: an issue
  expect(refused(ViewerNode, node({ source: { list: [[], nested(63)] } }))).toEqual([['value_error', `source.list.1${'.a'.repeat(61)}`]]) // biome-ignore format: short
})

describe('numbers', () => {
  const x = (value: unknown) => accepted(ViewerNode, node({ position: { x: value, y: 0, z: 0 } })).position.x
  const wrong = (value: unknown) => refused(ViewerNode, node({ position: { x: value, y: 0, z: 0 } }))[0]?.[0]

  it.each([
    ['1.5', 1.5],
    [' 2 ', 2],
    ['\u00a03\u3000', 3],
    ['\u00854', 4],
    ['5.', 5],
    ['.5', 0.5],
    ['+5', 5],
    ['-5e-1', -0.5],
    ['1e3', 1000],
    ['1E+3', 1000],
    ['1_000', 1000],
    ['00012', 12],
    [true, 1],
    [false, 0],
  ])('reads %j as %d', (given, number) => expect(x(given)).toBe(number))

  it('makes -0 an ordinary zero', () => {
    expect(Object.is(x(-0), 0)).toBe(true)
    expect(Object.is(x('-0'), 0)).toBe(true)
  })

  it.each(['', ' ', '1,5', '0x10', '1f', '1e', '--1', '１', 'true', '_1', '1_', '1__0', '\ufeff1', 'infinit', '1 2'])(
    'finds no number in %j',
    (given) => expect(wrong(given)).toBe('float_parsing'),
  )
  it.each([Number.POSITIVE_INFINITY, '1e999', 'nan', 'NaN', '-inf', '+Infinity', ' INF '])('refuses %j as not finite', (given) =>
    expect(wrong(given)).toBe('finite_number'),
  )
  it.each([null, [], {}, [1]])('refuses %j as no number', (given) => expect(wrong(given)).toBe('float_type'))
})

describe('whole numbers', () => {
  const Page = z.object({ limit: z.int().min(1).max(200).default(50) })

  it('reads them from text, as a query has them', () => {
    expect(accepted(Page, {})).toEqual({ limit: 50 })
    expect(accepted(Page, { limit: '12' })).toEqual({ limit: 12 })
    expect(accepted(Page, { limit: ' 1_0.0 ' })).toEqual({ limit: 10 })
  })

  it.each([
    ['0', 'greater_than_equal', 'Input should be greater than or equal to 1', { ge: 1 }],
    ['201', 'less_than_equal', 'Input should be less than or equal to 200', { le: 200 }],
    ['1.5', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer', undefined],
    ['1e2', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer', undefined],
    ['', 'int_parsing', 'Input should be a valid integer, unable to parse string as an integer', undefined],
  ])('refuses %j: %s', (limit, type, msg, ctx) => {
    expect(parse(Page, { limit })).toMatchObject({ issues: [{ type, loc: ['limit'], msg, ...(ctx && { ctx }) }] })
  })
})

describe('truth values', () => {
  const u1 = (value: unknown) => accepted(ViewerSupport, { id: 'S', nodeId: 'N', restraints: { u1: value } }).restraints?.u1
  const wrong = (value: unknown) => refused(ViewerSupport, { id: 'S', nodeId: 'N', restraints: { u1: value } })[0]?.[0]

  it.each(['true', 'True', '1', 'yes', 'ON', 'y', 't', 1, true])('reads %j as true', (given) => expect(u1(given)).toBe(true))
  it.each(['false', '0', 'no', 'OFF', 'N', 'f', 0, false])('reads %j as false', (given) => expect(u1(given)).toBe(false))
  it('keeps null: not stated', () => expect(u1(null)).toBe(null))
  it.each([2, -1, '', ' true', 'maybe'])('cannot interpret %j', (given) => expect(wrong(given)).toBe('bool_parsing'))
  it.each([0.5, [], {}])('takes %j for no truth value', (given) => expect(wrong(given)).toBe('bool_type'))
  it('gives cascade its default, and has no null for it', () => {
    expect(accepted(RemoveElements, {})).toEqual({ cascade: false })
    expect(refused(RemoveElements, { cascade: null })).toEqual([['bool_type', 'cascade']])
  })
})

describe('text', () => {
  it('counts code points in ids: 1 to 256', () => {
    expect(refused(ViewerNode, node({ id: '' }))).toEqual([['string_too_short', 'id']])
    expect(accepted(ViewerNode, node({ id: '😀'.repeat(256) })).id).toHaveLength(512)
    expect(parse(ViewerNode, node({ id: '😀'.repeat(257) }))).toMatchObject({
      ok: false,
      issues: [
        {
          type: 'string_too_long',
          loc: ['id'],
          msg: 'String should have at most 256 characters',
          ctx: { max_length: 256 },
        },
      ],
    })
  })

  it('refuses lone surrogates and NUL in every string, however long', () => {
    for (const pad of ['', 'x'.repeat(100)]) {
      expect(refused(ViewerNode, node({ id: `${pad}\ud800` }))).toEqual([['string_unicode', 'id']])
      expect(refused(ViewerNode, node({ label: `\udc00${pad}` }))).toEqual([['string_unicode', 'label']])
      expect(refused(ViewerNode, node({ label: `a\0${pad}` }))).toEqual([['value_error', 'label']])
      expect(accepted(ViewerNode, node({ label: `${pad}😀é` })).label).toBe(`${pad}😀é`)
    }
  })

  it('looks into free-form objects, at a bad key from the object that holds it', () => {
    const source = { a: [{ b: 'x\0' }, Number.POSITIVE_INFINITY], 'k\0': 1, c: { '\ud800': 'x' }, d: '\udfff' }
    expect(refused(ViewerNode, node({ source }))).toEqual([
      ['value_error', 'source.a.0.b'],
      ['finite_number', 'source.a.1'],
      ['value_error', 'source'],
      ['string_unicode', 'source.c'],
      ['string_unicode', 'source.d'],
    ])
    expect(refused(ConstructSectionCreate, { id: 'S', dimensions: { 't3\0': 1, t2: 1 } })).toEqual([
      ['value_error', 'dimensions'],
    ])
  })
})

describe('lists and objects', () => {
  it('counts items in the message, and says one item without an s', () => {
    const parsed = parse(ViewerArea, { id: 'A', nodeIds: ['1', '2'] })
    expect(parsed).toMatchObject({
      issues: [
        {
          type: 'too_short',
          loc: ['nodeIds'],
          msg: 'List should have at least 3 items after validation, not 2',
          ctx: { field_type: 'List', min_length: 3, actual_length: 2 },
        },
      ],
    })
    expect(parse(z.object({ frameIds: z.array(z.string()).min(1) }), { frameIds: [] })).toMatchObject({
      issues: [{ msg: 'List should have at least 1 item after validation, not 0' }],
    })
  })

  it('does not count the items of a list with bad items', () => {
    expect(refused(ViewerArea, { id: 'A', nodeIds: ['1', 2] })).toEqual([['string_type', 'nodeIds.1']])
  })

  it('tells what is wrong in schema order, then by index', () => {
    const batch = { supports: [{}], nodes: [{ position: { x: 'a' } }, null], areas: [{ source: [], nodeIds: null }] }
    expect(refused(ConstructModelElementsBatch, batch)).toEqual([
      ['missing', 'areas.0.id'],
      ['list_type', 'areas.0.nodeIds'],
      ['dict_type', 'areas.0.source'],
      ['missing', 'nodes.0.id'],
      ['float_parsing', 'nodes.0.position.x'],
      ['missing', 'nodes.0.position.y'],
      ['missing', 'nodes.0.position.z'],
      ['model_attributes_type', 'nodes.1'],
      ['missing', 'supports.0.id'],
      ['missing', 'supports.0.nodeId'],
    ])
  })

  it('has no null for what is not nullable', () => {
    expect(refused(ViewerFrame, { id: 'F', startNodeId: 'A', endNodeId: 'B', rotation: null })).toEqual([
      ['float_type', 'rotation'],
    ])
    expect(refused(ConstructSectionCreate, { id: 'S', type: null, dimensions: null })).toEqual([
      ['literal_error', 'type'],
      ['dict_type', 'dimensions'],
    ])
    expect(refused(ViewerSupport, { id: 'S', nodeId: 'N', restraints: null })).toEqual([['model_attributes_type', 'restraints']])
    expect(refused(ConstructModelElementsBatch, { nodes: null })).toEqual([['list_type', 'nodes']])
  })

  it('drops unknown fields, gives defaults, and leaves absent ones absent', () => {
    const frame = { extra: 1, endNodeId: 'B', ID: 'wrong case', id: 'F', startNodeId: 'A', label: null }
    const kept = accepted(ViewerFrame, frame)
    expect(Object.keys(kept)).toEqual(['id', 'startNodeId', 'endNodeId', 'label', 'rotation'])
    expect(kept.rotation).toBe(0)
  })

  it('takes __proto__ for a key like any other', () => {
    const text =
      '{"__proto__":{"id":"x"},"id":"N","position":{"x":0,"y":0,"z":0,"__proto__":{"x":1}},' +
      '"source":{"__proto__":{"a":1},"constructor":{"prototype":2},"1":1}}'
    const kept = accepted(ViewerNode, JSON.parse(text))
    expect(JSON.stringify(kept.source)).toBe('{"1":1,"__proto__":{"a":1},"constructor":{"prototype":2}}')
    expect(Object.keys(kept)).toEqual(['id', 'position', 'source'])
    expect(JSON.stringify(kept.position)).toBe('{"x":0,"y":0,"z":0}')
    const dimensions = JSON.parse('{"id":"S","dimensions":{"__proto__":"2","t3":"1"}}')
    expect(JSON.stringify(accepted(ConstructSectionCreate, dimensions).dimensions)).toBe('{"__proto__":2,"t3":1}')
    expect(refused(ViewerNode, JSON.parse('{"__proto__":{"id":"N","position":{"x":0,"y":0,"z":0}}}'))).toEqual([
      ['missing', 'id'],
      ['missing', 'position'],
    ])
  })

  it('counts issues that it does not keep', () => {
    const parsed = parse(ConstructModelElementsBatch, { nodes: Array.from({ length: 100_000 }, () => ({})) })
    expect(parsed).toMatchObject({ ok: false, total: 200_000 })
    if (!parsed.ok) expect(parsed.issues).toHaveLength(100)
  })

  it('bounds the depth of free-form objects by itself', () => {
    let deep: unknown = 1
    for (let i = 0; i < 5000; i++) deep = { deep }
    expect(refused(ViewerNode, node({ source: deep }))[0]?.[0]).toBe('value_error')
  })
})

describe('what is left to judge', () => {
  it('holds undefined where something failed, and names lists that failed as a whole', () => {
    const parsed = parse(ConstructModelElementsBatch, {
      nodes: 'none',
      areas: [{ id: 'A', nodeIds: [] }, 7],
      sections: [{ id: 'S', polygon: 'x', dimensions: { t3: 'x', t2: 1 } }],
      frames: [{ id: 'F', startNodeId: 1, endNodeId: 'N2' }],
    })
    expect(parsed).toMatchObject({ ok: false, failed: new Set(['nodes']) })
    expect(parsed.value).toEqual({
      areas: [{ id: 'A', nodeIds: [undefined] }, undefined],
      frames: [{ id: 'F', endNodeId: 'N2', rotation: 0 }],
      nodes: [undefined],
      sections: [{ id: 'S', polygon: [undefined], type: 'rectangular' }],
    })
  })
})

it('names a list that failed although a hundred issues stand before it', () => {
  const areas = Array.from({ length: 200 }, () => null)
  expect(parse(ConstructModelElementsBatch, { areas, frames: 'none' })).toMatchObject({ total: 201, failed: new Set(['frames']) })
})

describe('each rule of a schema', () => {
  const told = (schema: z.ZodType, value: unknown) => {
    const parsed = parse(z.object({ at: schema }), { at: value })
    return parsed.ok ? { value: (parsed.value as { at: unknown }).at } : parsed.issues[0]
  }
  const issue = (type: string, msg: string, ctx?: object) => ({ type, loc: ['at'], msg, ...(ctx && { ctx }) })

  it.each<[string, z.ZodType, unknown, unknown]>([
    ['a lower bound that belongs to it', z.number().min(2), 2, { value: 2 }],
    ['one that does not', z.number().gt(2), 2, issue('greater_than', 'Input should be greater than 2', { gt: 2 })],
    ['one below', z.number().gt(2), 2.1, { value: 2.1 }],
    ['an upper bound that belongs to it', z.number().max(2), 2, { value: 2 }],
    ['one above', z.number().max(2), 2.5, issue('less_than_equal', 'Input should be less than or equal to 2', { le: 2 })],
    ['one that does not', z.number().lt(2), 2, issue('less_than', 'Input should be less than 2', { lt: 2 })],
    ['one below that', z.number().lt(2), '1.9', { value: 1.9 }],
    ['a whole number', z.int(), true, { value: 1 }],
    ['no whole number', z.int(), 1.5, issue('int_from_float', 'Input should be a valid integer, got a number with a fractional part')],
    ['nothing of a number', z.int(), null, issue('int_type', 'Input should be a valid integer')],
    ['nothing of a number', z.number(), null, issue('float_type', 'Input should be a valid number')],
    ['endless', z.int(), Infinity, issue('finite_number', 'Input should be a finite number')],
    ['no number', z.number(), 'x', issue('float_parsing', 'Input should be a valid number, unable to parse string as a number')],
    ['no truth value', z.boolean(), 'x', issue('bool_parsing', 'Input should be a valid boolean, unable to interpret input')],
    ['nothing of one', z.boolean(), null, issue('bool_type', 'Input should be a valid boolean')],
    ['no text', z.string(), 1, issue('string_type', 'Input should be a valid string')],
    ['two characters', z.string().min(2), 'ab', { value: 'ab' }],
    ['one that takes two places', z.string().min(2), '😀', issue('string_too_short', 'String should have at least 2 characters', { min_length: 2 })],
    ['no character', z.string().min(1), '', issue('string_too_short', 'String should have at least 1 character', { min_length: 1 })],
    ['one character that takes two places', z.string().max(1), '😀', { value: '😀' }],
    ['one too many', z.string().max(1), '😀!', issue('string_too_long', 'String should have at most 1 character', { max_length: 1 })],
    ['what fits a pattern', z.string().regex(/^a+$/), 'aa', { value: 'aa' }],
    ['what does not', z.string().regex(/^a+$/), 'ab', issue('string_pattern_mismatch', "String should match pattern '^a+$'", { pattern: '^a+$' })],
    ['one word', z.literal('a'), 'b', issue('literal_error', "Input should be 'a'", { expected: "'a'" })],
    ['one of two', z.enum(['a', 'b']), 'c', issue('literal_error', "Input should be 'a' or 'b'", { expected: "'a' or 'b'" })],
    ['one of three', z.literal([1, 'b', null]), 'c', issue('literal_error', "Input should be 1, 'b' or null", { expected: "1, 'b' or null" })],
    ['one of these', z.literal([1, 'b', null]), null, { value: null }],
    ['no list', z.array(z.number()), {}, issue('list_type', 'Input should be a valid list')],
    ['as many as there may be', z.array(z.number()).max(1), [1], { value: [1] }],
    ['too many', z.array(z.number()).max(1), [1, 2], issue('too_long', 'List should have at most 1 item after validation, not 2', { field_type: 'List', max_length: 1, actual_length: 2 })],
    ['too few', z.array(z.number()).min(2), [1], issue('too_short', 'List should have at least 2 items after validation, not 1', { field_type: 'List', min_length: 2, actual_length: 1 })],
    ['one for a list', ListOrOne(z.number()), 7, { value: [7] }],
    ['a list', ListOrOne(z.number()), [7, 8], { value: [7, 8] }],
    ['nothing for a list', ListOrOne(z.number()), null, issue('list_type', 'Input should be a valid list')],
    ['no dictionary', z.record(z.string(), z.number()), [], issue('dict_type', 'Input should be a valid dictionary')],
    ['no dictionary of anything', z.record(z.string(), z.unknown()), 1, issue('dict_type', 'Input should be a valid dictionary')],
    ['as many keys as there may be', z.record(z.string(), z.number()).meta({ maxProperties: 1 }), { a: '1' }, { value: { a: 1 } }],
    ['a key too many', z.record(z.string(), z.number()).meta({ maxProperties: 1 }), { a: 1, b: 2 }, issue('too_long', 'Dictionary should have at most 1 item after validation, not 2', { field_type: 'Dictionary', max_length: 1, actual_length: 2 })],
    ['any number of keys', z.record(z.string(), z.number()), { a: 1, b: 2 }, { value: { a: 1, b: 2 } }],
    ['no object', z.object({}), [], issue('model_attributes_type', 'Input should be a valid dictionary or object to extract fields from')],
    ['more than is known', z.strictObject({ a: z.number() }), { a: 1, b: 2 }, { ...issue('extra_forbidden', 'Extra inputs are not permitted'), loc: ['at', 'b'] }],
    ['as much as is known', z.strictObject({ a: z.number() }), { a: 1 }, { value: { a: 1 } }],
  ])('%s', (_, schema, value, wanted) => expect(told(schema, value)).toEqual(wanted)) // biome-ignore format: a case a line

  it('that is none of these is an error of ours', () => {
    expect(() => told(z.date(), 1)).toThrow('parse() knows no date schemas')
    expect(() => told(z.string().length(2), 'a')).toThrow('parse() knows no check length_equals of text')
    expect(() => told(z.number().multipleOf(2), 4)).toThrow('parse() knows no check multiple_of of numbers')
    expect(() => told(z.array(z.number()).length(2), [])).toThrow('parse() knows no check length_equals of lists')
  })

  it.each([0, 1, 61, 62, 63, 64, 65, 500])('that text can be stored is seen at any place, %d characters in', (before) => {
    for (const after of [0, 1, 70]) {
      const around = (one: string) => 'x'.repeat(before) + one + 'y'.repeat(after)
      for (const whole of ['😀', '\ud7ff', '\ue000', '\u0001'])
        expect(told(z.string(), around(whole))).toEqual({ value: around(whole) })
      expect(told(z.string(), around('\0'))).toEqual(
        issue('value_error', 'Value error, NUL (U+0000) is not allowed', { error: {} }),
      )
      for (const half of ['\ud800', '\udbff', '\udc00', '\udfff'])
        expect(told(z.string(), around(half))).toEqual(
          issue('string_unicode', 'Input should be a valid string, unable to parse raw data as a unicode string'),
        )
    }
  })

  it('keeps what needs no change as it came, and changes nothing of what it copies', () => {
    const list = [[1, 2], [3, 4]] // biome-ignore format: short
    expect(told(z.array(z.array(z.number())), list)).toEqual({ value: list })
    const lists = parse(z.array(z.array(z.number())), list)
    expect(lists.ok && lists.value).toBe(list)
    const mixed = [[1, 2], ['3', 4], [5]] // biome-ignore format: short
    const read = parse(z.array(z.array(z.number())), mixed)
    expect(read.ok && read.value).toEqual([[1, 2], [3, 4], [5]]) // biome-ignore format: short
    expect(mixed[1]).toEqual(['3', 4])
    expect(read.ok && read.value[0]).toBe(mixed[0])
    const words = { a: 1, b: '2' }
    expect(parse(z.record(z.string(), z.number()), words)).toEqual({ ok: true, value: { a: 1, b: 2 } })
    expect(words).toEqual({ a: 1, b: '2' })
    const same = { a: 1, b: 2 }
    const kept = parse(z.record(z.string(), z.number()), same)
    expect(kept.ok && kept.value).toBe(same)
  })

  it('lets who listens hear every issue, and then keeps none', () => {
    const heard: string[] = []
    const parsed = parse(z.array(z.number()), Array(150).fill('x'), ({ loc }) => heard.push(loc.join()))
    expect(parsed).toMatchObject({ ok: false, total: 150, issues: [], value: Array(150).fill(undefined) })
    expect(heard).toEqual(Array.from({ length: 150 }, (_, k) => String(k)))
  })
})

describe('whatever is valid', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', '7', ' ', 'é', '😀', '"', '\\', '\u2028') })
  const id = text.filter((value) => value.length > 0)
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
  const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '?')))
  const source = fc.option(fc.dictionary(text, json, { noNullPrototype: true }), { nil: null })
  const nullable = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
  const point = fc.record({ x: number, y: number })
  const vector = fc.record({ x: number, y: number, z: number })
  const some = <T>(one: fc.Arbitrary<T>, minLength = 0) => fc.array(one, { maxLength: 4, minLength })
  const ids = (minLength: number) => some(text, minLength)
  const of = <T extends object>(
    required: { [K in keyof T]: fc.Arbitrary<T[K]> },
    optional: Record<string, fc.Arbitrary<unknown>>,
  ) =>
    fc.record({ ...required, ...optional } as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: Object.keys(required),
      noNullPrototype: true,
    })
  const restraint = nullable(fc.boolean())
  const batch = of(
    {},
    {
      areas: some(
        of(
          { id, nodeIds: ids(3) },
          {
            cardinalPoint: nullable(text),
            openingNodeIds: some(ids(0)),
            thickness: nullable(number),
            sectionId: nullable(text),
            source,
          },
        ),
      ),
      frames: some(
        of(
          { id, startNodeId: text, endNodeId: text, rotation: number },
          {
            label: nullable(text),
            length: nullable(number),
            sectionOffset: nullable(point),
            source,
          },
        ),
      ),
      gridLines: some(of({ id, axis: fc.constantFrom('X', 'Y', 'Z'), coordinate: number }, { label: nullable(text) })),
      materials: some(of({ id }, { name: nullable(text), source })),
      members: some(of({ id, frameIds: ids(1) }, { sectionId: nullable(text) })),
      nodes: some(of({ id, position: vector }, { label: nullable(text), radius: nullable(number), source })),
      sections: some(
        of(
          { id, type: fc.constantFrom(...ConstructSectionCreate.shape.type.unwrap().options) },
          {
            dimensions: fc.dictionary(text, number, { noNullPrototype: true }),
            polygon: nullable(some(point)),
            thickness: nullable(number),
          },
        ),
      ),
      supports: some(
        of(
          { id, nodeId: text },
          {
            restraints: of({}, { r1: restraint, r2: restraint, r3: restraint, u1: restraint, u2: restraint, u3: restraint }),
          },
        ),
      ),
    },
  )

  it('comes out as it went in', () => {
    fc.assert(
      fc.property(batch, text, (elements, name) => {
        const sent = JSON.stringify({ name, ...elements })
        expect(JSON.stringify(sorted(accepted(CreateModel, JSON.parse(sent))))).toBe(JSON.stringify(sorted(JSON.parse(sent))))
      }),
      { numRuns: 300 },
    )
  })

  it('is what zod accepts as well', () => {
    fc.assert(
      fc.property(batch, (elements) => {
        expect(ConstructModelElementsBatch.safeParse(elements).success).toBe(true)
        expect(parse(ConstructModelElementsBatch, elements).ok).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('is accepted or refused without an exception, whatever it is', () => {
    for (const schema of [CreateModel, RemoveElements, ViewerUnits, ConstructModelElementsBatch]) {
      const shaped = fc.dictionary(
        fc.constantFrom(...Object.keys(schema.shape)),
        fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue()),
      )
      fc.assert(
        fc.property(fc.oneof(fc.jsonValue(), shaped), (value) => {
          const parsed = parse(schema, value)
          if (!parsed.ok) expect(parsed.total).toBeGreaterThan(0)
        }),
      )
    }
  })

  /** Objects with their keys in one order: fields come out in schema order where one had to be made anew. */
  function sorted(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(sorted)
    if (typeof value !== 'object' || value === null) return value
    return Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)])
  }
})

it('templates and defaults are refused where one kind is taken, where half of the model would be missing', () => {
  const areas = [{ id: 'A', nodeIds: ['a', 'b', 'c'] }]
  expect(refused(AreasBatch, { areas })).toEqual([])
  expect(refused(AreasBatch, { areas, repeat: [], defaults: {} })).toEqual([['value_error', 'repeat'], ['value_error', 'defaults']]) // biome-ignore format: short
})

it('what may be said shorter is shown so in the schema of what is sent, and in that alone', () => {
  const restraints = (io: 'input' | 'output') => {
    const schema = z.toJSONSchema(ViewerSupport, { io, unrepresentable: 'any', override: (one) => showShortForms(one, io) })
    return Object.values(schema.$defs!).find((one) => JSON.stringify(one).includes('"u1"')) as { type?: string; anyOf?: object[] }
  }
  expect(restraints('output')).toMatchObject({ type: 'object' })
  const { type, anyOf } = restraints('input')
  expect(type).toBeUndefined()
  expect(anyOf!.length).toBeGreaterThan(1)
  expect(anyOf!.at(-1)).toMatchObject({ type: 'object', properties: { u1: {} } })
})

it('text that cannot be stored is told once, and is not kept', () => {
  for (const id of ['\0', `${'x'.repeat(300)}\0`, '\ud800', `${'x'.repeat(300)}\ud800`]) {
    const parsed = parse(ViewerNode, node({ id }))
    expect([parsed.ok, !parsed.ok && parsed.total, parsed.value?.id]).toEqual([false, 1, undefined])
  }
})
