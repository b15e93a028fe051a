import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { limits } from '#lib/runtime/limits.ts'
import { MOST_COMPUTED, wholeAllowance } from './combinations.ts'
import { type Expansion, expand, type Problem } from './expand.ts'
import { readTemplates } from './templates.ts'

function expanded(repeat: unknown, room = limits.batchElements): Expansion & { problems: Problem[] } {
  const { templates, issues } = readTemplates(repeat)
  expect(issues).toEqual([])
  const problems: Problem[] = []
  return { ...expand(templates, (problem) => problems.push(problem), { ...wholeAllowance(), elements: room }), problems }
}

const issuesOf = (repeat: unknown) => readTemplates(repeat).issues

test('writes the purlins of a hall, the first variable outermost', () => {
  const purlin = { id: 'P{i}-{k}', startNodeId: 'R{i}-{k}', endNodeId: 'R{i+1}-{k}', sectionId: 'IPE160' }
  const { elements, made } = expanded([{ for: { i: '0..9', k: '0..16' }, frames: [purlin] }])
  const written = []
  for (let i = 0; i < 10; i++) {
    for (let k = 0; k < 17; k++) {
      written.push({ id: `P${i}-${k}`, startNodeId: `R${i}-${k}`, endNodeId: `R${i + 1}-${k}`, sectionId: 'IPE160' })
    }
  }
  expect(elements).toEqual({ frames: written })
  expect(made).toEqual([170])
})

test('a number becomes text where the schema takes text, and stays a number elsewhere', () => {
  const { elements } = expanded([
    {
      for: { i: [3] },
      nodes: [{ id: '{i}', label: '{i+1}', position: { x: '{i}', y: 'a{i}', z: 0 }, source: { storey: '{i}' } }],
      areas: [{ id: 'S', nodeIds: ['{i}', '{i+1}', '{i+2}'], thickness: '{i/10}', openingNodeIds: [['{i}']] }],
    },
  ])
  expect(elements).toEqual({
    nodes: [{ id: '3', label: '4', position: { x: 3, y: 'a3', z: 0 }, source: { storey: 3 } }],
    areas: [{ id: 'S', nodeIds: ['3', '4', '5'], thickness: 0.3, openingNodeIds: [['3']] }],
  })
})

test('an item of a list stands for many', () => {
  const { elements } = expanded([
    {
      for: { m: '1..2' },
      members: [{ id: 'M{m}', frameIds: ['A', { for: { k: '0..2', j: 'k..2' }, if: 'k!=j', each: '{m}:{k}{j}' }, 'Z'] }],
    },
  ])
  expect(elements.members).toEqual([
    { id: 'M1', frameIds: ['A', '1:01', '1:02', '1:12', 'Z'] },
    { id: 'M2', frameIds: ['A', '2:01', '2:02', '2:12', 'Z'] },
  ])
})

test('let, if, ranges that use earlier names and count down, and lists', () => {
  const { elements, made, empty } = expanded([
    {
      for: { l: '3..1 by -1', i: '(l>2)..2', w: ['a', true] },
      let: { n: '{letter(i)}{l}', z: 'l*3.5', t: 0.25 },
      if: 'not (i==2 and l==1)',
      nodes: [{ id: '{n}{pick(w==true,"-","+")}', position: { x: '{t}', y: 0, z: '{z}' } }],
    },
    { for: { i: '1..4' }, if: 'i>9', nodes: [{ id: 'x{i}', position: { x: 0, y: 0, z: 0 } }] },
    { for: { i: '1..0' }, nodes: [{ id: 'y{i}', position: { x: 0, y: 0, z: 0 } }] },
  ])
  const ids = elements.nodes?.map(({ id }) => id)
  expect(ids).toEqual(['B3-', 'B3+', 'C3-', 'C3+', 'A2-', 'A2+', 'B2-', 'B2+', 'C2-', 'C2+', 'A1-', 'A1+', 'B1-', 'B1+'])
  expect(elements.nodes?.[0]).toEqual({ id: 'B3-', position: { x: 0.25, y: 0, z: 10.5 } })
  expect(made).toEqual([14, 0, 0])
  expect(empty).toEqual([
    { template: 1, combinations: 4 },
    { template: 2, combinations: 0 },
  ])
})

