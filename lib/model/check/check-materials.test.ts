import { describe, expect, it } from 'vitest'
import { type Batch, findings, frame } from '#lib/fixtures/table-model.ts'

const told = (code: string, change: (batch: Batch) => void) =>
  findings((batch) => {
    batch.loadCases.push({ id: 'G', nature: 'dead', selfWeight: 1 })
    change(batch)
  }).flatMap((one) => (one.code === code ? one.message : []))

describe('materials of which the analysis needs more', () => {
  const incomplete = (change: (batch: Batch) => void) => told('material_incomplete', change)
  const called =
    (name: string, properties: object = {}) =>
    (batch: Batch) => {
      batch.materials = [{ id: 'used', name, source: { properties } }]
      for (const section of batch.sections) section.materialId = 'used'
    }

  it.each<[string, string, object?]>([
    ['the grade says both', 'S355'],
    ['or the source', 'Own mix', { E: 30_000, density: 2400 }],
    ['or each one of them', 'Concrete', { E: 30_000 }],
  ])('%s', (_, name, properties) => expect(incomplete(called(name, properties))).toEqual([]))

  it.each<[string, string, object | undefined, string]>([
    ['a kind has a density alone', 'Concrete', undefined, 'no modulus of elasticity, which'],
    ['a source that says the modulus', 'Own mix', { E: 30_000 }, 'no density, which'],
    ['and one that says nothing', 'Own mix', undefined, 'no modulus of elasticity and no density, which'],
  ])('%s', (_, name, properties, missing) => {
    expect(incomplete(called(name, properties))).toEqual([
      `Material 'used' has ${missing} the analysis needs: its name is read as no grade`,
    ])
  })

  it('nobody needs the one of an area, without loads none, and without own weight no density', () => {
    const mix = (batch: Batch) => void batch.materials.push({ id: 'mix' })
    expect(incomplete(mix)).toEqual([])
    const ofSlab = (batch: Batch) => {
      mix(batch)
      batch.areas[0]!.materialId = 'mix'
    }
    expect(incomplete(ofSlab)).toEqual(["Material 'mix' has no density, which the analysis needs: its name is read as no grade"])
    const without = (loads: Batch['loads']) => (batch: Batch) => {
      called('Own mix')(batch)
      Object.assign(batch, { loadCases: [{ id: 'Q' }], loads })
    }
    expect(incomplete(without([]))).toEqual([])
    const load = { id: 'P', caseId: 'Q', frameId: 'G0', force: { z: -5 } }
    expect(incomplete(without([load]))).toEqual([
      "Material 'used' has no modulus of elasticity, which the analysis needs: its name is read as no grade",
    ])
  })
})

describe('steel profiles of another material', () => {
  const IPE = { t3: 0.3, t2: 0.15, tf: 0.0107, tw: 0.0071 }
  const unlike = (name: string, change: (batch: Batch) => void = () => {}, sizes: object = IPE) =>
    told('profile_material_differs', (batch) => {
      batch.materials.push({ id: 'other', name })
      batch.sections.push({ id: 'IPE300', type: 'i_wide_flange', dimensions: { ...sizes }, materialId: 'other' })
      for (const k of [4, 5]) batch.frames[k]!.sectionId = 'IPE300'
      change(batch)
    })

  it.each(['C30/37', 'C24', 'C30', 'GL28h', 'Beton'])('%s is none of steel', (name) =>
    expect(unlike(name)).toEqual([
      expect.stringMatching(
        /^2 frames of section 'IPE300', which is the steel profile IPE300, are of material 'other', which is /,
      ),
    ]),
  )

  it.each(['S355', 'B500B', 'EN AW-6082 T6', 'GFRP', 'Steel'])('%s may be one', (name) => expect(unlike(name)).toEqual([]))

  it('what has the name alone, or is called otherwise, is no profile', () => {
    expect(unlike('C24', () => {}, { ...IPE, tw: 0.05 })).toEqual([])
    const renamed = ({ sections, frames }: Batch) => {
      sections.at(-1)!.id = 'I-joist 300'
      for (const k of [4, 5]) frames[k]!.sectionId = 'I-joist 300'
    }
    expect(unlike('C24', renamed)).toEqual([])
  })

  it('a frame of steel between the same nodes is what is filled, or cased', () => {
    const beside = (materialId: string) => (batch: Batch) =>
      void batch.frames.push({ ...frame('again', 'T1', 'T0', 'beam'), materialId })
    expect(unlike('C30/37', beside('other'))[0]).toMatch(/^2 frames/)
    expect(unlike('C30/37', beside('steel'))[0]).toMatch(/^1 frame of section 'IPE300', which is the steel profile IPE300, is of/)
  })
})
