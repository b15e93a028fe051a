import { expect, test } from 'vitest'
import { slowestLines, spentByPlaywright, spentByVitest } from './slowest.mjs'

test('names the ten files that took longest, the longest first', () => {
  const testResults = Array.from({ length: 12 }, (_, k) => ({ name: `${k}.test.ts`, startTime: 1000, endTime: 1000 + 500 * k }))
  const lines = slowestLines(spentByVitest({ testResults }))
  expect(lines).toHaveLength(10)
  expect(lines.slice(0, 2)).toEqual(['     5.5 s  11.test.ts', '     5.0 s  10.test.ts'])
})

test('adds up the stories of a file, those in groups too', () => {
  const specs = (...durations: number[]) => durations.map((duration) => ({ tests: [{ results: [{ duration }] }] }))
  const suites = [
    { file: 'home.spec.ts', specs: specs(1000, 500), suites: [{ file: 'home.spec.ts', specs: specs(2000) }] },
    { file: 'share.spec.ts', specs: specs(4000) },
  ]
  expect(slowestLines(spentByPlaywright({ suites }))).toEqual(['     4.0 s  share.spec.ts', '     3.5 s  home.spec.ts'])
})
