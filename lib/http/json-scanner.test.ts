import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonError, isNestedDeeper } from './json-scanner.ts'

describe('findJsonError', () => {
  // The probes of errors, section 2, and the rows of its table.
  it.each([
    ['{"nodes":[{"id":"n1"', 20, "Expecting ',' delimiter"],
    ['{"nodes":[],}', 12, 'Expecting property name enclosed in double quotes'],
    ["{'nodes':[]}", 1, 'Expecting property name enclosed in double quotes'],
    ['{', 1, 'Expecting property name enclosed in double quotes'],
    ['{"nodes":[]} x', 13, 'Extra data'],
    ['   ', 3, 'Expecting value'],
    ['{"a":01}', 6, "Expecting ',' delimiter"],
    ['01', 1, 'Extra data'],
    ['[1.]', 2, "Expecting ',' delimiter"],
    ['[1e]', 2, "Expecting ',' delimiter"],
    ['[1,]', 3, 'Expecting value'],
    ['{"a" 1}', 5, "Expecting ':' delimiter"],
    ['{"a":"b', 5, 'Unterminated string starting at'],
    ['"a\\', 0, 'Unterminated string starting at'],
    ['"\\u12zz"', 2, 'Invalid \\uXXXX escape'],
    ['"\\u1234', 2, 'Invalid \\uXXXX escape'],
    ['"a\\x"', 2, 'Invalid \\escape'],
    ['"a\tb"', 2, 'Invalid control character at'],
    ['{"😀":tru}', 5, 'Expecting value'],
    ['[+1]', 1, 'Expecting value'],
    ['[.5]', 1, 'Expecting value'],
    ['[-]', 1, 'Expecting value'],
    ['[NaN]', 1, 'Expecting value'],
    ['[-Infinity]', 1, 'Expecting value'],
    ['[1\u00a0]', 2, "Expecting ',' delimiter"],
  ])('%j: at %i, %s', (text, at, error) => {
    expect(findJsonError(text)).toEqual({ at, error })
  })

  it('refuses exactly what JSON.parse refuses', () => {
    const pieces = fc.constantFrom(...'{}[],:"\\ \n\t0123456789-+.eEu/bftrnalsxN\u0001😀')
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
      fc.tuple(fc.json(), fc.nat(), pieces).map(([json, at, piece]) => {
        const cut = at % (json.length + 1)
        return json.slice(0, cut) + piece + json.slice(cut + (at % 2))
      }),
    )
    fc.assert(
      fc.property(text, (given) => {
        let legal = true
        try {
          JSON.parse(given)
        } catch {
          legal = false
        }
        expect(findJsonError(given) === undefined).toBe(legal)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('isNestedDeeper', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('counts objects and lists outside strings, the outermost as the first', () => {
    expect(isNestedDeeper(bytes('['.repeat(64)), 64)).toBe(false)
    expect(isNestedDeeper(bytes('['.repeat(65)), 64)).toBe(true)
    expect(isNestedDeeper(bytes('{"a":['.repeat(33)), 64)).toBe(true)
    expect(isNestedDeeper(bytes(`["${'['.repeat(100)}"]`), 64)).toBe(false)
    expect(isNestedDeeper(bytes(`["\\"${'['.repeat(100)}"]`), 64)).toBe(false)
    expect(isNestedDeeper(bytes(`["\\\\",${'['.repeat(64)}`), 64)).toBe(true)
    expect(isNestedDeeper(bytes('[]'.repeat(100)), 64)).toBe(false)
    expect(isNestedDeeper(bytes('"abc'), 64)).toBe(false)
  })
})
