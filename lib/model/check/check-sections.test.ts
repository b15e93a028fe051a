import { describe, expect, it } from 'vitest'
import { type Batch, findings, found, frameOf, lines } from '#lib/fixtures/table-model.ts'

describe('sections, materials, members', () => {
  it('finds frames without section, of their own or from their member', () => {
    const without = (batch: Batch) => {
      const { sectionId: _, ...rest } = frameOf(batch, 'G1')
      batch.frames[5] = rest
    }
    expect(found(without)).toEqual(['warning frame_without_section: frame G1', 'warning missing_material: frame G1'])
    const inherited = found((batch) => {
      without(batch)
      batch.members.push({ id: 'M', frameIds: ['G1'], sectionId: 'beam' })
    })
    expect(inherited).toEqual([])
  })

  it('finds frames and areas without material', () => {
    const without = found((batch) => {
      delete batch.sections[0]!.materialId
      batch.areas[0]!.sectionId = null
      batch.areas[0]!.thickness = 0.2
      frameOf(batch, 'C1').materialId = 'steel'
      batch.members.push({ id: 'M', frameIds: ['C2'], materialId: 'steel' })
    })
    expect(without).toEqual([
      'warning missing_material: frame C0',
      'warning missing_material: frame C3',
      'warning missing_material: area A',
      'info unused_section: section slab',
    ])
  })

  it('finds members that are named and not there', () => {
    const named = found((batch) => {
      frameOf(batch, 'G0').memberId = 'M'
      frameOf(batch, 'G1').memberId = 'N'
      frameOf(batch, 'G2').memberId = null
      batch.members.push({ id: 'M', frameIds: ['G0'] })
    })
    expect(named).toEqual(['warning unresolved_member: frame G1'])
  })

  it('finds members whose frames do not touch', () => {
    const inPieces = (...frameIds: string[]) => found((batch) => batch.members.push({ id: 'M', frameIds }))
    expect(inPieces('G0', 'G2')).toEqual(['warning member_in_pieces: member M, frame G0, frame G2'])
    expect(inPieces('G0', 'G1')).toEqual([])
    expect(findings((batch) => batch.members.push({ id: 'M', frameIds: ['G0', 'G2'] }))[0]?.message).toBe(
      "Member 'M' is in 2 pieces that share no node: 'G0' and 'G2' do not touch",
    )
  })

  it('finds members of a section that none of their frames has any more, not those that are haunched', () => {
    const member =
      (sectionId: string, ...frameIds: string[]) =>
      (batch: Batch) => {
        batch.sections.push({ ...batch.sections.find(({ id }) => id === 'beam')!, id: 'deeper' })
        frameOf(batch, 'G0').sectionId = 'deeper'
        batch.members.push({ id: 'M', frameIds, sectionId })
      }
    expect(found(member('beam', 'G0'))).toEqual(['warning member_section_differs: member M, frame G0'])
    expect(findings(member('beam', 'G0'))[0]).toMatchObject({
      message: "Member 'M' says section 'beam', its frames are of 'deeper'",
      fix: 'Set the member too: edit_model {"ops":[{"select":{"kinds":["members"],"ids":["M"]},"set":{"sectionId":"deeper"}}]}.',
    })
    expect(found(member('beam', 'G0', 'G1'))).toEqual([])
    expect(found(member('deeper', 'G0'))).toEqual([])
  })

  it('finds what nothing uses', () => {
    const unused = found((batch) => {
      batch.sections.push({ id: 'spare', type: 'pipe', dimensions: { od: 0.1 }, materialId: 'timber' })
      batch.materials.push({ id: 'timber' }, { id: 'brass' })
    })
    expect(unused).toEqual(['info unused_section: section spare', 'info unused_material: material brass'])
  })

  it('finds sections in use that cannot be drawn, with the keys they lack', () => {
    const lacking = findings((batch) => {
      batch.sections[1]!.dimensions = { h: 0.4, area: 0.01 }
      batch.sections.push({ id: 'spare', type: 'channel' })
    })
    expect(lines(lacking)).toEqual(['warning section_without_outline: section beam', 'info unused_section: section spare'])
    expect(lacking[0]?.message).toContain('t2, tf, tw are missing')
  })

  it('finds outlines that enclose nothing or cross themselves', () => {
    const outline = (...points: [number, number][]) =>
      found((batch) => {
        batch.sections[1]!.polygon = points.map(([x, y]) => ({ x, y }))
      })
    const wrong = ['warning outline_invalid: section beam']
    expect(outline([0, 0], [0.2, 0], [0, 0])).toEqual(wrong)
    expect(outline([0, 0], [0.2, 0], [0.4, 0])).toEqual(wrong)
    expect(outline([0, 0], [0.2, 0.2], [0.2, 0], [0, 0.2])).toEqual(wrong)
    expect(outline([0, 0], [0.2, 0], [0.2, 0.2])).toEqual([])
    expect(outline([0, 0], [0.2, 0], [0.2, 0.2], [0.2, 0.2], [0, 0.2], [0, 0])).toEqual([])
  })

  it('finds dimensions that the type does not know, one finding per section', () => {
    const unknown = findings((batch) => {
      batch.sections[0]!.dimensions = { side: 0.4, lip: 0.1, rib: 2, torsion: 1 }
    })
    expect(lines(unknown)).toEqual(['warning unknown_dimension: section column'])
    expect(unknown[0]?.message).toContain("'lip', 'rib'")
  })

  it('finds a thickness that says another wall than the dimensions', () => {
    const conflict = found((batch) => {
      batch.sections[0] = { ...batch.sections[0]!, dimensions: { side: 0.4, t: 0.02 }, thickness: 0.03 }
      batch.sections[2] = { ...batch.sections[2]!, thickness: 0.25 }
    })
    expect(conflict).toEqual(['warning thickness_conflict: section column', 'warning thickness_conflict: section slab'])
  })

  it('finds areas of a section of frames and frames of a shell', () => {
    const other = found((batch) => {
      batch.areas[0]!.sectionId = 'beam'
      batch.areas[0]!.thickness = 0.2
      frameOf(batch, 'G1').sectionId = 'slab'
    })
    expect(other).toEqual([
      'warning section_of_other_kind: area A, section beam',
      'warning section_of_other_kind: frame G1, section slab',
    ])
    // Without a type it is a rectangle without sizes, and its thickness is that of the area.
    const plain = found((batch) => {
      batch.sections[2] = { id: 'slab', thickness: 0.2, materialId: 'steel' }
    })
    expect(plain).toEqual([])
  })

  it('finds areas that have another thickness than their shell section', () => {
    const thick = (thickness: number) =>
      findings((batch) => {
        batch.areas[0]!.thickness = thickness
      }).map(({ code, message }) => [code, message])
    expect(thick(0.18)).toEqual([
      ['thickness_conflict', "1 area of section 'slab', which has thickness 0.2, has thickness 0.18, which counts"],
    ])
    expect([thick(0.2), thick(0.2 * (1 + 1e-9))]).toEqual([[], []])
  })
})
