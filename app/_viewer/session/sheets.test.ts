import { expect, it } from 'vitest'
import type { ViewerSession } from './session.ts'
import { madeBy } from './sheets.ts'

it('asks once who made a revision, however old, and again where nothing was told', async () => {
  let shown = 7
  let isAway = true
  const asked: unknown[] = []
  const session = {
    model: { state: { get: () => ({ drawn: { summary: { revision: shown } } }) } },
    host: {
      can: new Set(['history']),
      async ask(_: string, page: { cursor: string }) {
        asked.push(page)
        if (isAway) throw new Error('away')
        return { items: [{ revision: Number(page.cursor) - 1, at: '2026-03-04T05:06:07Z', user: { name: 'Ada' } }] }
      },
    },
  } as unknown as ViewerSession
  expect(await madeBy(session)).toEqual({ revision: '7', date: '', author: '' })
  isAway = false
  expect(await madeBy(session)).toEqual({ revision: '7', date: '2026-03-04', author: 'Ada' })
  expect(await madeBy(session)).toMatchObject({ author: 'Ada' })
  shown = 1
  expect(await madeBy(session)).toMatchObject({ revision: '1', date: '2026-03-04' })
  expect(asked).toEqual(['8', '8', '2'].map((cursor) => ({ limit: 1, cursor })))
})
