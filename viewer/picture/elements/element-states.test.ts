import { describe, expect, it } from 'vitest'
import { FADED, type GpuTables, HIDDEN, SELECTED } from '../shading/gpu-tables.ts'
import { REMOVED, writeOlderStates } from './element-states.ts'

/** Two frames, of which the first was removed, two nodes, two supports with one glyph, an area. */
function older() {
  const table = (count: number) => ({ values: new Uint8Array(2 * count), texture: { needsUpdate: false } })
  const tables = { frameState: table(2), areaState: table(1), nodeState: table(2), supportState: table(1) }
  const stage = {
    drawn: { scene: { supports: { glyphOf: Uint32Array.of(0, 0) } } },
    tables,
  } as unknown as { drawn: { scene: never }; tables: Pick<GpuTables, 'frameState' | 'areaState' | 'nodeState' | 'supportState'> }
  const fates = {
    frames: Uint8Array.of(REMOVED, 0),
    areas: new Uint8Array(1),
    nodes: new Uint8Array(2),
    supports: new Uint8Array(2),
  }
  const flags = (of: keyof typeof tables) => [...tables[of].values].filter((_, k) => k % 2 === 1)
  return { stage, fates, flags }
}
const NOTHING = { hidden: [], isolated: null, shown: null }
const at = (kind: 'frame' | 'node' | 'support', index: number) => ({ kind, id: '', index })

describe('the earlier one of two revisions', () => {
  it('stands over the later one as ghosts of what was removed, one of which may be looked at', () => {
    const { stage, fates, flags } = older()
    writeOlderStates(stage, fates, 'overlay', null, at('frame', 0))
    expect(flags('frameState')).toEqual([FADED | SELECTED, HIDDEN])
    expect(flags('areaState')).toEqual([HIDDEN])
  })

  it('hides what is hidden in the later one, alone and as a ghost', () => {
    const { stage, fates, flags } = older()
    writeOlderStates(stage, fates, 'before', { ...NOTHING, hidden: [at('frame', 1), at('support', 1)] }, null)
    expect(flags('frameState')).toEqual([0, HIDDEN])
    expect((flags('supportState')[0] ?? 0) & HIDDEN).toBe(HIDDEN)
    writeOlderStates(stage, fates, 'overlay', { ...NOTHING, hidden: [at('frame', 0)] }, null)
    expect(flags('frameState')).toEqual([FADED | HIDDEN, HIDDEN])
  })

  it('shows only what is isolated, and of that nothing that is filtered away', () => {
    const { stage, fates, flags } = older()
    const shown = {
      frames: Uint8Array.of(1, 0),
      areas: Uint8Array.of(1),
      nodes: Uint8Array.of(1, 1),
      supports: Uint8Array.of(1, 1),
    }
    writeOlderStates(
      stage,
      fates,
      'before',
      { hidden: [], isolated: [at('frame', 0), at('frame', 1), at('node', 1)], shown },
      null,
    )
    expect(flags('frameState')).toEqual([0, HIDDEN])
    expect(flags('nodeState')).toEqual([HIDDEN, 0])
    expect(flags('areaState')).toEqual([HIDDEN])
  })

  it('is whole again when all is shown', () => {
    const { stage, fates, flags } = older()
    writeOlderStates(stage, fates, 'before', { ...NOTHING, isolated: [] }, null)
    expect(flags('frameState')).toEqual([HIDDEN, HIDDEN])
    writeOlderStates(stage, fates, 'before', null, null)
    expect(flags('frameState')).toEqual([0, 0])
  })
})
