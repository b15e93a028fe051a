import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Draft } from '#lib/edit/draft.ts'
import { byId, draftOf, editDraft } from '#lib/fixtures/drafts.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { structureOf } from './check/structure.ts'
import { type Chains, frameChainsOf } from './runs.ts'

/** Frames between neighbours of a lattice, so that many continue each other, with supports under some nodes. */
const lattice = fc
  .record({
    frames: fc.uniqueArray(fc.integer({ min: 0, max: 3 * 36 - 1 }), { minLength: 4, maxLength: 60 }),
    sections: fc.array(fc.constantFrom('I', 'J'), { minLength: 60, maxLength: 60 }),
    turned: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
    supports: fc.uniqueArray(fc.integer({ min: 0, max: 35 }), { maxLength: 6 }),
  })
  .map(({ frames, sections, turned, supports }) => {
    const nodes: { id: string; position: { x: number; y: number; z: number } }[] = []
    const id = (x: number, y: number, z: number) => `N${x}${y}${z}`
    for (let x = 0; x < 4; x++) for (let y = 0; y < 3; y++) for (let z = 0; z < 3; z++) nodes.push({ id: id(x, y, z), position: { x: 5 * x, y: 4 * y, z: 3 * z } })
    const rods = frames.flatMap((n, i) => {
      const [axis, k] = [n % 3, Math.floor(n / 3)]
      const [x, y, z] = [Math.floor(k / 9), Math.floor(k / 3) % 3, k % 3]
      const end = id(x + Number(axis === 0), y + Number(axis === 1), z + Number(axis === 2))
      if (!nodes.some((node) => node.id === end)) return []
      const [startNodeId, endNodeId] = turned[i] ? [end, id(x, y, z)] : [id(x, y, z), end]
      return [{ id: `F${n}`, startNodeId, endNodeId, sectionId: sections[i] ?? 'I' }]
    })
    return {
      nodes,
      frames: rods,
      sections: [{ id: 'I', type: 'i_wide_flange', dimensions: { t3: 0.3, t2: 0.15, tf: 0.02, tw: 0.01 } }, { id: 'J', type: 'rectangular', dimensions: { t3: 0.5, t2: 0.2 } }],
      supports: supports.map((n) => ({ id: `S${n}`, nodeId: nodes[n]?.id ?? '', restraints: 'pinned' })),
    }
  }) // biome-ignore format: short

/** The chains of a draft as sets of frame ids. */
function chains(draft: Draft, of: 'runs' | 'lines'): string[][] {
  const structure = structureOf(draft.facts().model)
  const { count, from, frames }: Chains = frameChainsOf(structure)[of]
  const ids = (k: number) => [...frames.subarray(from[k], from[k + 1])].map((i) => structure.frames[i]?.id ?? '')
  return Array.from({ length: count }, (_, k) => ids(k).sort()).sort()
}

const RUNS = { numRuns: runs(500), seed: 11 }

describe('of every model', () => {
  test('each frame is in one run, and each run in one line', () => {
    fc.assert(
      fc.property(lattice, (sent) => {
        const draft = draftOf(sent)
        const runs = chains(draft, 'runs')
        expect(runs.flat().sort()).toEqual(Object.keys(byId(draft, 'frames')).sort())
        const lines = chains(draft, 'lines')
        for (const run of runs) expect(lines.filter((line) => run.every((id) => line.includes(id)))).toHaveLength(1)
      }),
      RUNS,
    )
  })

  test('runs stay when frames are turned round, are told in another order, or all is turned about Z', () => {
    fc.assert(
      fc.property(lattice, fc.constantFrom(90, 37, 180), (sent, angle) => {
        const before = chains(draftOf(sent), 'runs')
        const turned = sent.frames.map(({ startNodeId, endNodeId, ...frame }) => ({ ...frame, startNodeId: endNodeId, endNodeId: startNodeId }))
        expect(chains(draftOf({ ...sent, frames: turned }), 'runs')).toEqual(before)
        expect(chains(draftOf({ ...sent, frames: sent.frames.toReversed(), nodes: sent.nodes.toReversed() }), 'runs')).toEqual(before)
        const draft = draftOf(sent)
        const rotate = { axis: 'Z', about: { x: 1, y: 2 }, angle }
        editDraft(draft, { select: { kinds: ['nodes'] }, rotate })
        expect(chains(draft, 'runs')).toEqual(before)
      }),
      RUNS,
    )
  }) // biome-ignore format: short
})

test('a ring of a member begins at its first frame, and an arch of small bends is one run', () => {
  const arc = Array.from({ length: 41 }, (_, i) => ({ id: `N${i}`, position: { x: 40 * Math.cos((i * Math.PI) / 720), y: 0, z: 40 * Math.sin((i * Math.PI) / 720) } })) // biome-ignore format: short
  const frames = arc.slice(1).map(({ id }, i) => ({ id: `F${i}`, startNodeId: `N${i}`, endNodeId: id }))
  const arch = draftOf({ nodes: arc, frames })
  // Steep at its foot: within 10° of Z it is upright, and a run ends where that changes.
  expect(chains(arch, 'runs')).toHaveLength(1)
})