test('the place of a made element is where the template wrote it, with the values of its variables', () => {
  const { place } = expanded([
    { for: { i: '0..1' }, nodes: [{ id: 'a{i}' }, { id: 'b{i}' }] },
    {
      for: { i: '0..3', k: '0..2' },
      if: 'i!=1',
      nodes: [{ id: 'n{i}-{k}' }],
      areas: [{ id: 's{i}-{k}', nodeIds: ['first', { for: { j: '0..4' }, each: 'n{j}' }] }],
    },
  ])
  expect(place('nodes', 3, ['id'])).toEqual({ loc: ['repeat', 0, 'nodes', 1, 'id'], at: { i: 1 } })
  expect(place('nodes', 4 + 4, ['position'])).toEqual({ loc: ['repeat', 1, 'nodes', 0, 'position'], at: { i: 2, k: 1 } })
  expect(place('areas', 8, ['nodeIds', 3])).toEqual({
    loc: ['repeat', 1, 'areas', 0, 'nodeIds', 1, 'each'],
    at: { i: 3, k: 2, j: 2 },
  })
})

test('tells every combination that cannot be computed, with its values', () => {
  const { problems, failed } = expanded([
    { for: { l: '24..25' }, frames: [{ id: 'C{l}', sectionId: "{pick((l>10)+(l>18)+(l>24),'A','B','C')}" }] },
    { for: { i: [1, 2], j: '0..1/(i-1)' }, nodes: [{ id: 'x' }] },
  ])
  expect(failed).toBe(true)
  expect(problems).toEqual([
    {
      issue: { type: 'template_value', loc: ['repeat', 0, 'frames', 0, 'sectionId'], msg: 'pick(3, …) has 3 values, 0 to 2' },
      at: { l: 25 },
    },
    { issue: { type: 'template_value', loc: ['repeat', 1, 'for', 'j'], msg: 'division by 0' }, at: { i: 1 } },
  ])
})

test('a million combinations, and not one more, are counted before anything is made', () => {
  const [{ issue }] = expanded([{ for: { a: '0..100', b: '0..100', c: '0..100' }, nodes: [{ id: 'x' }] }]).problems as [Problem]
  expect(issue).toMatchObject({ type: 'limit_exceeded', loc: ['repeat', 0], ctx: { limit: 1_000_000 } })
  expect(issue).toMatchObject({ msg: 'more than 1000000 combinations, the limit is 1000000' })
  expect(issue.ctx).toEqual({ limit: 1_000_000 })
  const list = Array.from({ length: 1001 }, (_, k) => k)
  const [listed] = expanded([{ for: { a: '0..4' }, nodes: [{ id: 'x{a}' }] }, { for: { a: list, b: list }, nodes: [{ id: 'x' }] }]).problems // biome-ignore format: short
  // The five before are counted too.
  expect(listed!.issue).toMatchObject({ loc: ['repeat', 1], msg: '1002006 combinations, the limit is 1000000', ctx: { actual: 1_002_006 } }) // biome-ignore format: short
  expect(expanded([{ for: { a: '1..1000', b: '1..1000' }, if: false, nodes: [{ id: 'x' }] }]).problems).toEqual([])
})

test('elements beyond the room of a batch are counted, and not made', () => {
  const { elements, problems } = expanded([{ for: { a: '1..1000' }, nodes: [{ id: 'x{a}' }] }], 900)
  expect(elements.nodes?.length).toBe(900)
  const actual = 1000 + limits.batchElements - 900
  expect(problems).toMatchObject([{ issue: { type: 'limit_exceeded', loc: [], ctx: { actual } } }])
})

test('no more JSON is made than a body may have', () => {
  const whole = limits.bodyBytes
  const repeat = [
    {
      for: { i: '1..200' },
      members: [{ id: 'a member {i}', frameIds: ['one', { for: { k: '1..9' }, each: '{i}-{k}' }], source: { text: 'x'.repeat(40), n: [1, 2.5] } }],
    },
  ] // biome-ignore format: short
  const size = JSON.stringify(expanded(repeat).elements).length
  try {
    limits.bodyBytes = 0.95 * size
    expect(expanded(repeat)).toMatchObject({
      failed: true,
      problems: [{ issue: { loc: ['repeat'], ctx: { limit: 0.95 * size } } }],
    })
    limits.bodyBytes = 1.1 * size
    expect(expanded(repeat).problems).toEqual([])
  } finally {
    limits.bodyBytes = whole
  }
})

