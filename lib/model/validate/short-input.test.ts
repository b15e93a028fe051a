import { describe, expect, it } from 'vitest'
import { limits } from '#lib/runtime/limits.ts'
import { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import { together } from './issue-list.ts'
import { isShort, judgeBody, readBody } from './short-input.ts'

const EMPTY = { has: () => false, ids: () => [], count: () => 0, memberOf: () => undefined }

/** The batch as it is judged, and all that is told. */
function read(body: unknown, groupsPlain = false) {
  const valueAt = (loc: readonly (string | number)[]) =>
    loc.reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], body)
  const sent = readBody(ConstructModelElementsBatch, structuredClone(body), { groupsPlain, valueAt })
  const { issues, total } = together(sent.fields, judgeBody(sent, EMPTY))
  return { batch: sent.parsed.value, made: sent.made, empty: sent.empty, isStopped: sent.isStopped, issues, total }
}
const node = (id: unknown, x: unknown = 0) => ({ id, position: { x, y: 0, z: 0 } })
const nodes = { for: { i: '1..3' }, nodes: [node('N{i}', '{i}')] }

describe('short input', () => {
  it('is what has templates or defaults', () => {
    expect([{}, { nodes: [] }, [], null, 'repeat', { repeat: [] }, { defaults: {} }].map(isShort)).toEqual([false, false, false, false, false, true, true]) // biome-ignore format: short
  })

  it('is told like any other where it is plain', () => {
    expect(read({ nodes: [node('N1')] })).toMatchObject({ issues: [], total: 0, isStopped: false, empty: [] })
    expect(read({ nodes: [node('N1')] }).made).toBeUndefined()
    expect(read({ frames: [{ id: 'F', startNodeId: 'N', endNodeId: 'M' }] }).issues).toMatchObject([
      { type: 'reference_not_found', loc: ['frames', 0, 'startNodeId'] },
      { type: 'reference_not_found', loc: ['frames', 0, 'endNodeId'] },
    ])
  })

  it('expands behind the plain elements, with the defaults in both', () => {
    const { batch, made, issues } = read({
      nodes: [node('N0')],
      repeat: [nodes, { for: { i: '0..2' }, frames: [{ id: 'F{i}', startNodeId: 'N{i}', endNodeId: 'N{i+1}', rotation: 45 }] }],
      frames: [{ id: 'F', startNodeId: 'N0', endNodeId: 'N3' }],
      defaults: { frames: { rotation: 90, label: 'beam' }, nodes: { label: 'joint' } },
    })
    expect(issues).toEqual([])
    expect(made).toEqual([3, 3])
    expect(batch!.nodes).toMatchObject([0, 1, 2, 3].map((k) => ({ id: `N${k}`, label: 'joint' })))
    expect(batch!.frames).toMatchObject([
      { id: 'F', rotation: 90, label: 'beam' },
      ...[0, 1, 2].map((k) => ({ id: `F${k}`, rotation: 45, label: 'beam' })),
    ])
  })

  it('leaves alone the kinds that no template makes', () => {
    const frames = [{ id: 'F', startNodeId: 'N1', endNodeId: 'N2' }]
    const { batch, issues } = read({ frames, materials: [], repeat: [nodes] })
    expect(issues).toEqual([])
    expect(batch).toEqual({
      frames: [{ ...frames[0], rotation: 0 }],
      materials: [],
      nodes: [1, 2, 3].map((k) => node(`N${k}`, k)),
    })
  })

  it('tells once, with the values of its variables, what is wrong in one place of a template', () => {
    const { issues, total } = read({
      nodes: [node('N0')],
      repeat: [{ for: { i: '0..5' }, frames: [{ id: 'F{i}', startNodeId: 'N0', endNodeId: 'X{i}' }] }],
    })
    expect(total).toBe(1)
    expect(issues).toMatchObject([
      {
        type: 'reference_not_found',
        loc: ['repeat', 0, 'frames', 0, 'endNodeId'],
        msg: expect.stringMatching(/'X0'.*\[first at i=0; 6 times\]$/),
        ctx: { at: { i: 0 }, count: 6, more: [{ i: 1 }, { i: 2 }, { i: 3 }] },
      },
    ])
    const once = read({
      nodes: [node('N0')],
      repeat: [{ for: { i: [7] }, frames: [{ id: 'F{i}', startNodeId: 'N0', endNodeId: 'X' }] }],
    })
    expect(once.issues).toMatchObject([{ msg: expect.stringMatching(/ \[i=7\]$/), ctx: { at: { i: 7 } } }])
    expect(once.issues[0]!.ctx).not.toHaveProperty('count')
  })

  it('tells what a default gave where it was sent, once for all that took it', () => {
    const frames = ['A', 'B', 'C'].map((id) => ({ id, startNodeId: 'N1', endNodeId: 'N2' }))
    const body = { nodes: [node('N1'), node('N2', 1)], frames, defaults: { frames: { sectionId: 'IPE' } } }
    const { issues } = read(body)
    expect(issues).toMatchObject([{ type: 'reference_not_found', loc: ['defaults', 'frames', 'sectionId'], ctx: { count: 3 } }])
    expect(issues[0]!.msg).toMatch(/ \[3 times\]$/)
    expect(issues[0]!.ctx).not.toHaveProperty('places')
    frames[1] = { ...frames[1]!, sectionId: 'HEB' } as (typeof frames)[number]
    expect(read(body).issues).toMatchObject([{ loc: ['frames', 1, 'sectionId'] }, { loc: ['defaults', 'frames', 'sectionId'], ctx: { count: 2 } }]) // biome-ignore format: short
  })

  it('names the place in a template where an id was used first', () => {
    const { issues } = read({ repeat: [nodes, { for: { i: '3..4' }, nodes: [node('N{i}')] }] })
    expect(issues).toMatchObject([
      {
        type: 'duplicate_id',
        loc: ['repeat', 1, 'nodes', 0, 'id'],
        msg: "'N3' is already used by repeat 0, nodes 0, at i=3 [i=3]",
        ctx: { first: { loc: ['repeat', 0, 'nodes', 0], at: { i: 3 } } },
      },
    ])
    const behind = read({ nodes: [node('N0')], repeat: [{ for: { i: '1..2' }, nodes: [node('N1')] }] })
    expect(behind.issues).toMatchObject([
      { type: 'duplicate_id', msg: "'N1' is already used by repeat 0, nodes 0, at i=1 [i=2]" },
    ])
    // One that stands plainly is named by its ordinal, as ever.
    expect(read({ nodes: [node('N3')], repeat: [nodes] }).issues).toMatchObject([{ type: 'duplicate_id', ctx: { first: 0 } }])
  })

  it('tells all that is wrong, and nothing that follows from what templates would have made', () => {
    const dangling = { frames: [{ id: 'F', startNodeId: 'X', endNodeId: 'Y' }] }
    const syntax = read({ ...dangling, repeat: [{ for: { i: '1..' }, nodes: [node('N{i}')] }] })
    expect(syntax).toMatchObject({ isStopped: false, issues: [{ type: 'template_syntax', loc: ['repeat', 0, 'for', 'i'] }] })
    const value = read({ ...dangling, repeat: [{ for: { i: '0..1' }, nodes: [node('N{i}', '{1/i}')] }] })
    expect(value).toMatchObject({ isStopped: false, total: 1, issues: [{ loc: ['repeat', 0, 'nodes', 0, 'position', 'x'], ctx: { at: { i: 0 } } }] }) // biome-ignore format: short
    const field = read({ nodes: [node(5)], repeat: [nodes, { for: { i: '0..1' }, nodes: [node('M{i}', 'a{i}')] }] })
    expect(field.issues.map(({ type, loc }) => `${type} ${loc.join('.')}`)).toEqual([
      'string_type nodes.0.id',
      'float_parsing repeat.1.nodes.0.position.x',
    ])
    const made = read({ nodes: [node('N0')], repeat: [{ for: { i: '0..2' }, nodes: [{ id: 'M{i}', position: { x: 'a{i}', y: 0, z: 0 } }] }] }) // biome-ignore format: short
    expect(made).toMatchObject({ isStopped: false, issues: [{ type: 'float_parsing', loc: ['repeat', 0, 'nodes', 0, 'position', 'x'], ctx: { count: 3 } }] }) // biome-ignore format: short
  })

  it('says which templates made nothing', () => {
    const { made, empty, issues } = read({ repeat: [nodes, { for: { i: '0..3' }, if: 'i > 9', nodes: [node('M{i}')] }] })
    expect(issues).toEqual([])
    expect(made).toEqual([3, 0])
    expect(empty).toHaveLength(1)
  })

  it('counts plain and made elements together up to the limit of a batch', () => {
    const whole = limits.batchElements
    limits.batchElements = 5
    try {
      expect(read({ nodes: [node('A'), node('B')], repeat: [nodes] }).issues).toEqual([])
      expect(read({ nodes: [node('A'), node('B'), node('C')], repeat: [nodes] })).toMatchObject({ total: 1 })
    } finally {
      limits.batchElements = whole
    }
  })
})

