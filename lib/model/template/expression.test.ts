import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileExpression, compileRange, compileText, hasBraces } from './expression.ts'
import { isVariableName, TemplateName } from './expression-grammar.ts'
import { TooManySteps } from './expression-steps.ts'
import { TemplateSyntax } from './expression-tokens.ts'
import { compare, FUNCTION_NAMES, TemplateValue, type Value } from './expression-values.ts'

const NAMES = ['i', 'j', 'k', 'l', 't']
const VALUES: Value[] = [4, 5, 2, 19, 'R']

function written(text: string): Value {
  const compiled = compileText(text, NAMES)
  return typeof compiled === 'string' ? compiled : compiled({ values: VALUES, steps: 1000 })
}

test.each<[string, Value]>([
  ['P{i}-{k}', 'P4-2'],
  ['n{7.5*i}', 'n30'],
  ['n{1/3}', 'n0.333333333333'],
  ['{1/3*3}', 1],
  ['{sin(30)}', 0.5],
  ['{-2**2}', -4],
  ['{2**3**2}', 512],
  ['{(l>10)+(l>18)}', 2],
  ['{{x}}', '{x}'],
  ['{{{i}}}', '{4}'],
  ['{3*0.1}', 0.3],
  ['n{10/4}', 'n2.5'],
  ['n{1e-7}', 'n1e-7'],
  ['{floor(0.7/0.1)}', 7],
  ['{0.6%0.2}', 0],
  ["{6 if t=='R' else 0}", 6],
  ['{pick(k,1/0,2,3)}', 3],
  ['{0.3-0.1*3}', 0],
  ['{0.1*3==0.3}', true],
  ['{-1%4}', 3],
  ['{round(2.0625,3)}', 2.063],
  ['{round(1.005,2)}', 1.01],
  ['{round(-2.5)}', -3],
  ['{letter(0)}{letter(25)}{letter(26)}-{letter(701)}-{letter(702)}', 'AZAA-ZZ-AAA'],
  ['{pad(7,2)}', '07'],
  ['{pad(0,1)}{pad(123,2)}', '0123'],
  ['{pad(5,12)}', '000000000005'],
  ['{letter(18277)}', 'ZZZ'],
  ['{round(2.345678901234,12)}', 2.34567890123],
  ['{asin(1)}{acos(-1)}{sqrt(0)}', '901800'],
  ["{'if'}{'+'}", 'if+'],
  ['{1 if false else 2}', 2],
  ['{false}', false],
  ['{1234567.25}', 1234567.25],
  ['{1234567.1234567}', 1234567.12346],
  ["{replace('a-b-c','-','')}", 'abc'],
  ['{1<=i<=4}', true],
  ['{1<=k<2}', false],
  ['{!i==1}', true],
  ['{i in (1, 4,)}', true],
  ['{i not in [1, 4]}', false],
  ['{1<k in(2,3)}', true],
  ['{i==4 and not (k==3 || k==2)}', false],
  ['{i>3 ? "a" : "b"}', 'a'],
  ["{'}'}", '}'],
  ["{'{'}", '{'],
  ["{i>3 ? 'A{i}' : 'T{i}B{k}'}", 'A4'],
  ["{i>4 ? 'A{i}' : 'T{i}B{k+1}'}-{k}", 'T4B3-2'],
  ['{pick(1, "{letter(i)}1", "{t}{{x}}")}', 'R{x}'],
  ["{'{i}' == i}", false],
  ['{\'{i}\' == "4"}', true],
  ['{cos(90)}', 0],
  ['{cos(180)}', -1],
  ['{sin(-90)}', -1],
  ['{tan(45)}', 1],
  ['{atan2(1,1)}', 45],
  ['{min(3,k,5)}{max(3,k,5)}', '25'],
  ['{.5e1}', 5],
  ['{pi*1e6}', 3141592.65359],
  ['{-0*1}', 0],
  ['no braces', 'no braces'],
])('%s becomes %j', (text, value) => {
  expect(Object.is(written(text), value), `${text} → ${JSON.stringify(written(text))}`).toBe(true)
})

