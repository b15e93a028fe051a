import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { office } from '#lib/fixtures/office.ts'
import { tower } from '#lib/fixtures/tower.ts'
import { parse } from '#lib/model/validate/parse.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { answerQuestion } from './query.ts'
import { QueryModel } from './query-schema.ts'

function ask(model: ViewerModel, sent: object, from = 0) {
  const parsed = parse(QueryModel, structuredClone(sent))
  if (!parsed.ok) return { issues: parsed.issues }
  const { cursor: _, revision: __, ...question } = parsed.value
  const answered = answerQuestion(model, question, from)
  return Array.isArray(answered) ? { issues: answered } : answered
}
function answerOf(model: ViewerModel, sent: object) {
  const found = ask(model, sent)
  if ('issues' in found) throw new Error(JSON.stringify(found.issues))
  return found.answer
}

describe('a tower of 25 storeys', () => {
  const model = returnedModel(tower())

  it('weighs so much, section by section', () => {
    expect(answerOf(model, { select: { kinds: ['frames'] }, groupBy: ['section'], show: ['count', 'length', 'mass'] })).toEqual({
      units: { length: 'm', mass: 'kg' },
      gross: true,
      matched: { frames: 1736 },
      groups: [
        { section: 'W14x311', count: 320, length: 1280, mass: 589632 },
        { section: 'W21x44', count: 972, length: 8748, mass: 566221 },
        { section: 'W14x193', count: 160, length: 640, mass: 182992 },
        { section: 'HSS8x8', count: 200, length: 1969.77, mass: 149639 },
        { section: 'W14x90', count: 84, length: 336, mass: 44452.4 },
      ],
      total: { count: 1736, length: 12973.8, mass: 1532940 },
      areaFrom: { formula: 5 },
      densities: { S355: { value: 7850, from: 'grade S355' } },
    })
  })

  it('has concrete whose weight nobody can tell: C40 may be timber', () => {
    const asked = { select: { kinds: 'areas' }, show: ['area', 'volume', 'mass'] }
    const answer = answerOf(model, asked)
    expect(answer).toMatchObject({ total: { area: 36648, volume: 6397.2, mass: null }, units: { area: 'm2', volume: 'm3' } })
    expect(answer.notComputable).toEqual([
      {
        quantity: 'mass',
        reason: 'no_density',
        count: 508,
        ids: ['FA1-1', 'FA2-1', 'FA3-1', 'FA4-1', 'FA5-1'],
        fix: "say in densities what 'C40' (timber C40 or concrete) weighs, in kg/m³ or as a grade",
      },
    ])
    for (const C40 of ['concrete', 2500, 'C40/50', '2500']) {
      expect(answerOf(model, { ...asked, densities: { C40 } }).total).toEqual({ area: 36648, volume: 6397.2, mass: 15993000 })
    }
  })

  it('tells columns longer than 5 m apart: there are none, and why', () => {
    expect(answerOf(model, { select: { role: 'column', length: [5, null] } })).toEqual({
      matched: {},
      groups: [],
      total: { count: 0 },
      emptied: { condition: 'length', before: 564, near: 'they are 4 long' },
    })
  })

  it('has storeys of 4 m, from the top', () => {
    const { groups } = answerOf(model, { select: { role: 'column' }, groupBy: 'storey', show: ['height', 'elevation', 'count'] })
    expect(groups).toHaveLength(25)
    expect(groups![0]).toEqual({ storey: 'Level 25', height: 4, elevation: 100, count: 12 })
    expect(answerOf(model, { select: { kinds: 'supports' }, groupBy: 'storey', show: 'height' }).groups).toEqual([
      { storey: 'Level 0', height: null },
    ])
  })

  it('says where a section is, by grid and by length', () => {
    expect(answerOf(model, { select: { section: 'W14x90' }, groupBy: 'grid', sort: 'key', limit: 3 }).groups).toEqual([
      { grid: 'B-2', count: 7 },
      { grid: 'B-3', count: 7 },
      { grid: 'B-4', count: 7 },
    ])
    expect(
      answerOf(model, { select: { kinds: 'frames' }, groupBy: 'length', show: ['count', 'length'], sort: 'key' }).groups,
    ).toEqual([
      { each: 4, count: 564, length: 2256 },
      { each: 9, count: 972, length: 8748 },
      { each: 9.84886, count: 200, length: 1969.77 },
    ])
  })

  it('answers a field that is called like a measure with the measure, and a mass of a node as it was sent', () => {
    const [frames, nodes] = [
      answerOf(model, { select: { ids: ['D00-1'], kinds: 'frames' }, fields: ['length', 'sectionId'] }),
      answerOf(
        { ...model, nodes: model.nodes.map((node) => ({ ...node, mass: 250 })) },
        { select: { kinds: 'nodes' }, fields: ['mass'], limit: 1 },
      ),
    ]
    const measured = answerOf(model, { select: { ids: ['D00-1'], kinds: 'frames' }, show: ['length'] })
    expect(frames.rows).toEqual([{ kind: 'frame', id: 'D00-1', length: measured.total?.length, sectionId: 'HSS8x8' }])
    expect(frames.units?.length).toBe('m')
    expect(nodes.rows?.[0]).toMatchObject({ mass: 250 })
    const labelled = { ...model, frames: (model.frames ?? []).map((frame) => ({ ...frame, length: 3 })) }
    const { rows } = answerOf(labelled, { select: { ids: ['D00-1'], kinds: 'frames' }, fields: ['length'] })
    expect(rows).toEqual([{ kind: 'frame', id: 'D00-1', length: measured.total?.length, 'label length': 3 }])
  })

  it('tells fields of elements, page by page, none twice and all in the end', () => {
    const sent = {
      select: { role: 'brace' },
      show: 'fields',
      fields: ['startNodeId', 'sectionId', 'materialId', 'label'],
      limit: 70,
    }
    const rows: { id: string }[] = []
    for (let from: number | undefined = 0; from !== undefined; ) {
      const found = ask(model, sent, from)
      if ('issues' in found) throw new Error(JSON.stringify(found.issues))
      rows.push(...found.answer.rows!)
      from = found.next
    }
    expect(rows[0]).toEqual({ kind: 'frame', id: 'D00-1', startNodeId: 'B3-0', sectionId: 'HSS8x8', materialId: 'S355' })
    expect(rows.map(({ id }) => id)).toEqual(model.frames!.filter(({ id }) => id.startsWith('D')).map(({ id }) => id))
  })

  it('ends a page where the answer grows too long', () => {
    const source = { text: 'x'.repeat(20_000) }
    const heavy = { ...model, nodes: model.nodes.map((node) => ({ ...node, source })) }
    const found = ask(heavy, { select: { kinds: 'nodes' }, fields: 'source', limit: 1000 })
    expect(found).toMatchObject({ answer: { rows: { length: 2 } }, next: 2 })
  })
})