test('loops, variables and conditions that cannot be computed are told where they stand', () => {
  const told = (template: object) =>
    expanded([{ nodes: [{ id: 'x{i}' }], ...template }]).problems.map(({ issue, at }) => [
      issue.loc.slice(2).join('.'),
      issue.msg,
      at,
    ])
  expect(told({ for: { i: '0..4 by 0' } })).toEqual([['for.i', 'the step of a range must not be 0', {}]])
  expect(told({ for: { i: '0..1.5' } })).toEqual([['for.i', 'the end of a range must be a whole number, not 1.5', {}]])
  expect(told({ for: { i: '0.5..1' } })).toEqual([['for.i', 'the beginning of a range must be a whole number, not 0.5', {}]])
  expect(told({ for: { i: '0..1 by 0.5' } })).toEqual([['for.i', 'the step of a range must be a whole number, not 0.5', {}]])
  expect(told({ for: { i: '0..2' }, let: { k: '1/(i-1)' } })).toEqual([['let.k', 'division by 0', { i: 1 }]])
  expect(told({ for: { i: '0..2' }, if: '1/(i-1)' })).toEqual([['if', 'division by 0', { i: 1 }]])
  expect(told({ for: { i: [0.1 * 3] }, if: "'yes'" })).toEqual([['if', "'yes' is a text, neither true nor false", { i: 0.3 }]])
  expect(told({ for: { i: [true, 'a'] }, if: '1/0' })).toEqual([['if', 'division by 0', { i: true }], ['if', 'division by 0', { i: 'a' }]]) // biome-ignore format: short
})

test('what is endless ends at the steps of a call, in loops, variables and conditions alike', () => {
  const whole = MOST_COMPUTED.steps
  const isEnded = (template: object) => {
    const { problems, failed } = expanded([{ for: { i: '1..10' }, nodes: [{ id: 'x' }], ...template }])
    if (failed) expect(problems).toMatchObject([{ issue: { type: 'limit_exceeded', loc: ['repeat'], msg: 'more than 100 steps to compute the templates', ctx: { limit: 100 } } }]) // biome-ignore format: short
    return failed
  }
  try {
    MOST_COMPUTED.steps = 100
    // A combination is a step, and so is each number and each sum.
    expect([isEnded({}), isEnded({ for: { i: '1..120' } })]).toEqual([false, true])
    expect([isEnded({ let: { v: 'i+i+i' } }), isEnded({ let: { v: 'i+i+i+i+i+i' } })]).toEqual([false, true])
    expect([isEnded({ if: 'i+i+i > 0' }), isEnded({ if: 'i+i+i+i+i > 0' })]).toEqual([false, true])
    const inner = (to: string) => ({ for: { a: [1] }, members: [{ id: 'M', frameIds: [{ for: { k: `0..${to}` }, if: false, each: 'x' }] }] }) // biome-ignore format: short
    expect([isEnded(inner('9')), isEnded(inner('1e12'))]).toEqual([false, true])
    const each = (to: number) => ({
      for: { a: [1] },
      members: [{ id: 'M', frameIds: [{ for: { k: `0..${to}` }, each: '{k+k+k}' }] }],
    })
    expect([isEnded(each(9)), isEnded(each(30))]).toEqual([false, true])
    expect(isEnded({ for: { i: '1..10', k: '1..1+(((((((((0)))))))))+0+0+0+0+0' } })).toBe(true)
  } finally {
    MOST_COMPUTED.steps = whole
  }
})

