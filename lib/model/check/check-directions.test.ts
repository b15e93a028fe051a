import { describe, expect, it } from 'vitest'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { portalFrame } from '#lib/examples/portal-frame.ts'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { office } from '#lib/fixtures/office.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { Vector3, ViewerModel } from '#lib/schema/schema.ts'
import { checkModel, findAll } from './check.ts'

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

  it('takes no balcony on brackets for a model with Y up once its loads pull down along Z', () => {
    const balcony = (force: Partial<Vector3>): ViewerModel =>
      returnedModel({
        name: 'Balcony',
        units: { current: 'kN, m, C' },
        nodes: [0, 2, 4].flatMap((x) => [
          { id: `W${x}`, position: { x, y: 0, z: 3 } },
          { id: `F${x}`, position: { x, y: 1.5, z: 3 } },
          { id: `K${x}`, position: { x, y: 0, z: 2 } },
        ]),
        frames: [0, 2, 4].flatMap((x) => [
          { id: `B${x}`, startNodeId: `W${x}`, endNodeId: `F${x}` },
          { id: `S${x}`, startNodeId: `K${x}`, endNodeId: `F${x}` },
        ]),
        supports: [0, 2, 4].flatMap((x) =>
          ['W', 'K'].map((n) => ({ id: `S${n}${x}`, nodeId: `${n}${x}`, restraints: { u1: true, u2: true, u3: true } })),
        ),
        loadCases: [{ id: 'Q' }],
        loads: [{ id: 'q', caseId: 'Q', frameId: 'B2', type: 'distributed', force }],
      } as CreateModel)
    expect(codes(balcony({ z: -3 }), UP)).toEqual([])
    expect(codes(balcony({ y: -3 }), UP)).toEqual(['warning maybe_y_up 1'])
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

describe('made with Y up, by what stands at the supports', () => {
  type Post = { from: [number, number, number]; to: [number, number, number] }
  /** Posts of 6 along Y from held nodes, a metre and so much in Z apart; and other frames at them, and one that ends the model. */
  function said(posts: number, more: { apart?: number; lift?: number; beams?: number; uprights?: number; high?: number }) {
    const { apart = 1, lift = 0, beams = 0, uprights = 0, high = 0 } = more
    const frames: Post[] = Array.from({ length: posts }, (_, k) => {
      const [x, z] = [k, k * apart]
      return { from: [x, k === 1 ? lift : 0, z], to: [x, 6, z] }
    })
    for (let k = 0; k < beams; k++) frames.push({ from: [0, 0, 0], to: [-3 - k, 0, 0] })
    for (let k = 0; k < uprights; k++) frames.push({ from: [0, 0, 0], to: [0, 0, 4 + k] })
    if (high > 0) frames.push({ from: [0, 6, 0], to: [0, 6, high] })
    const ids = new Map<string, string>()
    const at = (place: Post['from']) => {
      const id = ids.get(`${place}`) ?? `N${ids.size}`
      ids.set(`${place}`, id)
      return id
    }
    const named = frames.map(({ from, to }, k) => ({ id: `F${k}`, startNodeId: at(from), endNodeId: at(to), rotation: 0 }))
    const nodes = [...ids].map(([place, id]) => {
      const [x, y, z] = place.split(',').map(Number) as [number, number, number]
      return { id, position: { x, y, z } }
    })
    const supports = frames.slice(0, posts).map(({ from }, k) => ({ id: `S${k}`, nodeId: at(from), restraints: { u1: true } }))
    return codes(returnedModel({ name: '', nodes, frames: named, supports }), /^maybe_y_up/).length
  }

  it.each<[string, Parameters<typeof said>, Parameters<typeof said>]>([
    ['two posts, and not of one', [2, {}], [1, {}]],
    ['a third of the frames there', [2, { beams: 4 }], [2, { beams: 5 }]],
    ['five times as many along Y as along Z', [5, { uprights: 1 }], [4, { uprights: 1 }]],
    ['nodes a fifth of the size apart in Z', [2, { apart: 2, high: 9.9 }], [2, { apart: 2, high: 10.1 }]],
    ['nodes within a fiftieth of the size of the lowest Y', [2, { lift: 0.119 }], [2, { lift: 0.121 }]],
  ])('asks for %s', (_, enough, less) => expect([said(...enough), said(...less)]).toEqual([1, 0]))
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

describe('a beam in its slab', () => {
  type Given = Partial<Omit<ViewerModel, 'frames' | 'areas'>> & {
    frame?: Partial<NonNullable<ViewerModel['frames']>[number]>
    slab?: Partial<NonNullable<ViewerModel['areas']>[number]>
  }
  const at = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
  const FLAT = [at('a', 0, 0, 3), at('b', 6, 0, 3), at('c', 6, 4, 3), at('d', 0, 4, 3), at('e', 2, 1, 3), at('f', 4, 1, 3), at('g', 4, 3, 3), at('h', 9, 0, 3)] // biome-ignore format: two rows of corners
  /** A slab of six by four, with an opening, and one beam 0.3 wide and 0.6 deep. */
  function found({ frame, slab, ...more }: Given) {
    const model = returnedModel({ name: 'A slab', nodes: FLAT })
    const [x, y] = [0.15, 0.3]
    const polygon = [{ x: -x, y: -y }, { x, y: -y }, { x, y }, { x: -x, y }] // biome-ignore format: corners
    return checkModel({
      ...model,
      sections: [{ id: 'B', polygon }],
      areas: [
        { id: 'other', nodeIds: ['b', 'h', 'c'], thickness: 0.2, cardinalPoint: 'top' },
        {
          id: 'S',
          nodeIds: ['a', 'b', 'c', 'd'],
          openingNodeIds: [['e', 'f', 'g']],
          thickness: 0.2,
          cardinalPoint: 'TOP',
          ...slab,
        },
      ],
      frames: [{ id: 'F', startNodeId: 'a', endNodeId: 'b', rotation: 0, sectionId: 'B', ...frame }],
      ...more,
    }).filter(({ code }) => code === 'beam_above_slab')
  }
  const told = (given: Given) =>
    found(given).map(({ message, fix }) => {
      const [, high, deep] = /reaches (\S+)(?: mm)? above.* section, (\S+)(?: mm)? deep/.exec(message)!
      const offset = /"sectionOffset":(\{.*?\})/.exec(fix ?? '')
      return [Number(high), Number(deep), offset && JSON.parse(offset[1]!)]
    })
  const offset = (x: number, y: number) => ({ x, y })

  it.each<[string, Given, ReturnType<typeof told>]>([
    ['as it stands', {}, [[0.3, 0.6, offset(0, -0.3)]]],
    ['that is a little down already', { frame: { sectionOffset: offset(0.05, -0.1) } }, [[0.2, 0.6, offset(0.05, -0.3)]]],
    ['that stands up', { frame: { sectionOffset: offset(0, 0.1) } }, [[0.4, 0.6, offset(0, -0.3)]]],
    ['on its side', { frame: { rotation: 90 } }, [[0.15, 0.3, null]]],
    ['on its side and aside, which is up', { frame: { rotation: -90, sectionOffset: offset(0.2, 0.7) } }, [[0.35, 0.3, null]]],
    ['on its side and aside, which is down', { frame: { rotation: 90, sectionOffset: offset(0.2, 0.7) } }, []],
    ['turned by 30 degrees', { frame: { rotation: 30 } }, [[0.335, 0.67, null]]],
    ['along the opening', { frame: { startNodeId: 'e', endNodeId: 'g' } }, [[0.3, 0.6, offset(0, -0.3)]]],
    ['from the rim to the opening', { frame: { startNodeId: 'e', endNodeId: 'd' } }, [[0.3, 0.6, offset(0, -0.3)]]],
    [
      'a half of a girder on the rim',
      { nodes: [...FLAT, at('m', 3, 0, 3)], frame: { endNodeId: 'm' } },
      [[0.3, 0.6, offset(0, -0.3)]],
    ],
    [
      'a joist from girder to girder, no end of which is a node of the slab',
      { nodes: [...FLAT, at('m', 3, 0, 3), at('n', 3, 4, 3)], frame: { startNodeId: 'm', endNodeId: 'n' } },
      [[0.3, 0.6, offset(0, -0.3)]],
    ],
    [
      'a joist that ends within the slab',
      { nodes: [...FLAT, at('m', 3, 0, 3), at('n', 3, 2, 3)], frame: { startNodeId: 'm', endNodeId: 'n' } },
      [[0.3, 0.6, offset(0, -0.3)]],
    ],
    [
      'a joist that ends below it',
      { nodes: [...FLAT, at('m', 3, 0, 2.5), at('n', 3, 4, 2.5)], frame: { startNodeId: 'm', endNodeId: 'n' } },
      [],
    ],
    [
      'a joist that goes on beyond it',
      { nodes: [...FLAT, at('m', 3, 0, 3), at('n', 3, 5, 3)], frame: { startNodeId: 'm', endNodeId: 'n' } },
      [],
    ],
    [
      'of the section of its member',
      { frame: { sectionId: null }, members: [{ id: 'M', frameIds: ['F'], sectionId: 'B' }] },
      [[0.3, 0.6, offset(0, -0.3)]],
    ],
    ['of another slab', { frame: { startNodeId: 'b', endNodeId: 'h' } }, [[0.3, 0.6, offset(0, -0.3)]]],
    ['that two slabs have at one end', { frame: { startNodeId: 'b', endNodeId: 'd' } }, [[0.3, 0.6, offset(0, -0.3)]]],
    ['from one slab into the next', { frame: { startNodeId: 'a', endNodeId: 'h' } }, []],
    ['without length', { frame: { startNodeId: 'a', endNodeId: 'a' } }, []],
    ['whose end is missing', { frame: { endNodeId: 'nowhere' } }, []],
    ['whose start is missing', { frame: { startNodeId: 'nowhere' } }, []],
    ['without a section', { frame: { sectionId: null } }, []],
    ['of a section without an outline', { sections: [{ id: 'B', polygon: [] }] }, []],
    ['where the slab is called a wall', { slab: { kind: 'wall' } }, []],
    ['where the slab lies about its nodes', { slab: { cardinalPoint: 'MIDDLE' } }, []],
    ['where nothing is said of the slab', { slab: { cardinalPoint: null } }, []],
    [
      'of a slope of 7 in 24: what is above is told upright, what is set down lies across',
      { nodes: FLAT.map(({ id, position: { x, y } }) => at(id, x, y, (7 * x) / 24)) },
      [[0.288, 0.576, offset(0, -0.3)]],
    ],
    [
      'too steep for a beam',
      { nodes: FLAT.map(({ id, position: { x, y } }) => at(id, x, y, 0.4 * x)), slab: { kind: 'floor' } },
      [],
    ],
    [
      'in millimetres',
      {
        units: { length: 'mm' },
        nodes: FLAT.map(({ id, position: { x, y, z } }) => at(id, 1000 * x, 1000 * y, 1000 * z)),
        sections: [{ id: 'B', polygon: [offset(-150, -300), offset(150, -300), offset(150, 300), offset(-150, 300)] }],
      },
      [[300, 600, offset(0, -300)]],
    ],
  ])('%s', (_, given, wanted) => {
    const near = (value: unknown): unknown => (typeof value === 'number' ? expect.closeTo(value, 3) : value)
    expect(told(given)).toEqual(
      wanted.map(([high, deep, set]) => [near(high), near(deep), set && { x: near(set.x), y: near(set.y) }]),
    )
  })

  it('is told with the pattern that selects its section alone, and without an edit where it is turned', () => {
    const [plain] = found({})
    expect(plain?.elements).toEqual([{ kind: 'frame', id: 'F' }, { kind: 'area', id: 'S' }]) // biome-ignore format: two elements
    const turned = found({ frame: { rotation: 90 } })[0]
    expect(turned?.fix).toBe('Beams under a slab are set down by sectionOffset, so that their top is at the nodes.')
  })
})

describe('what stands at supports', () => {
  const at = (id: string, x: number, y: number, z: number) => ({ id, position: { x, y, z } })
  /** Columns from held nodes along Y or Z, so many of each, on feet that lie so far apart in Z and Y. */
  const model = (columns: ('y' | 'z' | 'x')[], { zs = [0, 10], lift = 0, restraint = true } = {}): ViewerModel =>
    returnedModel({
      name: 'Columns',
      nodes: columns.flatMap((axis, k) => {
        const [x, y, z] = [5 * k, k === 0 ? lift : 0, zs[k % zs.length]!]
        const [dx, dy, dz] = [axis === 'x' ? 4 : 0, axis === 'y' ? 10 : 0, axis === 'z' ? 10 : 0]
        return [at(`a${k}`, x, y, z), at(`b${k}`, x + dx, y + dy, z + dz)]
      }),
      frames: columns.map((_, k) => ({ id: `F${k}`, startNodeId: `a${k}`, endNodeId: `b${k}`, rotation: 0 })),
      supports: columns.map((_, k) => ({ id: `S${k}`, nodeId: `a${k}`, restraints: { u3: restraint } })),
    })
  const says = (...given: Parameters<typeof model>) => codes(model(...given), UP)

  it('says that Y is up where two columns or a third of all run along it, and few along Z', () => {
    const yUpAlone = ['warning maybe_y_up 1']
    expect(says(['y', 'y'])).toEqual(yUpAlone)
    expect(says(['y', 'x'])).toEqual([])
    expect(says(['y', 'y', 'x', 'x', 'x', 'x'])).toEqual(yUpAlone)
    expect(says(['y', 'y', 'x', 'x', 'x', 'x', 'x'])).toEqual([])
    expect(says(['y', 'y', 'y', 'y', 'y', 'z'])).toEqual(yUpAlone)
    expect(says(['y', 'y', 'y', 'y', 'z'])).toEqual([])
    expect(says(['y', 'y'], { restraint: false })).toEqual([])
  })

  it('says that Z is down where two columns or a third of all stand along it, on feet within a fiftieth of the height below the top', () => {
    /** Columns that hang from held nodes at 10, so many of them, and beams there; one foot so much below the top. */
    const hanging = (columns: number, beams: number, lower = 0) => {
      const xs = Array.from({ length: columns + beams }, (_, k) => k)
      return codes(
        returnedModel({
          name: 'Hanging',
          nodes: xs.flatMap((k) => {
            const z = k === 0 ? 10 - lower : 10
            return [at(`a${k}`, 5 * k, 0, z), k < columns ? at(`b${k}`, 5 * k, 0, k === 0 ? lower : 0) : at(`b${k}`, 5 * k, 4, z)]
          }),
          frames: xs.map((k) => ({ id: `F${k}`, startNodeId: `b${k}`, endNodeId: `a${k}`, rotation: 0 })),
          supports: xs.map((k) => ({ id: `S${k}`, nodeId: `a${k}`, restraints: { u1: true } })),
        }),
        UP,
      )
    }
    const down = ['warning maybe_z_down 1']
    expect([hanging(2, 0), hanging(1, 0), hanging(1, 1)]).toEqual([down, [], []])
    expect([hanging(2, 4), hanging(2, 5)]).toEqual([down, []])
    expect([hanging(3, 0, 0.19), hanging(3, 0, 0.21), hanging(3, 0, 4)]).toEqual([down, [], []])
  })

  it('says so where feet lie at the lowest Y, within a fiftieth of the height, and apart in Z', () => {
    expect(says(['y', 'y'], { lift: 0.2 })).toEqual(['warning maybe_y_up 1'])
    expect(says(['y', 'y'], { lift: 0.22 })).toEqual([])
    expect(says(['y', 'y', 'y'], { zs: [0, 10, 0] })).toEqual(['warning maybe_y_up 1'])
    expect(says(['y', 'y'], { zs: [0, 0] })).toEqual(['info maybe_y_up 1'])
  })
})
