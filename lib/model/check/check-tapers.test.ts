import { describe, expect, it } from 'vitest'
import { type Batch, findings, found, frameOf } from '#lib/fixtures/table-model.ts'

const taper =
  (section: object, fields: object = {}) =>
  (batch: Batch) => {
    batch.sections.push({ id: 'end', materialId: 'steel', ...section } as Batch['sections'][number])
    Object.assign(frameOf(batch, 'C1'), { endSectionId: 'end', ...fields })
  }
const box = (t3: number, t2: number, more: object = {}) => ({ type: 'rectangular', dimensions: { t3, t2, ...more } })

describe('frames that taper', () => {
  it('finds sections between which none can taper, each pair once', () => {
    const differ = ['warning taper_outlines_differ: section column, section end, frame C1']
    expect(found(taper(box(0.2, 0.2)))).toEqual([])
    expect(found(taper(box(0.2, 0.2, { tw: 0.01 })))).toEqual(differ)
    expect(found(taper({ type: 'pipe', dimensions: { t3: 0.2 } }))).toEqual(differ)
    expect(found(taper({ type: 'shell', thickness: 0.2 }))).toEqual(differ)
    expect(found(taper({ type: 'rectangular' }))).toEqual(differ)
    const two = findings((batch) => {
      taper({ type: 'rectangular' })(batch)
      Object.assign(frameOf(batch, 'C2'), { endSectionId: 'end', taper: [0, 0.5] })
    })
    expect(two).toMatchObject([
      {
        message: "Frames 'C1' and 'C2' cannot taper, and are prisms of 'column': section 'end' has no outline: a taper needs two",
        elements: [
          { kind: 'section', id: 'column' },
          { kind: 'section', id: 'end' },
          { kind: 'frame', id: 'C1' },
          { kind: 'frame', id: 'C2' },
        ],
      },
    ])
  })

  it('leaves a frame whose own section has no outline to the rule that says so', () => {
    const none = found((batch) => {
      taper(box(0.2, 0.2))(batch)
      batch.sections[0] = { id: 'column', type: 'rectangular', materialId: 'steel' }
    })
    expect(none).toEqual(['warning section_without_outline: section column'])
  })

  it('finds frames of which one end is more than five times the other, by the part that they have of the way', () => {
    const unusual = ['info taper_unusual: frame C1, section column, section end']
    expect(found(taper(box(0.08, 0.4)))).toEqual([])
    expect(found(taper(box(0.079, 0.4)))).toEqual(unusual)
    expect(found(taper(box(0.4, 0.079)))).toEqual(unusual)
    expect(found(taper(box(0.4, 0.079), { taper: [0, 0.9] }))).toEqual([])
    expect(found(taper(box(2.1, 0.4), { taper: [1, 0] }))).toEqual(unusual)
    expect(findings(taper(box(0.04, 0.2)))[0]?.message).toBe(
      "Frame 'C1' tapers from a depth of 0.4 m to 0.04 m, 10 times as much at one end as at the other",
    )
  })

  it('takes frames on the same nodes for the same where their tapers are, from whichever end', () => {
    const both = (fields: object) =>
      found((batch) => {
        taper(box(0.2, 0.2), { sectionOffset: { x: 0, y: 0.1 }, endSectionOffset: { x: 0, y: 0.2 } })(batch)
        batch.frames.push({ ...frameOf(batch, 'C1'), id: 'D', ...fields })
      })
    const same = ['warning duplicate_frame: frame C1, frame D']
    const beside = ['info duplicate_frame: frame C1, frame D']
    expect(both({})).toEqual(same)
    expect(both({ endSectionId: null })).toEqual(beside)
    expect(both({ taper: [0, 0.5] })).toEqual(beside)
    expect(both({ endSectionOffset: { x: 0, y: 0.3 } })).toEqual(beside)
    const turned = { startNodeId: 'T1', endNodeId: 'B1', sectionOffset: { x: 0, y: 0.2 }, endSectionOffset: { x: 0, y: 0.1 } }
    expect(both({ ...turned, taper: [1, 0] })).toEqual(same)
    expect(both(turned)).toEqual(beside)
  })
})