test.each<[string, number, string]>([
  ['{2*(i+1}', 7, "')' expected"],
  ['a}b', 1, "a single '}' (write '}}' for a brace)"],
  ['{i', 0, "no '}' for the '{'"],
  ['{0.5.2}', 4, 'an operator expected'],
  ['{i // 2}', 3, 'use floor(a / b)'],
  ['{i ^ 2}', 3, 'use **'],
  ['{i=4}', 2, 'use =='],
  ['𝄞{i ^ 2}', 4, 'use **'],
  ['{}', 1, "'}' not expected"],
  ['{i j}', 3, "'j' not expected"],
  ['{min()}', 1, 'min takes 1 to 20 values, not 0'],
  ['{i in 3}', 6, 'a list such as (1, 2) expected'],
  [`{'a}`, 1, "no ' ends the text"],
  ['{i & 2}', 3, "'&' not expected"],
  ['{i 𝄞}', 3, "'𝄞' not expected"],
  ['{i # 2}', 3, "'#' not expected"],
  ['{1e999}', 1, '1e999 is too large'],
  ["{1 '+' 2}", 3, 'an operator expected'],
])('%s cannot be read, at %i: %s', (text, position, problem) => {
  const error = thrown(() => compileText(text, NAMES))
  expect(error).toBeInstanceOf(TemplateSyntax)
  expect(error).toMatchObject({ position, problem })
})

test.each([
  ["{'a'+'b'}"],
  ['{1/0}'],
  ['{1%0}'],
  ['x{true}'],
  ['{tan(90)}'],
  ['{letter(1.5)}'],
  ['{letter(-1)}'],
  ['{letter(18278)}'],
  ['{pad(-1,2)}'],
  ['{pad(1,0)}'],
  ['{pad(1,13)}'],
  ['{round(1,-1)}'],
  ['{round(1,13)}'],
  ['{sqrt(-1)}'],
  ['{asin(2)}'],
  ['{acos(-2)}'],
  ["{replace(1,'a','b')}"],
  ["{replace('a',1,'b')}"],
  ["{replace('a','b',1)}"],
  ["{replace('a','','b')}"],
  ['{letter(-1)}'],
  ['{sqrt(-1)}'],
  ["{t<'S'}"],
  ['{t and true}'],
  ['{pick(2,1,2)}'],
  ['{1e300*1e300}'],
  ['{asin(2)}'],
  ["{replace(t,'','x')}"],
  ['{pad(1,13)}'],
  ['{round(1,13)}'],
  ['{1e20+k}'],
  ['{k-1e16-1}'],
  ['{1e20%7}'],
  ['{sin(1e308)}'],
  ['{tan(-1e12)}'],
])('%s has no value', (text) => {
  expect(thrown(() => written(text))).toBeInstanceOf(TemplateValue)
})

test('names what is not there, and the function that was meant', () => {
  expect(thrown(() => compileText('{n+1}', ['i', 'k']))).toMatchObject({
    message: "no variable 'n' here; there are i, k",
    unknown: 'n',
    known: ['i', 'k'],
  })
  expect(thrown(() => compileText('{chr(i)}', NAMES))).toMatchObject({ message: "no function 'chr'; did you mean 'letter'?" })
  expect(thrown(() => compileText('{len(i)}', NAMES))).toMatchObject({
    message: expect.stringMatching(/^no function 'len'; there are/),
  })
  expect(thrown(() => compileText('{hypot(i)}', NAMES))).toBeInstanceOf(TemplateName)
})

test('an expression ends at 500 characters and 32 levels', () => {
  const sum = (terms: number) => Array(terms).fill('1').join('+')
  expect(compileExpression(sum(250), [])({ values: [], steps: 1000 })).toBe(250)
  expect(thrown(() => compileExpression(sum(252), []))).toBeInstanceOf(TemplateSyntax)
  const nested = (levels: number) => '('.repeat(levels) + 1 + ')'.repeat(levels)
  expect(compileExpression(nested(32), [])({ values: [], steps: 1000 })).toBe(1)
  expect(thrown(() => compileExpression(nested(33), []))).toMatchObject({ problem: 'nested deeper than 32 levels' })
  expect(thrown(() => compileExpression('-'.repeat(40) + 1, []))).toBeInstanceOf(TemplateSyntax)
})