describe('defaults', () => {
  it.each([
    [7, [{ type: 'dict_type', loc: ['defaults'] }]],
    [[], [{ type: 'dict_type', loc: ['defaults'] }]],
    [{ beams: {} }, [{ type: 'extra_forbidden', loc: ['defaults', 'beams'] }]],
    [{ frames: 7 }, [{ loc: ['defaults', 'frames'] }]],
    [{ frames: { colour: 1 } }, [{ type: 'extra_forbidden', loc: ['defaults', 'frames', 'colour'] }]],
    [{ frames: { rotation: 'x' } }, [{ type: 'float_parsing', loc: ['defaults', 'frames', 'rotation'] }]],
    [
      { frames: { id: 'F' } },
      [{ type: 'value_error', loc: ['defaults', 'frames', 'id'], msg: 'Value error, each frame has its own id' }],
    ],
    [{ supports: { nodeId: 'N' } }, [{ msg: 'Value error, each support has its own nodeId' }]],
    // A field of its own of another kind is none of this kind.
    [{ materials: { nodeId: 'N' } }, [{ type: 'extra_forbidden', loc: ['defaults', 'materials', 'nodeId'] }]],
  ])('%j', (defaults, issues) => expect(read({ defaults }).issues).toMatchObject(issues))

  it('that are wrong are told with how many elements lack the field, and the fields are not told as missing', () => {
    const units = [{ id: 'A', axis: 'X' }, { id: 'B', axis: 'Y' }, { id: 'C', axis: 'Y', coordinate: 1 }] // biome-ignore format: short
    const { issues } = read({ gridLines: units, defaults: { gridLines: { coordinate: 'far' } } })
    expect(issues).toMatchObject([{ loc: ['defaults', 'gridLines', 'coordinate'], msg: expect.stringMatching(/ \[2 times\]$/), ctx: { count: 2 } }]) // biome-ignore format: short
    const more = read({ gridLines: units, repeat: [{ for: { i: '1..4' }, gridLines: [{ id: 'G{i}', axis: 'X' }] }], defaults: { gridLines: { coordinate: 'far' } } }) // biome-ignore format: short
    expect(more.issues).toMatchObject([{ ctx: { count: 6 } }])
    const one = read({ gridLines: units.slice(1), defaults: { gridLines: { coordinate: 'far' } } })
    expect(one.issues[0]!.msg).not.toMatch(/times/)
  })

  it('that are missing are told by element', () => {
    expect(read({ gridLines: [{ id: 'A', axis: 'X' }], defaults: { frames: { rotation: 'x' } } }).issues).toMatchObject([
      { type: 'missing', loc: ['gridLines', 0, 'coordinate'] },
      { type: 'float_parsing', loc: ['defaults', 'frames', 'rotation'] },
    ])
  })
})