describe('an office', () => {
  const model = { ...office(), units: { current: 'kN, m, C' } }

  it('has slabs and walls by thickness, their own or that of their section', () => {
    const [thick, of, none] = [0.45, 'SHELL', 0]
    const areas = model.areas!.map((area, k) => {
      if (k === 0) return { ...area, thickness: thick }
      const { thickness: _, ...bare } = area
      return k === 1 ? { ...bare, sectionId: of } : k === 2 ? { ...bare, thickness: none } : area
    })
    const shell = { id: of, name: of, type: 'shell' as const, thickness: 0.31, polygon: [] }
    const changed = { ...model, areas, sections: [...model.sections!, shell] }
    const asked = { select: { kinds: 'areas' }, groupBy: 'thickness', show: ['count', 'volume'], sort: 'key' }
    const { groups, units } = answerOf(changed, asked)
    expect(units).toEqual({ length: 'm', volume: 'm3' })
    expect(groups).toEqual([
      { thickness: 0.22, count: 45, volume: expect.any(Number) },
      { thickness: 0.3, count: 12, volume: expect.any(Number) },
      { thickness: 0.31, count: 1, volume: expect.any(Number) },
      { thickness: 0.45, count: 1, volume: expect.any(Number) },
      { thickness: null, count: 1, volume: null },
    ])
    expect(answerOf(model, { select: { kinds: 'frames' }, groupBy: 'thickness' }).groups).toEqual([
      { thickness: null, count: 204 },
    ])
  })

  it('has net areas and volumes: openings are cut', () => {
    expect(answerOf(model, { groupBy: 'role', show: ['count', 'area', 'volume'], sort: 'key' }).groups).toEqual([
      { role: 'beam', count: 124, area: null, volume: 167.4 },
      { role: 'column', count: 80, area: null, volume: 58.32 },
      { role: 'floor', count: 48, area: 2640, volume: 580.8 },
      { role: 'wall', count: 12, area: 324, volume: 97.2 },
      { role: null, count: 136, area: null, volume: null },
    ])
  })

  it('calls roles by the word that was set, of which a selection of the family has all', () => {
    const frames = model.frames?.map((frame, k) => (k === 0 ? { ...frame, role: 'post' as const } : frame))
    const asked = { select: { role: ['column'] }, groupBy: 'role', sort: 'key' }
    expect(answerOf({ ...model, frames }, asked).groups).toEqual([
      { role: 'column', count: 79 },
      { role: 'post', count: 1 },
    ])
  })

  it('lists ids, and how many more there are', () => {
    const { groups } = answerOf(model, { select: { role: ['column'] }, show: 'ids' })
    expect(groups).toEqual([
      {
        ids: model
          .frames!.filter(({ id }) => id.startsWith('C'))
          .slice(0, 20)
          .map(({ id }) => id),
        moreIds: 60,
      },
    ])
  })

  it('a frame that its member stands beside is counted once', () => {
    const frameIds = model.frames!.filter(({ id }) => id.startsWith('BYA')).map(({ id }) => id)
    const withMember = { ...model, members: [{ id: 'M', frameIds }] }
    // As its frames are built, whatever it says.
    const said = { ...model, members: [{ id: 'M', frameIds, sectionId: 'C450' }] }
    const built = answerOf(said, { select: { kinds: 'members' }, groupBy: ['section'], show: ['count'] })
    expect(built.groups).toEqual([{ section: 'B300X600', count: 1 }])
    const both = { kinds: ['frames', 'members'] }
    const length = answerOf(model, { select: { kinds: 'frames' }, show: 'length' }).total!.length
    expect(answerOf(withMember, { select: both, groupBy: 'kind', show: ['count', 'length'] })).toMatchObject({
      groups: [
        { kind: 'frames', count: 204, length },
        { kind: 'members', count: 1, length: null },
      ],
      total: { count: 205, length },
      note: expect.stringMatching(/^16 frames of the members are selected themselves/),
    })
    const rows = answerOf(withMember, { select: { ...both, ids: ['M', frameIds[0]!] }, fields: ['label'], show: 'length' })
    expect(rows.rows).toMatchObject([
      { id: 'M', length: 120 },
      { id: frameIds[0], length: 7.5 },
    ])
    expect(answerOf(withMember, { select: both, show: 'length' }).groups).toEqual([{ length }])
    expect(answerOf(withMember, { select: { kinds: 'members' }, show: 'volume' }).total).toEqual({ volume: 21.6 })
  })

  it.each<[object, string]>([
    [{ colour: 1 }, 'extra_forbidden colour'],
    [{ select: { colour: 1 } }, 'extra_forbidden select.colour'],
    [{ groupBy: ['role', 'kind', 'label', 'storey'] }, 'too_long groupBy'],
    [{ groupBy: 'role', fields: 'label' }, 'value_error groupBy'],
    [{ sort: 'mass' }, 'value_error sort'],
    [{ select: { kinds: 'frames' }, fields: ['thickness'] }, "extra_forbidden fields.0 frames have no field 'thickness'"],
    [
      { select: { kinds: 'nodes' }, fields: ['position.w'] },
      "extra_forbidden fields.0 nodes have no field 'position.w'; did you mean 'position.x'?",
    ],
    [{ densities: { C30: 2500 } }, "reference_not_found densities.C30 no material 'C30' in the model"],
    [{ select: { section: 'C451' } }, 'reference_not_found select.section.0'],
    [{ select: { ids: 'L2' } }, "reference_not_found select.ids.0 no such element: 'L2' is a grid line; say kinds"],
    [{ limit: 1001 }, 'less_than_equal limit'],
  ])('%j is refused', (sent, told) => {
    const found = ask(model, sent)
    expect('issues' in found && found.issues.map(({ type, loc, msg }) => `${type} ${loc.join('.')} ${msg}`)).toEqual([
      expect.stringContaining(told),
    ])
  })
})

