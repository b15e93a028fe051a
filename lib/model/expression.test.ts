import { expect, test } from 'vitest'
import { compileExpression, compileText, TemplateName, TemplateSyntax } from './expression.ts'
import { compare, TemplateValue, type Value } from './expression-values.ts'

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
])('%s has no value', (text) => {
  expect(thrown(() => written(text))).toBeInstanceOf(TemplateValue)
})

test('names what is not there, and the function that was meant', () => {
  expect(thrown(() => compileText('{n+1}', ['i', 'k']))).toMatchObject({
    message: "no variable 'n' here; there are i, k",
    unknown: 'n',
    known: ['i', 'k'],
  })
  expect(thrown(() => compileText('{len(i)}', NAMES))).toMatchObject({ message: "no function 'len'; did you mean 'letter'?" })
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