function thrown(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test.each([
  [1, 2, ['<', '<=', '!=']],
  [2, 1, ['>', '>=', '!=']],
  [2, 2, ['<=', '>=', '==']],
  [0.1 + 0.2, 0.3, ['<=', '>=', '==']],
  [0.3, 0.1 + 0.2, ['<=', '>=', '==']],
  [-1, 1, ['<', '<=', '!=']],
])('%d stands to %d as numbers do that are told apart by twelve digits', (a, b, wanted) => {
  expect(['<', '<=', '>', '>=', '==', '!='].filter((operator) => compare(operator, a, b)).sort()).toEqual(wanted.toSorted())
})

test('a text is compared for being the same alone', () => {
  expect([compare('==', 'a', 'a'), compare('!=', 'a', 'b')]).toEqual([true, true])
  for (const operator of ['<', '<=', '>', '>='])
    for (const [a, b] of [['a', 1], [1, 'a']] as const)
      expect(() => compare(operator, a, b)).toThrow(`a text is compared with == or != only, not ${operator}`)
}) // biome-ignore format: two pairs

describe('an expression of whole numbers', () => {
  /** With how tightly it binds, its value, and how many steps were needed for it. */
  type Written = { text: string; binds: number; run: () => { value: number | boolean; steps: number } }
  const binds = { condition: 0, or: 1, and: 2, not: 3, comparison: 4, sum: 5, term: 6, sign: 7, power: 8, atom: 9 }
  const within = ({ text, binds: own }: Written, least: number) => (own < least ? `(${text})` : text)
  const at = (value: number | boolean) => Number(value)
  const names = ['i', 'j', 'k', 'l'] as const

  const two =
    (sign: string, level: number, of: (a: number, b: number) => number) =>
    (a: Written, b: Written): Written => ({
      text: `${within(a, level)} ${sign} ${within(b, level + 1)}`,
      binds: level,
      run() {
        const [x, y] = [a.run(), b.run()]
        return { value: of(at(x.value), at(y.value)), steps: x.steps + y.steps + 1 }
      },
    })
  const joined =
    (sign: string, level: number, ends: boolean) =>
    (a: Written, b: Written): Written => ({
      text: `${within(a, level)} ${sign} ${within(b, level + 1)}`,
      binds: level,
      run() {
        const x = a.run()
        if ((at(x.value) !== 0) === ends) return { value: ends, steps: x.steps + 1 }
        const y = b.run()
        return { value: at(y.value) !== 0, steps: x.steps + y.steps + 1 }
      },
    })
  const HOLDS: Record<string, (a: number, b: number) => boolean> = { '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b, '==': (a, b) => a === b, '!=': (a, b) => a !== b } // biome-ignore format: short
  const chain = (first: Written, links: [string, Written][]): Written => ({
    text: [within(first, binds.sum), ...links.flatMap(([sign, one]) => [sign, within(one, binds.sum)])].join(' '),
    binds: binds.comparison,
    run() {
      let [left, steps] = [first.run(), 1]
      steps += left.steps
      for (const [sign, one] of links) {
        const right = one.run()
        steps += right.steps
        if (!HOLDS[sign]!(at(left.value), at(right.value))) return { value: false, steps }
        left = right
      }
      return { value: true, steps }
    },
  })
  const condition = (form: 'if' | '?', then: Written, asked: Written, otherwise: Written): Written => ({
    text:
      form === 'if'
        ? `${within(then, binds.or)} if ${within(asked, binds.or)} else ${otherwise.text}`
        : `${within(asked, binds.or)} ? ${then.text} : ${otherwise.text}`,
    binds: binds.condition,
    run() {
      const { value, steps } = asked.run()
      const chosen = (at(value) !== 0 ? then : otherwise).run()
      return { value: chosen.value, steps: steps + chosen.steps + 1 }
    },
  })
  const one =
    (sign: string, level: number, of: (x: number) => number | boolean) =>
    (a: Written): Written => ({
      text: `${sign}${within(a, level)}`,
      binds: level,
      run() {
        const { value, steps } = a.run()
        return { value: of(at(value)), steps: steps + 1 }
      },
    })
  const isIn = (a: Written, list: Written[], isNot: boolean): Written => ({
    text: `${within(a, binds.sum)} ${isNot ? 'not in' : 'in'} (${list.map(({ text }) => text).join(', ')})`,
    // Nothing may follow it.
    binds: binds.not,
    run() {
      let { value, steps } = a.run()
      for (const item of list) {
        const next = item.run()
        steps += next.steps
        if (at(next.value) === at(value)) return { value: !isNot, steps: steps + 1 }
      }
      return { value: isNot, steps: steps + 1 }
    },
  })

  const constant = (text: string, value: number | boolean): Written => ({
    text,
    binds: binds.atom,
    run: () => ({ value, steps: 1 }),
  })
  const leaf = fc.oneof(
    fc.nat(9).map((k) => constant(String(k), k)),
    fc.constantFrom(...names).map((name) => constant(name, VALUES[names.indexOf(name)] as number)),
    fc.constantFrom(true, false).map((value) => constant(String(value), value)),
  )
  const { any } = fc.letrec<{ any: Written }>((tie) => {
    const any = tie('any')
    const pair = fc.tuple(any, any)
    return {
      any: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        pair.map(([a, b]) => two('+', binds.sum, (x, y) => x + y)(a, b)),
        pair.map(([a, b]) => two('-', binds.sum, (x, y) => x - y)(a, b)),
        pair.map(([a, b]) => two('*', binds.term, (x, y) => x * y)(a, b)),
        fc.tuple(any, fc.integer({ min: 1, max: 9 })).map(([a, k]) => two('%', binds.term, (x, y) => ((x % y) + y) % y)(a, constant(`${k}`, k))),
        fc.tuple(leaf, fc.nat(2)).map(([a, k]) => ({ ...two('**', binds.power, (x, y) => x ** y)({ ...a, binds: binds.atom }, constant(`${k}`, k)), text: `${a.text} ** ${k}` })),
        fc.tuple(fc.constantFrom('or', '||'), pair).map(([sign, [a, b]]) => joined(sign, binds.or, true)(a, b)),
        fc.tuple(fc.constantFrom('and', '&&'), pair).map(([sign, [a, b]]) => joined(sign, binds.and, false)(a, b)),
        any.map(one('not ', binds.not, (x) => x === 0)),
        any.map(one('! ', binds.not, (x) => x === 0)),
        any.map(one('-', binds.sign, (x) => 0 - x)),
        any.map(one('+', binds.sign, (x) => x)),
        fc.tuple(any, fc.array(fc.tuple(fc.constantFrom(...Object.keys(HOLDS)), any), { minLength: 1, maxLength: 3 })).map(([a, links]) => chain(a, links)),
        fc.tuple(fc.constantFrom('if' as const, '?' as const), any, any, any).map(([form, a, b, c]) => condition(form, a, b, c)),
        fc.tuple(any, fc.array(any, { minLength: 1, maxLength: 3 }), fc.boolean()).map(([a, list, isNot]) => isIn(a, list, isNot)),
      ),
    }
  }) // biome-ignore format: a form a line

  /** There is one nought. */
  const plain = (value: Value) => (typeof value === 'number' ? value + 0 : value)

  test('means what its operators mean, the tighter ones first, in one step each (property)', () => {
    fc.assert(
      fc.property(any, (written) => {
        fc.pre(written.text.length <= 500)
        const expected = written.run()
        const compiled = compileExpression(written.text, NAMES)
        const scope = { values: VALUES, steps: expected.steps }
        const value = compiled(scope)
        expect(plain(value), written.text).toBe(plain(expected.value))
        expect(scope.steps, written.text).toBe(0)
        expect(() => compiled({ values: VALUES, steps: expected.steps - 1 })).toThrow(TooManySteps)
      }),
      { numRuns: 500 },
    )
  })
})

test.each<[string, (number | undefined)[]]>([
  ['0..10', [0, 10, undefined]],
  ['i..2*i by 2', [4, 8, 2]],
  ['10..0 by -1', [10, 0, -1]],
  ['.5...75', [0.5, 0.75, undefined]],
  ['0.5..1.5', [0.5, 1.5, undefined]],
])('the range %s', (text, wanted) => {
  const { from, to, by } = compileRange(text, NAMES)
  expect([from, to, by].map((one) => one?.({ values: VALUES, steps: 9 }))).toEqual(wanted)
})

test.each([
  ['1', 1, "'..' expected"],
  ['1..', 3, 'a value expected'],
  ['1..2..3', 4, "'..' not expected"],
  ['1..2 by', 7, 'a value expected'],
  ['1..2 by 1 2', 10, 'an operator expected'],
])('the range %s cannot be read, at %i: %s', (text, position, problem) => {
  expect(thrown(() => compileRange(text, NAMES))).toMatchObject({ position, problem })
})

test('a variable is a word that means nothing else', () => {
  const variables = ['i', '_', 'a1', 'Z_9', 'x'.repeat(32), 'Pi', 'If']
  const others = ['', '1a', 'a-b', 'ä', 'x'.repeat(33), ' i', 'or', 'and', 'not', 'in', 'if', 'else', 'true', 'false', 'pi', 'by', ...FUNCTION_NAMES] // biome-ignore format: short
  expect([...variables, ...others].filter(isVariableName)).toEqual(variables)
})

test('a brace in quotes is a character, and outside it an expression begins', () => {
  expect(["{i}", "a'{'", '"}"', "'{' + {i}", "'a' == \"b\"", "it's {i}"].map(hasBraces)).toEqual([true, false, false, true, false, true]) // biome-ignore format: short
})

test('says where in the whole text a quoted one cannot be read', () => {
  expect(thrown(() => compileExpression("i == 4 ? 'A{i+}' : 'B'", NAMES))).toMatchObject({
    problem: "'}' not expected",
    position: 14,
  })
  expect(thrown(() => compileExpression("'🏗{n}'", ['i']))).toMatchObject({ unknown: 'n' })
  expect(thrown(() => written("{i == 4 ? 'x{true}' : 1}"))).toBeInstanceOf(TemplateValue)
})

test('a text has at most 4000 characters, however many units they take', () => {
  const text = (character: string, count: number) => () => written(`${character.repeat(count)}{i}`)
  for (const character of ['x', '🏗']) {
    expect([...String(text(character, 3999)())]).toHaveLength(4000)
    expect(thrown(text(character, 4000))).toMatchObject({ message: 'the text has more than 4000 characters' })
  }
})

test('names the variables that there are, or the function that was taken for one', () => {
  const message = (text: string, names: string[]) => thrown(() => compileExpression(text, names))
  expect(message('n', [])).toMatchObject({ message: "no variable 'n' here", unknown: 'n' })
  expect(message('min', ['i'])).toMatchObject({ message: "no variable 'min' here; min is a function, min(…)" })
  expect(message('MIN(1)', [])).toMatchObject({ message: "no function 'MIN'; did you mean 'min'?", known: FUNCTION_NAMES })
  expect(message('toString(1)', [])).toMatchObject({ message: `no function 'toString'; there are ${FUNCTION_NAMES.join(', ')}` })
  expect(message('round(1, 2, 3)', [])).toMatchObject({ problem: 'round takes 1 to 2 values, not 3', position: 0 })
  expect(message('2 + sin()', [])).toMatchObject({ problem: 'sin takes 1 values, not 0', position: 4 })
})

test('only the value that is picked is computed, and only what is asked for', () => {
  const steps = (text: string) => {
    const scope = { values: VALUES, steps: 100 }
    const value = compileExpression(text, NAMES)(scope)
    return [value, 100 - scope.steps]
  }
  expect([steps('pick(0, 7, 1/0)'), steps('pick(1, 1/0, 2+3)')]).toEqual([[7, 3], [5, 5]]) // biome-ignore format: short
  expect([steps('min(1, 2, 3)'), steps('round(2.5)')]).toEqual([[1, 4], [3, 22]]) // biome-ignore format: short
  expect(thrown(() => steps('pick(2, 1, 2)'))).toMatchObject({ message: 'pick(2, …) has 2 values, 0 to 1' })
})

test('what replace would make is as short as any text, however often one stands in another', () => {
  const chain = (deep: number): string => (deep === 0 ? "'aaaaaaaaaa'" : `replace(${chain(deep - 1)},'a','aaaaaaaaaa')`)
  const run = (deep: number) => compileExpression(chain(deep), [])({ values: [], steps: 100_000 })
  expect(run(2)).toBe('a'.repeat(1000))
  for (const deep of [3, 8]) expect(thrown(() => run(deep))).toMatchObject({ message: 'the text has more than 4000 characters' })
})

test('texts cost by their length, and functions by how long they take', () => {
  const steps = (text: string) => {
    const scope = { values: VALUES, steps: 100_000 }
    const compute = compileText(text, NAMES)
    if (typeof compute === 'function') compute(scope)
    return 100_000 - scope.steps
  }
  expect(steps(`{replace('${'a'.repeat(300)}','b','')}`)).toBeGreaterThan(300)
  expect(steps(`${'a'.repeat(3200)}{i}`)).toBeGreaterThan(200)
  expect(steps('n{i/3}')).toBeGreaterThan(steps('n{i*3}'))
})
