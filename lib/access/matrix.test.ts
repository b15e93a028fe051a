import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MATRIX } from './matrix.ts'
import { roleFor } from './roles.ts'

const DOORS = { S: 'browser', K: 'API key', O: 'app', L: 'share link' }

/** The table for people: `npm run golden -- lib/access/matrix` writes it anew. */
it('is what the documents say', async () => {
  const list = (names: readonly string[] = []) => names.map((name) => `\`${name}\``).join(', ')
  const rows = MATRIX.map(({ action, operations, tools, pages, scope, doors, needs }) => {
    const through = Object.entries(DOORS).flatMap(([letter, door]) => (doors.includes(letter) ? [door] : []))
    return [action, needs ? roleFor(needs) : '', scope, through.join(', '), list(operations), list(tools), list(pages)]
  })
  const table = [
    '| what | role | scope | through | REST operations | tools | pages |',
    '|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')
  const page = join(import.meta.dirname, '../../docs/people.md')
  const laid = readFileSync(page, 'utf8').replace(
    /<!-- rights -->\n[\s\S]*?<!-- end -->/,
    () => `<!-- rights -->\n\n${table}\n\n<!-- end -->`,
  )
  expect(laid).toContain(table)
  await expect(laid).toMatchFileSnapshot(page)
})
