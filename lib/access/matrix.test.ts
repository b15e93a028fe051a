import { expect, it } from 'vitest'
import { MATRIX } from './matrix.ts'
import { roleFor } from './roles.ts'

const DOORS = { S: 'browser', K: 'API key', O: 'app', L: 'share link' }

/** The table for people: `npm run golden -- lib/access` writes it anew. */
it('is what the documents say', async () => {
  const list = (names: readonly string[] = []) => names.map((name) => `\`${name}\``).join(', ')
  const rows = MATRIX.map(({ action, operations, tools, pages, scope, doors, needs }) => {
    const through = Object.entries(DOORS).flatMap(([letter, door]) => (doors.includes(letter) ? [door] : []))
    return [action, needs ? roleFor(needs) : '', scope, through.join(', '), list(operations), list(tools), list(pages)]
  })
  const lines = [
    '# What may be done, and by whom',
    '',
    '`lib/access/matrix.ts` as a table; what roles and scopes are stands in [people](people.md), section 1. The role is the least that may; none',
    'where no model is named. An app is an AI client with an access token.',
    '',
    '| what | role | scope | through | REST operations | tools | pages |',
    '|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ]
  await expect(lines.join('\n')).toMatchFileSnapshot('../../docs/rights.md')
})