test.each<[string, unknown, object]>([
  ['no list', {}, { type: 'list_type', loc: ['repeat'] }],
  ['201 templates', Array(201).fill({}), { type: 'too_long', loc: ['repeat'] }],
  ['no loop', [{ nodes: [{}] }], { type: 'missing', loc: ['repeat', 0, 'for'] }],
  [
    'seven names',
    [{ for: Object.fromEntries([...'abcdefg'].map((name) => [name, '0..1'])), nodes: [{}] }],
    { type: 'too_long', msg: 'Dictionary should have at most 6 items after validation, not 7' },
  ],
  [
    'no range',
    [{ for: { i: 5 }, nodes: [{}] }],
    { type: 'value_error', msg: 'Value error, write a range such as "0..4" or a list' },
  ],
  [
    'a step that is missing',
    [{ for: { i: '0..4 by' }, nodes: [{}] }],
    { type: 'template_syntax', loc: ['repeat', 0, 'for', 'i'] },
  ],
  ['a word as a name', [{ for: { by: '0..4' }, nodes: [{}] }], { type: 'value_error', loc: ['repeat', 0, 'for', 'by'] }],
  ['a name twice', [{ for: { i: '0..4' }, let: { i: 1 }, nodes: [{}] }], { type: 'value_error', loc: ['repeat', 0, 'let', 'i'] }],
  [
    'a name of a later loop',
    [{ for: { i: '0..k', k: '0..1' }, nodes: [{}] }],
    { type: 'template_name', loc: ['repeat', 0, 'for', 'i'] },
  ],
  ['no list of elements', [{ for: { i: '0..4' }, nodes: {} }], { type: 'list_type', loc: ['repeat', 0, 'nodes'] }],
  ['a list of more than values', [{ for: { i: [1, {}] }, nodes: [{}] }], { type: 'value_error', loc: ['repeat', 0, 'for', 'i'] }],
  ['an empty list', [{ for: { i: [] }, nodes: [{}] }], { type: 'too_short', loc: ['repeat', 0, 'for', 'i'] }],
  [
    'a list too long',
    [{ for: { i: Array(10_001).fill(1) }, nodes: [{}] }],
    { type: 'too_long', loc: ['repeat', 0, 'for', 'i'], ctx: { field_type: 'List', max_length: 10_000, actual_length: 10_001 } },
  ],
  [
    'a variable that is none',
    [{ for: { i: '0..4' }, let: { k: {} }, nodes: [{}] }],
    { type: 'value_error', loc: ['repeat', 0, 'let', 'k'] },
  ],
  ['a condition that is none', [{ for: { i: '0..4' }, if: {}, nodes: [{}] }], { type: 'value_error', loc: ['repeat', 0, 'if'] }],
  ['no template', [7], { type: 'model_attributes_type', loc: ['repeat', 0] }],
  ['no element', [{ for: { i: '0..4' }, nodes: [7] }], { type: 'model_attributes_type', loc: ['repeat', 0, 'nodes', 0] }],
  [
    'a loop for elements',
    [{ for: { i: '0..4' }, nodes: [{ for: {}, each: {} }] }],
    { type: 'value_error', loc: ['repeat', 0, 'nodes', 0] },
  ],
  [
    '201 elements',
    [{ for: { i: '0..4' }, nodes: Array(201).fill({}) }],
    { msg: 'Value error, a template has at most 200 elements, not 201' },
  ],
  [
    'three loops inside each other',
    [
      {
        for: { i: '0..4' },
        areas: [{ openingNodeIds: [{ for: { a: [1] }, each: [{ for: { b: [1] }, each: [{ for: { c: [1] }, each: '{a}' }] }] }] }],
      },
    ],
    { type: 'value_error', msg: 'Value error, at most 2 such loops inside each other' },
  ],
  [
    'an unknown key in a loop',
    [{ for: { i: '0..4' }, members: [{ frameIds: [{ for: { k: '0..1' }, each: '{k}', while: 1 }] }] }],
    { type: 'extra_forbidden', loc: ['repeat', 0, 'members', 0, 'frameIds', 0, 'while'] },
  ],
  ['no elements', [{ for: { i: '0..4' } }], { type: 'value_error', loc: ['repeat', 0] }],
  ['an unknown key', [{ for: { i: '0..4' }, node: [], nodes: [{}] }], { type: 'extra_forbidden', loc: ['repeat', 0, 'node'] }],
  [
    'an unknown variable deep inside',
    [{ for: { i: '0..4' }, members: [{ frameIds: [{ for: { k: '0..1' }, each: '{n}' }] }] }],
    {
      type: 'template_name',
      loc: ['repeat', 0, 'members', 0, 'frameIds', 0, 'each'],
      msg: "no variable 'n' here; there are i, k",
      ctx: { name: 'n', known: ['i', 'k'] },
    },
  ],
  [
    'a parenthesis that stays open',
    [{ for: { i: '0..4' }, nodes: [{ position: { x: '{2*(i+1}' } }] }],
    {
      type: 'template_syntax',
      msg: "')' expected at position 7 of '{2*(i+1}'",
      ctx: { position: 7, text: '{2*(i+1}' },
    },
  ],
])('%s is told where it stands', (_, repeat, issue) => {
  expect(issuesOf(repeat)).toContainEqual(expect.objectContaining(issue))
})

