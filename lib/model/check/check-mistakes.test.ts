import { expect, it } from 'vitest'
import { MISTAKES } from '#lib/fixtures/mistakes.ts'
import { type Batch, findings, found } from '#lib/fixtures/table-model.ts'
import { CODES } from './check.ts'
import { MOST_PAIRS } from './check-finding.ts'

it('says of each mistake what it is, where, and what to do', async () => {
  const told = Object.entries(MISTAKES).map(([name, change]) => {
    const all = findings(change).map(({ severity, code, message, elements, fix }) => {
      const where = elements.map(({ kind, id }) => `${kind} ${id}`).join(', ')
      return `${severity} ${code}: ${message}\n  at ${where}\n${fix === undefined ? '' : `  ${fix}\n`}`
    })
    return `# ${name}\n\n${all.join('\n')}`
  })
  await expect(told.join('\n')).toMatchFileSnapshot('golden/findings.txt')
})

it('has a mistake for each of its rules', () => {
  const told = new Set(Object.values(MISTAKES).flatMap((change) => findings(change).map(({ code }) => code)))
  expect([...told].sort()).toEqual([...CODES].sort())
})

it('finds the same, however large or small, where no unit is stated', () => {
  const sized = (change: (batch: Batch) => void, by: number) =>
    found((batch) => {
      change(batch)
      batch.units = {}
      for (const { position } of batch.nodes) for (const k of ['x', 'y', 'z'] as const) position[k] *= by
      for (const { dimensions, polygon } of batch.sections) {
        for (const k in dimensions) dimensions[k]! *= by
        for (const point of polygon ?? []) [point.x, point.y] = [point.x * by, point.y * by]
      }
      for (const one of [...batch.areas, ...batch.sections]) if (one.thickness != null) one.thickness *= by
      for (const { sectionOffset: off } of batch.frames) if (off) [off.x, off.y] = [off.x * by, off.y * by]
      for (const line of batch.gridLines) line.coordinate *= by
    })
  for (const [k, change] of Object.values(MISTAKES).entries())
    expect(sized(change, 2 ** (k % 2 ? 400 : -400))).toEqual(sized(change, 1))
})

it('tells what it had found where a search ends early, and says that it ended', () => {
  const whole = { ...MOST_PAIRS }
  const ended = new Set<string>()
  const byCode = (change: (batch: Batch) => void) => {
    const told = new Map<string, string[]>()
    for (const { code, message } of findings(change)) told.set(code, [...(told.get(code) ?? []), message])
    return told
  }
  try {
    for (const change of Object.values(MISTAKES)) {
      const all = byCode(change)
      for (const looked of [1, 6, 30]) {
        Object.assign(MOST_PAIRS, { looked, ofEach: 0 })
        const some = byCode(change)
        for (const code of new Set([...all.keys(), ...some.keys()])) {
          const [expected, told] = [all.get(code) ?? [], some.get(code) ?? []]
          const isEnded = told.at(-1)?.startsWith(`The search for ${code} stopped early`) ?? false
          if (isEnded) ended.add(code)
          else expect(told).toEqual(expected)
          // Of nodes at one place a chain may be told in part.
          if (isEnded && code !== 'coincident_nodes' && code !== 'close_nodes')
            expect(expected.slice(0, told.length - 1)).toEqual(told.slice(0, -1))
        }
      }
      Object.assign(MOST_PAIRS, whole)
    }
  } finally {
    Object.assign(MOST_PAIRS, whole)
  }
  const PAIRED = ['close_nodes', 'coincident_nodes', 'combination_counts_twice', 'crossing_frames', 'invalid_opening', 'node_on_frame', 'opening_outside_area', 'outline_invalid', 'overlapping_areas', 'overlapping_frames', 'overlapping_openings', 'self_intersecting_area'] // biome-ignore format: short
  expect([...ended].sort()).toEqual(PAIRED)
})
