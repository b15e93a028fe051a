import { type Check, type Checks, isStorable, plural, type Run, reportIssue } from './parse-run.ts'

/** Values that are no lists and no objects: texts, numbers, truth values, words of a list. */

export function text(depth: number, checks: Checks): Check {
  let min = 0
  let max = Number.POSITIVE_INFINITY
  let pattern: RegExp | undefined
  for (const { _zod } of checks ?? []) {
    const { def } = _zod
    if (def.check === 'min_length') min = Number(def.minimum)
    else if (def.check === 'max_length') max = Number(def.maximum)
    else if (def.check === 'string_format' && 'pattern' in def && def.pattern) pattern = def.pattern as RegExp
    else throw new Error(`parse() knows no check ${def.check} of text`)
  }
  return (value, run) => {
    if (typeof value !== 'string') return reportIssue(run, depth, 'string_type', 'Input should be a valid string')
    if (!isStorable(value, run, depth)) return undefined
    if (value.length < min || (min > 1 && codePoints(value) < min)) {
      const msg = `String should have at least ${plural(min, 'character')}`
      return reportIssue(run, depth, 'string_too_short', msg, { min_length: min })
    }
    if (value.length > max && codePoints(value) > max) {
      reportIssue(run, depth, 'string_too_long', `String should have at most ${plural(max, 'character')}`, { max_length: max })
      return value // see `Readable`
    }
    if (pattern && !pattern.test(value)) {
      const ctx = { pattern: pattern.source }
      return reportIssue(run, depth, 'string_pattern_mismatch', `String should match pattern '${pattern.source}'`, ctx)
    }
    return value
  }
}

/** Rust's white space, which pydantic trims: with U+0085, without U+FEFF. */
const SPACE = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*'
const TRIMMED = new RegExp(`^${SPACE}(.*?)${SPACE}$`, 's')
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const WHOLE = new RegExp(`^${SPACE}[+-]?[\\d_]+(?:\\.0*)?${SPACE}$`)
const NO_NUMBER = /^[+-]?(?:inf|infinity|nan)$/i

/** A number as text, in pydantic's lax form; NaN when it stands for something not finite, undefined when it is none. */
function numberOf(input: string): number | undefined {
  let digits = TRIMMED.exec(input)?.[1] ?? ''
  if (digits.includes('_')) {
    if (digits.startsWith('_') || digits.endsWith('_') || digits.includes('__')) return undefined
    digits = digits.replaceAll('_', '')
  }
  if (NUMBER.test(digits)) return Number(digits)
  return NO_NUMBER.test(digits) ? Number.NaN : undefined
}

export function number(depth: number, checks: Checks): Check {
  const bounds: { holds: (value: number) => boolean; type: string; msg: string; ctx?: Record<string, unknown> }[] = []
  let whole = false
  for (const { _zod } of checks ?? []) {
    const { def } = _zod
    if (def.check === 'number_format') whole = true
    else if (def.check === 'greater_than' && def.inclusive) {
      const ge = Number(def.value)
      const msg = `Input should be greater than or equal to ${ge}`
      bounds.push({ holds: (value) => value >= ge, type: 'greater_than_equal', msg, ctx: { ge } })
    } else if (def.check === 'less_than' && def.inclusive) {
      const le = Number(def.value)
      const msg = `Input should be less than or equal to ${le}`
      bounds.push({ holds: (value) => value <= le, type: 'less_than_equal', msg, ctx: { le } })
    } else if (def.check === 'greater_than') {
      const gt = Number(def.value)
      bounds.push({ holds: (value) => value > gt, type: 'greater_than', msg: `Input should be greater than ${gt}`, ctx: { gt } })
    } else if (def.check === 'less_than') {
      const lt = Number(def.value)
      bounds.push({ holds: (value) => value < lt, type: 'less_than', msg: `Input should be less than ${lt}`, ctx: { lt } })
    } else throw new Error(`parse() knows no check ${def.check} of numbers`)
  }
  const [name, word] = whole ? ['int', 'a valid integer'] : ['float', 'a valid number']
  const finite = (value: number, run: Run): unknown => {
    if (!Number.isFinite(value)) return reportIssue(run, depth, 'finite_number', 'Input should be a finite number')
    if (whole && !Number.isInteger(value)) {
      return reportIssue(run, depth, 'int_from_float', 'Input should be a valid integer, got a number with a fractional part')
    }
    for (const { holds, type, msg, ctx } of bounds) if (!holds(value)) return reportIssue(run, depth, type, msg, ctx)
    return value + 0 // -0 becomes 0
  }
  return (value, run) => {
    if (typeof value === 'number') return finite(value, run)
    if (typeof value === 'boolean') return finite(value ? 1 : 0, run)
    if (typeof value !== 'string') return reportIssue(run, depth, `${name}_type`, `Input should be ${word}`)
    const read = whole && !WHOLE.test(value) ? undefined : numberOf(value)
    if (read !== undefined) return finite(read, run)
    const noun = whole ? 'an integer' : 'a number'
    return reportIssue(run, depth, `${name}_parsing`, `Input should be ${word}, unable to parse string as ${noun}`)
  }
}

const TRUE = new Set(['true', '1', 'yes', 'on', 'y', 't'])
const FALSE = new Set(['false', '0', 'no', 'off', 'n', 'f'])

export function boolean(depth: number): Check {
  return (value, run) => {
    if (typeof value === 'boolean') return value
    if (value === 1 || value === 0) return value === 1
    if (typeof value === 'string') {
      const word = value.length > 5 ? '' : value.toLowerCase()
      if (TRUE.has(word)) return true
      if (FALSE.has(word)) return false
    } else if (!Number.isInteger(value)) return reportIssue(run, depth, 'bool_type', 'Input should be a valid boolean')
    return reportIssue(run, depth, 'bool_parsing', 'Input should be a valid boolean, unable to interpret input')
  }
}

export function oneOf(depth: number, values: readonly unknown[]): Check {
  const allowed = new Set(values)
  const words = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  const last = words.pop()
  const expected = words.length > 0 ? `${words.join(', ')} or ${last}` : `${last}`
  return (value, run) => {
    if (allowed.has(value)) return value
    return reportIssue(run, depth, 'literal_error', `Input should be ${expected}`, { expected })
  }
}

function codePoints(value: string): number {
  let count = value.length
  for (let i = 0; i + 1 < value.length; i++) if ((value.charCodeAt(i) & 0xfc00) === 0xd800) count--
  return count
}
