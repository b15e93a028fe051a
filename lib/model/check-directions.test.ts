import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/as-returned.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { office } from '#lib/fixtures/office.ts'
import { checkModel, findAll } from './check.ts'
import type { CreateModel, Vector3, ViewerModel } from './schema.ts'

const codes = (model: ViewerModel, wanted: RegExp) =>
  findAll(model).flatMap(({ code, severity, count }) => (wanted.test(code) ? [`${severity} ${code} ${count}`] : []))
const UP = /^maybe_/

const moved = (model: ViewerModel, to: (p: Vector3) => Vector3): ViewerModel => ({
  ...model,
  nodes: model.nodes.map((node) => ({ ...node, position: to(node.position) })),
})
const yUp = ({ x, y, z }: Vector3) => ({ x, y: z, z: -y })
const zDown = ({ x, y, z }: Vector3) => ({ x, y: -y, z: -z })

/** Two bays of 25' × 20' 6" in inches, 14' 6" high. */
function bay(): ViewerModel {
  const model: CreateModel = { name: 'Bay', units: { current: 'Kip, in, F' }, nodes: [], frames: [], supports: [] }
  const corners = [
    [0, 0],
    [300, 0],
    [300, 246],
    [0, 246],
  ] as const
  for (const [k, [x, y]] of corners.entries()) {
    model.nodes!.push({ id: `B${k}`, position: { x, y, z: 0 } }, { id: `T${k}`, position: { x, y, z: 174 } })
    model.frames!.push({ id: `C${k}`, startNodeId: `B${k}`, endNodeId: `T${k}`, rotation: 0 })
    model.frames!.push({ id: `G${k}`, startNodeId: `T${k}`, endNodeId: `T${(k + 1) % 4}`, rotation: 0 })
    model.supports!.push({ id: `S${k}`, nodeId: `B${k}`, restraints: { u1: true, u2: true, u3: true } })
  }
  return returnedModel(model)
}

const upright = { bay, office, portal: () => returnedModel(portalFrame()), demo: () => returnedModel(demoBuilding()) }

describe('which way is up', () => {
  it.each(Object.entries(upright))('has nothing to say about the %s as it stands', (_, model) => {
    expect(codes(model(), UP)).toEqual([])
  })

  it('notices a bay, an office made with Y up; the turn that it proposes sets it right', () => {
    for (const model of [bay(), office()]) {
      const lying = moved(model, yUp)
      expect(codes(lying, UP)).toEqual(['warning maybe_y_up 1'])
      expect(checkModel(lying).find(({ code }) => code === 'maybe_y_up')?.fix).toContain('"axis":"X","about":{},"angle":90')
      expect(
        codes(
          moved(lying, ({ x, y, z }) => ({ x, y: -z, z: y })),
          UP,
        ),
      ).toEqual([])
    }
  })

  it('only remarks it on a plane frame, which may be a plan', () => {
    expect(codes(moved(returnedModel(portalFrame()), yUp), UP)).toEqual(['info maybe_y_up 1'])
  })

  it.each(Object.entries(upright).filter(([name]) => name !== 'demo'))(
    'notices that the %s hangs from its supports',
    (_, model) => {
      expect(codes(moved(model(), zDown), UP)).toEqual(['warning maybe_z_down 1'])
    },
  )

  it('counts supports only that hold something', () => {
    const loose = moved(bay(), yUp)
    loose.supports = loose.supports!.map((support) => ({ ...support, restraints: { u1: false } }))
    expect(codes(loose, UP)).toEqual([])
  })
})

describe('beams and slabs', () => {
  /** The office with real sections, slabs below their nodes, and beams set down by so much. */
  function built(offset: number | null, cardinalPoint = 'Top'): ViewerModel {
    const model = office()
    const box = (x: number, y: number) => [
      { x: -x / 2, y: -y / 2 },
      { x: x / 2, y: -y / 2 },
      { x: x / 2, y: y / 2 },
      { x: -x / 2, y: y / 2 },
    ]
    return {
      ...model,
      sections: [
        { id: 'C450', polygon: box(0.45, 0.45) },
        { id: 'B300X600', polygon: box(0.3, 0.6) },
      ],
      areas: model.areas!.map((area) => ({ ...area, ...(area.kind === 'slab' && { cardinalPoint }) })),
      frames: model.frames!.map((frame) =>
        offset !== null && frame.sectionId === 'B300X600' ? { ...frame, sectionOffset: { x: 0, y: offset } } : frame,
      ),
    }
  }
  const ABOVE = /^beam_above_slab$/

  it('finds the 124 beams of the office that stand in their slabs', () => {
    expect(codes(built(null), ABOVE)).toEqual(['info beam_above_slab 124'])
    const [first] = checkModel(built(null)).filter(({ code }) => ABOVE.test(code))
    expect(first).toMatchObject({
      message: "Beam 'BXA1-1' reaches 0.3 above the top of slab 'SA1-1': its section, 0.6 deep, is not set down",
      elements: [
        { kind: 'frame', id: 'BXA1-1' },
        { kind: 'area', id: 'SA1-1' },
      ],
    })
    expect(first?.fix).toContain('"section":["B300X600"]},"set":{"sectionOffset":{"x":0,"y":-0.3}}')
  })

  it('finds none that is set down by half its depth, up to a quarter of the depth above', () => {
    expect(codes(built(-0.3), ABOVE)).toEqual([])
    expect(codes(built(-0.15), ABOVE)).toEqual([])
    expect(codes(built(-0.149), ABOVE)).toEqual(['info beam_above_slab 124'])
  })

  it('finds none where the slab lies about its nodes or on them', () => {
    expect(codes(built(null, 'MIDDLE'), ABOVE)).toEqual([])
    expect(codes(built(null, 'bottom'), ABOVE)).toEqual([])
  })
})
