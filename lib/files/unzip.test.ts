import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { MB } from '#lib/values/bytes.ts'
import { FileRefused } from './file-refused.ts'
import { Zip } from './unzip.ts'

const text = (words: string) => new TextEncoder().encode(words)

/** What is said of a file that is refused. */
function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof FileRefused)
      return error.issues.map(({ type, loc, msg }) => `${type} ${loc.join('/')}: ${msg}`).join('\n')
    throw error
  }
  return 'nothing'
}

it('reads entries, stored and deflated', () => {
  const zip = new Zip(zipSync({ 'a/b.txt': text('b'.repeat(1000)), c: [text('c'), { level: 0 }] }))
  expect(zip.names).toEqual(['a/b.txt', 'c'])
  expect(Buffer.from(zip.read('a/b.txt') ?? []).toString()).toBe('b'.repeat(1000))
  expect(Buffer.from(zip.read('c') ?? []).toString()).toBe('c')
  expect(zip.read('d')).toBeUndefined()
})

it('refuses what no program of structures writes', () => {
  const of = (entries: Parameters<typeof zipSync>[0]) => refusal(() => new Zip(zipSync(entries)))
  expect(of({ '../a': text('') })).toBe('file_content_forbidden ../a: a path out of the ZIP is not read')
  expect(of({ '/a': text('') })).toBe('file_content_forbidden /a: an absolute path in a ZIP is not read')
  expect(of({ a: text(''), A: text('') })).toBe('file_content_forbidden A: two entries have this name')
  const many = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`${i}`, text('')]))
  expect(of(many)).toBe('limit_exceeded : 2001 entries in the ZIP, the limit is 2000')
  const inner = zipSync({ a: text('a') })
  expect(refusal(() => new Zip(zipSync({ inner })).read('inner'))).toBe(
    'file_content_forbidden inner: a ZIP in a ZIP is not read',
  )
})

it('counts what is unpacked, whatever sizes the file says', () => {
  const bomb = zipSync({ 'sheet.xml': new Uint8Array(20 * MB) }, { level: 9 })
  expect(refusal(() => new Zip(bomb).read('sheet.xml'))).toBe(
    'limit_exceeded sheet.xml: the entry unpacks to more than 200 times its size',
  )
  const view = new DataView(bomb.buffer)
  const directory = bomb.length - 22 - 46 - 'sheet.xml'.length
  view.setUint32(directory + 24, 1, true)
  expect(refusal(() => new Zip(bomb).read('sheet.xml'))).toMatch(/^limit_exceeded/)
})

it('says what is damaged, wherever a file is cut or changed', () => {
  const whole = zipSync({ 'a.txt': text('some text, some text'), 'b.txt': text('b') })
  for (let length = 0; length < whole.length; length++)
    expect(
      refusal(() => new Zip(whole.slice(0, length))),
      `cut at ${length}`,
    ).toMatch(/^file_syntax/)
  for (let at = 0; at < whole.length; at++) {
    const changed = whole.slice()
    changed[at] = (changed[at] ?? 0) ^ 0x55
    refusal(() => {
      const zip = new Zip(changed)
      for (const name of zip.names) zip.read(name)
    })
  }
})