describe('what cannot be computed', () => {
  const nodes = [
    { id: 'a', position: { x: 0, y: 0, z: 0 } },
    { id: 'b', position: { x: 2, y: 0, z: 0 } },
    { id: 'c', position: { x: 2, y: 2, z: 0 } },
    { id: 'd', position: { x: 1, y: 0, z: 0 } },
  ]
  const frame = (id: string, more: object = {}) => ({ id, startNodeId: 'a', endNodeId: 'b', rotation: 0, ...more })
  const bare = (more: Partial<Parameters<typeof returnedModel>[0]>) =>
    returnedModel({ name: 'bare', nodes, units: { length: 'm' }, ...more })
  const reasons = (model: ViewerModel, sent: object) =>
    answerOf(model, sent).notComputable?.map(({ quantity, reason, count, ids }) => `${quantity} ${reason} ${count} ${ids}`)
  const square = { id: 'S', type: 'rectangular' as const, dimensions: { t3: 0.1, t2: 0.1 } }

  it.each<[string, ViewerModel, string[] | undefined]>([
    ['no section', bare({ frames: [frame('F')] }), ['volume no_section 1 F']],
    [
      'no sizes',
      bare({ frames: [frame('F', { sectionId: 'S' })], sections: [{ id: 'S', type: 'channel' }] }),
      ['volume no_outline 1 F'],
    ],
    [
      'an outline that crosses itself',
      bare({
        frames: [frame('F', { sectionId: 'S' })],
        sections: [{ id: 'S', type: 'custom', polygon: [{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 1, y: 0 }, { x: 0, y: 1 }] }], // biome-ignore format: four points
      }),
      ['volume invalid_outline 1 F'],
    ],
    ['no thickness', bare({ areas: [{ id: 'A', nodeIds: ['a', 'b', 'c'] }] }), ['volume no_thickness 1 A']],
    [
      'three nodes in a line',
      bare({ areas: [{ id: 'A', nodeIds: ['a', 'd', 'b'], thickness: 1 }] }),
      ['volume invalid_outline 1 A'],
    ],
    ['nothing', bare({ frames: [frame('F', { sectionId: 'S' })], sections: [square] }), undefined],
  ])('%s', (_, model, expected) => {
    expect(reasons(model, { show: ['count', 'volume'] })).toEqual(expected)
  })

  it('a mass without material, density or unit, all that is missing at once', () => {
    const frames = [
      frame('F', { sectionId: 'S' }),
      frame('G', { sectionId: 'S', materialId: 'X' }),
      frame('H', { materialId: 'X' }),
    ]
    const model = bare({ frames, sections: [square], materials: [{ id: 'X', name: 'Unobtainium' }], units: {} })
    expect(reasons(model, { show: 'mass' })?.sort()).toEqual([
      'mass no_density 2 G,H',
      'mass no_material 1 F',
      'mass no_section 1 H',
      'mass unit_unknown 3 F,G,H',
    ])
    expect(answerOf(model, { show: 'volume' })).toMatchObject({ units: { volume: null }, total: { volume: 0.04 } })
  })

  it('takes the published area, else the formula, else the outline without its hollow', () => {
    const polygon = [{ x: 0, y: 0 }, { x: 0.2, y: 0 }, { x: 0.2, y: 0.1 }, { x: 0, y: 0.1 }] // biome-ignore format: four points
    const sections: CreateModel['sections'] & object = [
      { id: 'published', type: 'custom', polygon, dimensions: { Area: 0.5 } },
      { id: 'formula', type: 'pipe', dimensions: { d: 0.2, tw: 0.01 } },
      { id: 'wall apart', type: 'pipe', dimensions: { d: 0.2 }, thickness: 0.01 },
      { id: 'outline', type: 'rectangular', polygon, thickness: 0.01 },
    ]
    const model = bare({ sections, frames: sections.map(({ id }) => frame(id, { sectionId: id })) })
    const ring = (Math.PI / 4) * (0.2 ** 2 - 0.18 ** 2) * 2
    const { groups, areaFrom } = answerOf(model, {
      select: { kinds: 'frames' },
      groupBy: 'section',
      show: 'volume',
      sort: '-volume',
    })
    expect(areaFrom).toEqual({ published: 1, formula: 2, outline: 1 })
    expect(groups).toEqual([
      { section: 'published', volume: 1 },
      { section: 'formula', volume: Number(ring.toPrecision(6)) },
      { section: 'wall apart', volume: Number(ring.toPrecision(6)) },
      { section: 'outline', volume: 0.0112 },
    ])
  })

  it('says the densities of a material that states one, and of one that states nonsense', () => {
    const materials = [
      { id: 'own', name: 'S355', source: { properties: { density: 8000 } } },
      { id: 'bad', name: 'S355', source: { properties: { density: 'heavy' } } },
    ]
    const model = bare({
      materials,
      sections: [square],
      frames: materials.map(({ id }) => frame(id, { sectionId: 'S', materialId: id })),
    })
    expect(answerOf(model, { show: 'mass' }).densities).toEqual({
      own: { value: 8000, from: 'source' },
      bad: { value: 7850, from: 'grade S355', note: 'source.properties.density is no positive number' },
    })
  })
})

