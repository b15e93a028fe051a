import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROBLEM_KINDS } from '#lib/http/problem-kinds.ts'
import { keysOf } from '#lib/values/object-keys.ts'
import { ERROR_TYPES, FIELD_ERRORS, MEANING_ERRORS } from './error-types.ts'
import answers from './golden/error-answers.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n')
}

const typesTable = (of: Partial<typeof ERROR_TYPES>) =>
  table(
    ['type', 'when', 'for example'],
    keysOf(of).map((type) => {
      const { loc, msg } = answers[type]
      return [`\`${type}\``, ERROR_TYPES[type].when, `\`${JSON.stringify(loc)}\` ${msg}`]
    }),
  )

it('are those of the documents', async () => {
  const tables: Record<string, string> = {
    fields: typesTable(FIELD_ERRORS),
    meaning: typesTable(MEANING_ERRORS),
    problems: table(
      ['status', 'code', 'when', 'what to do'],
      Object.entries(PROBLEM_KINDS).map(([code, { status, when, todo }]) => [`${status}`, `\`${code}\``, when, todo]),
    ),
  }
  const file = join(root, 'docs/errors.md')
  const laid = readFileSync(file, 'utf8').replace(
    /<!-- (\w+) -->\n[\s\S]*?<!-- end -->/g,
    (_, name: string) => `<!-- ${name} -->\n\n${tables[name]}\n\n<!-- end -->`,
  )
  for (const name of keysOf(tables)) expect(laid).toContain(tables[name])
  await expect(laid).toMatchFileSnapshot(file)
})

/** Not types of 422: kinds of section, and what a tool alone tells (REST answers 404 for a revision that never was). */
const OTHERS = ['i_wide_flange', 'section_designer', 'name_mismatch', 'revision_not_found']

it('have every type that the code tells', () => {
  const below = join(root, 'lib')
  const files = readdirSync(below, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.ts$/.test(name) && !/\.test\.ts$|^(mcp|fixtures|accounts|oauth)\b/.test(name),
  )
  const told = files.flatMap((name) => {
    const text = readFileSync(join(below, name), 'utf8')
    const found = text.matchAll(/(?:\btype: |problem\(\s*|tell\((?:run, depth, )?|said\(|refuse\()'([a-z]+(?:_[a-z]+)+)'/g)
    return [...found].map(([, type = '']) => type)
  })
  expect(told).toContain('reference_not_found')
  expect(told.filter((type) => !(type in ERROR_TYPES) && !OTHERS.includes(type))).toEqual([])
})