test('what is as long as it may be is read', () => {
  const names = Object.fromEntries([...'abcdef'].map((name) => [name, [1]]))
  const lets = Object.fromEntries(Array.from({ length: 20 }, (_, k) => [`v${k}`, k]))
  expect(issuesOf([{ for: names, let: lets, if: true, nodes: Array(200).fill({}) }])).toEqual([])
  expect(issuesOf([{ for: { i: Array(10_000).fill(1) }, nodes: [{ id: 'a' }] }])).toEqual([])
  expect(issuesOf(Array(200).fill({ for: { i: [1] }, nodes: [{}] }))).toEqual([])
  expect(issuesOf([{ for: { i: [1] }, let: { ...lets, more: 1 }, nodes: [{}] }])).toMatchObject([{ type: 'too_long', loc: ['repeat', 0, 'let'], ctx: { max_length: 20, actual_length: 21 } }]) // biome-ignore format: short
  expect(issuesOf([{ for: {}, nodes: [{}] }])).toMatchObject([{ type: 'too_short', msg: 'Dictionary should have at least 1 item after validation, not 0', ctx: { min_length: 1 } }]) // biome-ignore format: short
})

test('a brace in quotes makes no text of an expression, one beside them does; what is in both is computed', () => {
  const { elements } = expanded([{ for: { i: [1] }, let: { a: "i == 1 ? 'A{i}' : 'T{i}B{i+1}'", b: '{i}-"x"', c: 'replace("a}b","}","")' }, nodes: [{ id: '{a}|{b}|{c}' }] }]) // biome-ignore format: short
  expect(elements.nodes).toEqual([{ id: 'A1|1-"x"|ab' }])
})

test('an object with `each` or `for` alone is no loop', () => {
  const { elements } = expanded([
    { for: { i: [1] }, areas: [{ id: 'A', nodeIds: [], source: { all: [{ each: '{i}' }, { for: '{i}' }] } }] },
  ])
  expect(elements.areas).toMatchObject([{ source: { all: [{ each: 1 }, { for: 1 }] } }])
})

test('`__proto__` is a key like any other', () => {
  const template = JSON.parse('[{"for":{"i":"0..0"},"nodes":[{"id":"x","source":{"__proto__":"{i+1}"}}]}]')
  const [node] = expanded(template).elements.nodes ?? []
  expect(JSON.stringify(node)).toBe('{"id":"x","source":{"__proto__":1}}')
})

test('random texts throw nothing: they are read, or told', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[{}i0-9+\-*/().,'"=<>? a-z]*$/))
  fc.assert(
    fc.property(texts, (text) => {
      const { templates } = readTemplates([
        { for: { i: '0..1' }, let: { v: text }, if: text, nodes: [{ id: text, label: text }] },
      ])
      expand(templates, () => undefined, { ...wholeAllowance(), elements: 10 })
    }),
    { numRuns: runs(2000) },
  )
})

/** A range with its ends, as it is written and as a loop runs over it. */
const range = fc.tuple(fc.integer({ min: -4, max: 6 }), fc.integer({ min: -4, max: 6 }), fc.constantFrom(1, 1, 2, -1, -3))

function run([from, to, by]: [number, number, number]): number[] {
  const all: number[] = []
  for (let at = from; by > 0 ? at <= to : at >= to; at += by) all.push(at)
  return all
}

test('any template makes what its loops, written out, make', () => {
  const written = ([from, to, by]: [number, number, number]) => (by === 1 ? `${from}..${to}` : `${from}..${to} by ${by}`)
  const cases = fc.record({
    outer: range,
    inner: range,
    depends: fc.boolean(),
    slope: fc.constantFrom(0.1, 0.25, 1.5, 7.5, -3),
    modulus: fc.integer({ min: 1, max: 4 }),
    names: fc.uniqueArray(fc.constantFrom('A', 'B', 'C{', '}D', 'é'), { minLength: 1, maxLength: 3 }),
    plain: fc.integer({ min: 0, max: 2 }),
  })
  fc.assert(
    fc.property(cases, ({ outer, inner, depends, slope, modulus, names, plain }) => {
      const [from, to, by] = inner
      const repeat = [
        {
          for: { i: written(outer), k: depends ? `${from}+i..${to} by ${by}` : written(inner), w: names },
          let: { x: `${slope}*i`, tag: '{w}{i}|{k}' },
          if: `(i+k) % ${modulus} == 0`,
          nodes: [{ id: 'N{tag}', label: '{k}', position: { x: '{x}', y: `{${slope}*k+i}`, z: '{i if k > 0 else 0}' } }],
          frames: Array.from({ length: plain }, (_, n) => ({
            id: `F${n}{tag}`,
            startNodeId: 'N{tag}',
            endNodeId: 'N{w}{i+1}|{k}',
          })),
        },
      ]
      const nodes: object[] = []
      const frames: object[] = []
      const digits = (value: number) => Number(value.toPrecision(12)) + 0
      for (const i of run(outer)) {
        for (const k of run(depends ? [from + i, to, by] : inner)) {
          for (const w of names) {
            if ((((i + k) % modulus) + modulus) % modulus !== 0) continue
            const tag = `${w}${i}|${k}`
            const sum = slope * k + i
            const isNothing = Math.abs(sum) < 1e-12 * Math.max(Math.abs(slope * k), Math.abs(i))
            const position = { x: digits(slope * i), y: isNothing ? 0 : digits(sum), z: k > 0 ? digits(i) : 0 }
            nodes.push({ id: `N${tag}`, label: String(k), position })
            for (let n = 0; n < plain; n++)
              frames.push({ id: `F${n}${tag}`, startNodeId: `N${tag}`, endNodeId: `N${w}${i + 1}|${k}` })
          }
        }
      }
      const { elements, made, problems } = expanded(repeat)
      expect(problems).toEqual([])
      expect(elements.nodes ?? []).toEqual(nodes)
      expect(elements.frames ?? []).toEqual(frames)
      expect(made).toEqual([nodes.length + frames.length])
    }),
    { numRuns: runs(300) },
  )
})

