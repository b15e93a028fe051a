import { expect, it } from 'vitest'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { modelAnswers } from './answers.ts'

/** What is fetched fails at first, as where there is no network. */
function failingOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let hasFailed = false
  return () => {
    if (hasFailed) return load()
    hasFailed = true
    return Promise.reject(new Error('no network'))
  }
}

it('what could not be fetched is fetched when it is asked for again: properties, tables, selections', async () => {
  const answers = modelAnswers({
    read: async () => ({ state: 'read', text: JSON.stringify(returnedModel(portalFrame())) }),
    run: toTheEnd,
    loadMeasured: failingOnce(() => import('./properties/open-measured.ts')),
    loadSelections: failingOnce(() => import('./selections.ts')),
  })
  await answers.load({ source: { address: '' }, selected: [], hidden: [], isolated: null, up: null })
  const describe = () => answers.describe({ kind: 'frame', index: 0 })
  const search = () => answers.search({ query: 'role:beam', limit: 5 })
  await expect(describe()).rejects.toThrow('no network')
  expect(await describe()).toMatchObject({ kind: 'frame', index: 0 })
  await expect(search()).rejects.toThrow('no network')
  expect(await search()).toMatchObject({ total: 1, isSelection: true })
})
