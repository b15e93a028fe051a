import { describe, expect, it } from 'vitest'
import { analysed } from '#lib/fixtures/analysed.ts'
import type { FrameRole } from '#lib/schema/roles.ts'

/** A mast between two stays, pushed along x at its head; statics, section 8. */
function mast(role: FrameRole | undefined, force: number) {
  return analysed({
    name: 'm',
    units: { length: 'm', force: 'kN' },
    materials: [{ id: 'S', source: { properties: { E: 210000, density: 7850, fy: 355 } } }],
    sections: [
      { id: 'P', type: 'pipe', dimensions: { t3: 0.2, tw: 0.01 } },
      { id: 'C', type: 'pipe', dimensions: { t3: 0.03, tw: 0.005 } },
    ],
    nodes: [
      { id: 'foot', position: { x: 0, y: 0, z: 0 } },
      { id: 'head', position: { x: 0, y: 0, z: 20 } },
      { id: 'west', position: { x: -20, y: 0, z: 0 } },
      { id: 'east', position: { x: 20, y: 0, z: 0 } },
    ],
    frames: [
      { id: 'M', startNodeId: 'foot', endNodeId: 'head', sectionId: 'P', materialId: 'S', rotation: 0 },
      ...['west', 'east'].map((id) => ({
        ...{ id, startNodeId: id, endNodeId: 'head', sectionId: 'C', materialId: 'S', rotation: 0 },
        ...{ releases: { start: { m2: true, m3: true }, end: { m2: true, m3: true } }, ...(role && { role }) },
      })),
    ],
    supports: ['foot', 'west', 'east'].map((nodeId) => ({
      ...{ id: `s-${nodeId}`, nodeId, restraints: { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true } },
    })),
    loadCases: [{ id: 'D', selfWeight: 1 }, { id: 'W' }],
    loads: [{ id: 'w', caseId: 'W', nodeId: 'head', type: 'force', force: { x: force } }],
  })
}

describe('cables', () => {
  it('in compression are named, those that pull are not, nor are bars', () => {
    const said = (role: FrameRole | undefined, force: number) =>
      (mast(role, force).summary.notes ?? []).filter((note) => /in compression/.test(note))
    expect(said('guy', 10)).toEqual(['1 guy is in compression, which a bar carries and a guy does not: east'])
    expect(said('hanger', -10)).toEqual(['1 hanger is in compression, which a bar carries and a hanger does not: west'])
    expect(said(undefined, 10)).toEqual([])
    expect(said('cable', 0)).toEqual([])
  })

  it('hang under their own weight: their stress is P/A', () => {
    const asBar = mast(undefined, 10).summary.stress!
    const asCable = mast('cable', 10).summary.stress!
    expect(asBar).toMatchObject({ case: 'D', id: expect.stringMatching(/west|east/) })
    expect(asBar.ratio).toBeGreaterThan(0.3)
    expect(asCable.ratio).toBeLessThan(0.3)
  })
})
