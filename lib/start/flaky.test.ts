import { expect, test } from 'vitest'
import { flakyStories } from './flaky.mjs'

test('names the stories that passed at the second try only, those in groups too', () => {
  const story = (title: string, status: string) => ({ title, tests: [{ status }] })
  const suites = [
    {
      file: 'home.spec.ts',
      specs: [story('a list', 'expected')],
      suites: [{ file: 'home.spec.ts', specs: [story('a bin', 'flaky')] }],
    },
    { file: 'share.spec.ts', specs: [story('a link', 'unexpected')] },
  ]
  expect(flakyStories({ suites })).toEqual(['home.spec.ts: a bin'])
})
