import { expect, it } from 'vitest'
import { viewNow } from './saved-views.ts'
import { createView, type ViewState } from './view-state.ts'

const frames = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'frame' as const, id: `F${index}`, index }))
const now = (state: Partial<ViewState>, query = '?camera=1,2,3') => viewNow({ view: createView(state), address: () => query })

it('is kept as it is in the address', () => {
  expect(now({ hidden: frames(200) })).toEqual({ query: 'camera=1,2,3', without: '' })
})

it('says what of it has no room in an address', () => {
  expect(now({ isolated: frames(201) })).toMatchObject({ without: ', without the 201 that alone are shown: a view keeps 200' })
  expect(now({ hidden: frames(3000), selected: frames(300) })).toMatchObject({
    without: ', without the 3,000 that are hidden and the 300 that are selected: a view keeps 200',
  })
})

it('is refused where its address is longer than what is kept', () => {
  expect(now({}, `?${'x'.repeat(4000)}`)).toMatchObject({ without: '' })
  expect(now({}, `?${'x'.repeat(4001)}`)).toEqual({ says: expect.stringContaining('too many elements') })
})