/** Page by page. */
function allGroups(model: ViewerModel, sent: object) {
  const groups: Record<string, unknown>[] = []
  for (let from: number | undefined = 0; from !== undefined; ) {
    const found = ask(model, sent, from)
    if ('issues' in found) throw new Error(JSON.stringify(found.issues))
    groups.push(...(found.answer.groups ?? []))
    from = found.next
  }
  return groups
}

const near = (value: unknown, exact: number) => Math.abs(Number(value) - exact) <= 6e-6 * Math.abs(exact) + 1e-12

test('sums over groups, and the total, are sums over the whole model', () => {
  const whole = returnedModel(tower())
  const at = new Map(whole.nodes.map(({ id, position }) => [id, position]))
  const lengthOf = (id: string) => {
    const { startNodeId, endNodeId } = whole.frames!.find((frame) => frame.id === id)!
    const [a, b] = [at.get(startNodeId)!, at.get(endNodeId)!]
    return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
  }
  const lengths = new Map(whole.frames!.map(({ id }) => [id, lengthOf(id)]))
  const areas = new Map(
    whole.areas!.map(({ id, nodeIds }) => {
      const [a, b, , d] = nodeIds.map((node) => at.get(node)!)
      const side = (p: typeof a, q: typeof a) => Math.hypot(p!.x - q!.x, p!.y - q!.y, p!.z - q!.z)
      return [id, side(a, b) * side(a, d)]
    }),
  )
  const keys = fc.uniqueArray(
    fc.constantFrom('kind', 'role', 'section', 'material', 'storey', 'grid', 'length', 'thickness', 'label'),
    {
      maxLength: 3,
      minLength: 1,
    },
  )
  const some = fc.uniqueArray(fc.constantFrom('kinds', 'box', 'storey', 'ids'), { maxLength: 3 })
  fc.assert(
    fc.property(keys, some, fc.integer({ min: 1, max: 25 }), (groupBy, conditions, level) => {
      const select = {
        ...(conditions.includes('kinds') ? { kinds: ['frames', 'areas'] } : { all: true }),
        ...(conditions.includes('box') && { box: { z: [0, 4 * level] } }),
        ...(conditions.includes('storey') && { not: { storey: [`Level ${level}`] } }),
        ...(conditions.includes('ids') && { ids: ['*1-*', 'W*'] }),
      }
      const sent = { select, groupBy, show: ['count', 'length', 'area'] }
      const { total = {}, matched } = answerOf(whole, sent)
      const groups = allGroups(whole, { ...sent, limit: 300 })
      const isIn = (id: string, nodes: readonly string[]) => {
        const zs = nodes.map((node) => at.get(node)!.z)
        if (conditions.includes('box') && Math.max(...zs) > 4 * level) return false
        if (conditions.includes('storey') && Math.max(...zs) === 4 * level) return false
        return !conditions.includes('ids') || id.startsWith('W') || id.includes('1-')
      }
      const frames = whole.frames!.filter(({ id, startNodeId, endNodeId }) => isIn(id, [startNodeId, endNodeId]))
      const slabs = whole.areas!.filter(({ id, nodeIds }) => isIn(id, nodeIds))
      const length = frames.reduce((sum, { id }) => sum + lengths.get(id)!, 0)
      const area = slabs.reduce((sum, { id }) => sum + areas.get(id)!, 0)
      expect([matched.frames ?? 0, matched.areas ?? 0]).toEqual([frames.length, slabs.length])
      expect(near(total.length ?? 0, length) && near(total.area ?? 0, area)).toBe(true)
      const over = (quantity: string) => groups.reduce((sum, group) => sum + Number(group[quantity] ?? 0), 0)
      expect(near(over('length'), length) && near(over('area'), area)).toBe(true)
      expect(over('count')).toBe(total.count)
    }),
    { numRuns: runs(60) },
  )
})
