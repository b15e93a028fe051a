import { expect, it } from 'vitest'
import { MB } from '#lib/values/bytes.ts'
import { FileRefused } from './file-refused.ts'
import { decodeText, isEncoding, linesOf } from './texts.ts'

const TEXT = 'Träger "B1"\n'
const wide = (isLittle: boolean) => {
  const bytes = Buffer.from(TEXT, 'utf16le')
  return isLittle ? bytes : bytes.swap16()
}

it('finds the encoding of a text', () => {
  const ascii = Buffer.from('$ File')
  expect(decodeText(ascii)).toEqual({ text: '$ File', encoding: 'utf-8', isGuessed: false })
  expect(decodeText(Buffer.from(TEXT)).text).toBe(TEXT)
  expect(decodeText(Buffer.from(`\ufeff${TEXT}`)).text).toBe(TEXT)
  expect(decodeText(Buffer.concat([Buffer.from([0xff, 0xfe]), wide(true)])).text).toBe(TEXT)
  expect(decodeText(Buffer.concat([Buffer.from([0xfe, 0xff]), wide(false)])).text).toBe(TEXT)
  expect(decodeText(Buffer.from('TABLE: "A"', 'utf16le')).text).toBe('TABLE: "A"')
  expect(decodeText(Buffer.from(TEXT, 'latin1'))).toEqual({ text: TEXT, encoding: 'windows-1252', isGuessed: true })
  expect(decodeText(Buffer.from([0xe4]), 'iso-8859-5').text).toBe('ф')
  expect([isEncoding('utf-8'), isEncoding('klingon')]).toEqual([true, false])
})

it('ends lines where any system ends them', () => {
  const lines = (text: string) => [...linesOf(text)].map(({ line }) => line)
  expect(lines('a\r\nb\nc\rd')).toEqual(['a', 'b', 'c', 'd'])
  expect(lines('a\rb\r')).toEqual(['a', 'b'])
  expect(lines('\n\na')).toEqual(['', '', 'a'])
  expect(lines('')).toEqual([])
  expect(() => lines('x'.repeat(MB + 1))).toThrow(FileRefused)
})