test('no more JSON is made than a body may have, however it is put together', () => {
  const whole = limits.bodyBytes
  const area = { id: 'A{i}', nodeIds: ['a{i}', 'b{i}', { for: { k: '1..2' }, each: 'c{k}' }], source: { 'from {i}': ['x', { at: '{i}!' }], label: null } } // biome-ignore format: short
  const repeat = [{ for: { i: '100..149' }, areas: [area] }]
  const { length } = JSON.stringify(expanded(repeat).elements.areas)
  try {
    limits.bodyBytes = length - 3
    const [problem] = expanded(repeat).problems
    expect(problem!.issue).toEqual({ type: 'limit_exceeded', loc: ['repeat'], msg: `the templates make more than ${length - 3} bytes of JSON`, ctx: { limit: length - 3 } }) // biome-ignore format: short
    limits.bodyBytes = Math.ceil(1.1 * length)
    expect(expanded(repeat).problems).toEqual([])
  } finally {
    limits.bodyBytes = whole
  }
})

test('a combination whose range is empty counts as one, and so does one whose range cannot be computed', () => {
  const whole = MOST_COMPUTED.combinations
  try {
    MOST_COMPUTED.combinations = 20
    for (const j of ['1..0', '0..1/0']) {
      const { problems, failed } = expanded([{ for: { i: '0..1e15', j }, nodes: [{ id: 'x' }] }])
      expect(failed).toBe(true)
      expect(problems.at(-1)).toMatchObject({ issue: { type: 'limit_exceeded', msg: 'more than 20 combinations, the limit is 20' } }) // biome-ignore format: short
    }
  } finally {
    MOST_COMPUTED.combinations = whole
  }
})

test('a long list inside an element ends where it has no room, not when it is whole', () => {
  const { templates } = readTemplates([{ for: { i: [1] }, members: [{ id: 'M', frameIds: [{ for: { k: '0..1e6' }, each: 'F{k}' }] }] }]) // biome-ignore format: short
  const allowance = { ...wholeAllowance(), characters: 1000 }
  const problems: Problem[] = []
  expand(templates, (problem) => problems.push(problem), allowance)
  expect(problems).toMatchObject([{ issue: { type: 'limit_exceeded', loc: ['repeat'] } }])
  expect(MOST_COMPUTED.steps - allowance.steps).toBeLessThan(2000)
})

test('what several bodies of one call make is taken from one allowance', () => {
  const allowance = { ...wholeAllowance(), combinations: 25, elements: 15 }
  const one = (to: number) => {
    const problems: Problem[] = []
    const { templates } = readTemplates([{ for: { i: `1..${to}` }, nodes: [{ id: 'n{i}' }] }])
    expand(templates, (problem) => problems.push(problem), allowance)
    return problems.map(({ issue }) => issue.type)
  }
  expect([one(10), one(6), one(10)]).toEqual([[], ['limit_exceeded'], ['limit_exceeded']])
  expect(allowance.elements).toBeLessThan(0)
})

test('a text of a list is as long as one that is computed may be', () => {
  const list = (length: number) => issuesOf([{ for: { i: ['x'.repeat(length)] }, nodes: [{ id: '{i}' }] }])
  expect(list(4000)).toEqual([])
  expect(list(4001)).toMatchObject([{ type: 'value_error', loc: ['repeat', 0, 'for', 'i'], msg: 'Value error, a text has at most 4000 characters' }]) // biome-ignore format: short
})