describe('plain elements, grouped', () => {
  it('are one item by field and message, with the first three places', () => {
    const frames = Array.from({ length: 5 }, (_, k) => ({ id: `F${k}`, startNodeId: 'N', endNodeId: 'M', rotation: 'x' }))
    const ends = [node('N'), node('M', 1)]
    const { issues, total } = read({ nodes: ends, frames }, true)
    expect(total).toBe(1)
    expect(issues).toMatchObject([
      {
        type: 'float_parsing',
        loc: ['frames', 0, 'rotation'],
        msg: expect.stringMatching(/ \[5 times\]$/),
        ctx: { count: 5, places: [['frames', 0, 'rotation'], ['frames', 1, 'rotation'], ['frames', 2, 'rotation']] },
      },
    ]) // biome-ignore format: short
    expect(read({ nodes: ends, frames }).total).toBe(5)
  })

  it('are two where a likely word depends on what was sent', () => {
    const lines = ['x', 'W', 'x'].map((axis, k) => ({ id: `${k}`, axis, coordinate: 0 }))
    expect(read({ gridLines: lines }, true).issues.map(({ type, loc, ctx }) => [type, loc[1], ctx!.count])).toEqual([
      ['literal_error', 0, 2],
      ['literal_error', 1, undefined],
    ])
  })

  it('are told up to a hundred, and counted beyond', () => {
    const frames = Array.from({ length: 130 }, (_, k) => ({ id: `F${k}`, startNodeId: 'N', endNodeId: 'M', rotation: 'x' }))
    const { issues, total } = read({ nodes: [node('N'), node('M', 1)], frames })
    expect([issues.length, total]).toEqual([100, 130])
  })

  describe('gives up after a thousand problems', () => {
    const told = (body: unknown) => {
      const { issues, total } = read(body)
      return { total, counts: issues.map(({ type, ctx }) => `${type} ${ctx?.count ?? 1}`) }
    }
    const many = { i: '1..5000' }

    it('of combinations that cannot be computed', () => {
      const endless = { for: { i: '0..1e15', j: '0..1/0' }, nodes: [node('x')] }
      expect(told({ repeat: [endless] })).toEqual({ total: 1001, counts: ['template_value 1000'] })
    })

    it('of fields that are wrong in what was made', () => {
      expect(told({ repeat: [{ for: many, nodes: [node('N{i}', 'a{i}')] }] })).toEqual({ total: 1001, counts: ['float_parsing 1000'] }) // biome-ignore format: short
    })

    it('of references to nothing', () => {
      const frames = [{ id: 'F{i}', startNodeId: 'A{i}', endNodeId: 'B{i}' }]
      expect(told({ repeat: [{ for: many, frames }] })).toEqual({ total: 1001, counts: ['reference_not_found 500', 'reference_not_found 500'] }) // biome-ignore format: short
    })

    it('and not before', () => {
      expect(told({ repeat: [{ for: { i: '1..1000' }, nodes: [node('N{i}', 'a{i}')] }] })).toEqual({ total: 1, counts: ['float_parsing 1000'] }) // biome-ignore format: short
    })

    it('where one list holds them all, at its end', () => {
      const item = { for: { k: '0..30000' }, each: { for: { j: '1..1' }, each: "{k > 28000 ? '' : k}" } }
      const areas = [{ id: 'A', nodeIds: ['x', 'y', 'z'], openingNodeIds: [[item]] }]
      const { total, issues } = read({ repeat: [{ for: { i: [1] }, areas }] })
      expect(total).toBe(1001)
      expect(issues[0]!.loc.slice(0, 6)).toEqual(['repeat', 0, 'areas', 0, 'openingNodeIds', 0])
    })
  })
})
