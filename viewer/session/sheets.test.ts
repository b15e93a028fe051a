import { expect, it } from 'vitest'
import { revisionsShown } from './revision-text.ts'
import type { ViewerSession } from './session.ts'
import { isBoxCut, leftOutText, madeBy, notDrawnText, sheetGroups } from './sheets.ts'
import { FIRST_VIEW, type ViewState } from './view/view-state.ts'

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

it.each([
  [null, ['Plans at levels', 'Elevations on X grids', 'Elevations on Y grids'], [0, 4]],
  ['y', ['Plans at levels', 'Elevations on X grids', 'Elevations on Z grids'], [0, 4]],
  ['-z', ['Plans at levels', 'Elevations on X grids', 'Elevations on Y grids'], [4, 0]],
] as const)('orders a set with %s up as drawings are listed, its plans from the lowest up', (up, names, levels) => {
  const across = up === 'y' ? 'Z' : 'Y'
  const plan = (['X', across] as const).map((axis) => ({ axis, coordinate: 2, label: '1' }))
  const storeys = [0, 4].map((elevation) => ({ label: String(elevation), elevation }))
  const session = {
    model: { state: { get: () => ({ drawn: { scene: { grid: { plan } }, summary: { storeys }, up } }) } },
    view: { get: () => ({ ...FIRST_VIEW, up }) },
  } as unknown as ViewerSession
  const groups = sheetGroups(session)
  expect(groups.map(({ name }) => name)).toEqual(names)
  expect(groups[0]?.drawings.map(({ at }) => at)).toEqual(levels)
})

it('says what sheets do not show, and when a section box stays out of plans and elevations', () => {
  const seen = (view: Partial<ViewState>) =>
    ({
      view: { get: () => ({ ...FIRST_VIEW, ...view }) },
      derived: { get: () => ({ hidden: [] }) },
    }) as unknown as ViewerSession
  const layers = { ...FIRST_VIEW.layers, areas: false, axes: false }
  const element = { kind: 'frame', id: 'B1' } as const
  expect(leftOutText(seen({}))).toBe('')
  expect(leftOutText(seen({ layers, hidden: [element], filters: { kind: ['beam'] } }))).toBe(
    '1 hidden, 1 filtered out, areas off',
  )
  const section: ViewState['section'] = { low: [null, null, 1], high: [null, null, null] }
  const drawing = { axis: 'Z', at: 1, label: 'L1' } as const
  expect([{}, { section }, { section, drawing }].map((view) => isBoxCut(seen(view)))).toEqual([false, true, false])
})

it('says of a comparison which revisions a picture shows, and of lines that they show one', () => {
  const seen = (how: ViewState['how'], compared: object | null) =>
    ({
      model: { state: { get: () => ({ drawn: { summary: { revision: 13 } } }) } },
      view: { get: () => ({ ...FIRST_VIEW, how }) },
      derived: { get: () => ({ hidden: [], compared }) },
    }) as unknown as ViewerSession
  const two = { state: 'compared', before: { revision: 3 } }
  const told = (['overlay', 'slider', 'before', 'after'] as const).map((how) => revisionsShown(seen(how, two)))
  expect(told).toEqual(['3 → 13', '3 → 13', '3', '13'])
  expect(notDrawnText(seen('overlay', two))).toBe('without the comparison')
  for (const none of [null, { state: 'busy' }, { state: 'too_large' }]) {
    expect(revisionsShown(seen('before', none))).toBe('13')
    expect(notDrawnText(seen('before', none))).toBe('')
  }
})
