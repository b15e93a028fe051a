import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Puts what a command found between its marks on a page of docs/. What stands around them is written by hand. */
export function writePart(page: string, name: string, text: string): void {
  const file = join(import.meta.dirname, '..', page)
  const marks = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*?(\\n<!-- end -->)`)
  const before = readFileSync(file, 'utf8')
  if (!marks.test(before)) throw new Error(`${page} has no place for ${name}`)
  writeFileSync(
    file,
    before.replace(marks, (_, begin: string, end: string) => `${begin}\n${text.trim()}\n${end}`),
  )
}
