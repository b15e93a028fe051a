import { expect, it } from 'vitest'
import { returned, table } from '#lib/fixtures/table-model.ts'
import { findAll } from './check.ts'

const pinned = { start: { m2: true, m3: true }, end: { m3: 5000 } }

/** A table of which two beams have releases in source, and one beside that in the field. */
function imported() {
  const batch = table()
  for (const k of [4, 5]) Object.assign(batch.frames[k]!, { source: { releases: pinned, guid: 'a' } })
  Object.assign(batch.frames[6]!, { source: { releases: pinned }, releases: { start: {}, end: { m3: true } } })
  Object.assign(batch.frames[7]!, { source: { releases: { start: { p: true }, end: { p: true } } } })
  Object.assign(batch.frames[0]!, { source: { releases: { start: { m3: false }, end: {} } } })
  return returned(batch)
}

const releases = (model: ReturnType<typeof imported>) => findAll(model).find(({ code }) => code === 'releases')

it('offers releases that an import left in source, and tells which would leave a frame floating', () => {
  const run = releases(imported())
  expect(run?.findings.map(({ message }) => message)).toEqual([
    "2 frames have releases in source alone, and count as joined: 'G0' and 'G1'",
    "1 frame has releases in source alone, and counts as joined: 'G3'; released in p at both ends, the frame floats",
  ])
  expect(run?.findings.map(({ op }) => op)).toEqual([
    { select: { kinds: ['frames'], ids: ['G0', 'G1'] }, set: { releases: pinned } },
    undefined,
  ])
})
