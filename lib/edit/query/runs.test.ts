import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { parse } from '#lib/model/validate/parse.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { Complete, ViewerModel } from '#lib/schema/schema.ts'
import { answerQuestion } from './query.ts'
import { QueryModel } from './query-schema.ts'

type Model = Complete<Pick<CreateModel, 'nodes' | 'frames' | 'supports' | 'sections' | 'members' | 'areas'>> &
  Pick<CreateModel, 'name' | 'materials' | 'units'>

/** Four columns, two girders in thirds along X, two secondaries along Y over them, 3 m out at both ends. */
function floor(change: (model: Model) => void = () => {}): ViewerModel {
  const model: Model = {
    name: 'floor',
    units: { length: 'm' },
    nodes: [],
    frames: [],
    supports: [],
    members: [],
    areas: [],
    sections: [
      { id: 'C', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.4 } },
      { id: 'G', type: 'rectangular', dimensions: { t3: 0.6, t2: 0.3 } },
      { id: 'S', type: 'rectangular', dimensions: { t3: 0.4, t2: 0.2 } },
      { id: 'W', type: 'rectangular', dimensions: { t3: 0.6, t2: 0.35 } },
    ],
    materials: [{ id: 'M', name: 'C30/37' }],
  }
  const node = (id: string, x: number, y: number, z: number) => model.nodes.push({ id, position: { x, y, z } })
  const frame = (id: string, startNodeId: string, endNodeId: string, sectionId: string) =>
    model.frames.push({ id, startNodeId, endNodeId, sectionId, materialId: 'M', rotation: 0 })
  for (const [g, y] of [0, 6].entries()) {
    for (const [k, x] of [0, 3.2, 6.4, 9.6].entries()) {
      node(`${g}${k}`, x, y, 4)
      if (k > 0) frame(`G${g + 1}-${k}`, `${g}${k - 1}`, `${g}${k}`, 'G')
      if (k > 0 && k < 3) continue
      node(`F${g}${k}`, x, y, 0)
      model.supports.push({ id: `F${g}${k}`, nodeId: `F${g}${k}`, restraints: { u1: true, u2: true, u3: true } })
      frame(`C${g}${k}`, `F${g}${k}`, `${g}${k}`, 'C')
    }
  }
  for (const [s, x] of [3.2, 6.4].entries()) {
    node(`A${s}`, x, -3, 4)
    node(`E${s}`, x, 9, 4)
    frame(`S${s}-1`, `A${s}`, `0${s + 1}`, 'S')
    frame(`S${s}-2`, `0${s + 1}`, `1${s + 1}`, 'S')
    frame(`S${s}-3`, `1${s + 1}`, `E${s}`, 'S')
  }
  change(model)
  return returnedModel(model)
}

function ask(model: ViewerModel, sent: object) {
  const parsed = parse(QueryModel, sent)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
  const found = answerQuestion(model, parsed.value)
  if ('length' in found) throw new Error(JSON.stringify(found))
  return found.answer
}

const counted = (model: ViewerModel, select: object) =>
  [ask(model, { select }).matched.frames ?? 0, ask(model, { by: 'run', select }).matched.runs ?? 0].join('; ')

const each = (model: Model, ids: RegExp, change: (frame: Model['frames'][number]) => void) => {
  for (const frame of model.frames) if (ids.test(frame.id)) change(frame)
}
const shallow = (model: Model) => {
  for (const section of model.sections) if (section.id === 'G') section.dimensions = { t3: 0.4, t2: 0.3 }
}
const turnRound = (frame: Model['frames'][number]) => {
  const { startNodeId, endNodeId } = frame
  Object.assign(frame, { startNodeId: endNodeId, endNodeId: startNodeId })
}
const upperHalf = (model: Model, more: (model: Model) => void = () => {}) => {
  model.nodes.push({ id: 'H', position: { x: 0, y: 0, z: 2 } })
  const lower = model.frames.find(({ id }) => id === 'C00')
  if (!lower) throw new Error('a column')
  lower.endNodeId = 'H'
  model.frames.push({ ...lower, id: 'C00-2', startNodeId: 'H', endNodeId: '00' })
  more(model)
}

describe('a floor of girders in thirds with secondaries across, in frames; in runs', () => {
  it.each<[string, (model: Model) => void, object, string]>([
    ['all', () => {}, {}, '12; 8'],
    ['of 9 m and more', () => {}, { length: [9, null] }, '0; 2'],
    ['girders no deeper than the secondaries', shallow, {}, '12; 4'],
    ['and of those the long ones', shallow, { length: [9, null] }, '0; 4'],
    ['secondaries that are pinned', (model) => { shallow(model); each(model, /^S/, (frame) => { frame.source = { releases: { start: { m2: true, m3: true }, end: { m2: true, m3: true } } } }) }, {}, '12; 8'],
    ['a middle third of another section', (model) => each(model, /^G1-2/, (frame) => { frame.sectionId = 'W' }), {}, '12; 10'],
    ['middle thirds turned round', (model) => each(model, /^G.-2/, turnRound), {}, '12; 8'],
    ['a support under a third point', (model) => model.supports.push({ id: 'T', nodeId: '01', restraints: { u3: true } }), {}, '12; 9'],
    ['girders that are members, their frames in any order', (model) => model.members.push({ id: 'P', frameIds: ['G1-2', 'G1-1', 'G1-3'] }, { id: 'Q', frameIds: ['G2-3', 'G2-1', 'G2-2'] }), {}, '12; 8'],
  ])('%s', (_, change, select, expected) => {
    expect(counted(floor(change), { role: ['beam'], ...select })).toBe(expected)
  }) // biome-ignore format: a line each

  it.each<[string, (model: Model) => void, string]>([
    ['nothing', () => {}, '5; 4'],
    ['a girt on one side', (model) => {
      model.nodes.push({ id: 'Q', position: { x: 9.6, y: 0, z: 2 } })
      model.frames.push({ id: 'girt', startNodeId: 'H', endNodeId: 'Q', rotation: 0, sectionId: 'S' })
    }, '5; 4'],
    ['girts of two directions', (model) => {
      model.nodes.push({ id: 'Q', position: { x: 9.6, y: 0, z: 2 } }, { id: 'R', position: { x: 0, y: 6, z: 2 } })
      for (const [id, endNodeId] of [['girt', 'Q'], ['other', 'R']] as const) model.frames.push({ id, startNodeId: 'H', endNodeId, rotation: 0, sectionId: 'S' })
    }, '5; 5'],
    ['the node of a floor', (model) => {
      model.nodes.push({ id: 'Q', position: { x: 9.6, y: 0, z: 2 } }, { id: 'R', position: { x: 0, y: 6, z: 2 } })
      model.areas.push({ id: 'slab', nodeIds: ['H', 'Q', 'R'] })
    }, '5; 5'],
  ])('a column in two pieces, and at its middle %s', (_, more, expected) => {
    expect(counted(floor((model) => upperHalf(model, more)), { role: ['column'] })).toBe(expected)
  }) // biome-ignore format: a line each
})

describe('runs in an answer', () => {
  it('are rows with their frames, ends and sums', () => {
    const { rows, matched, total } = ask(floor(), {
      by: 'run',
      select: { role: ['beam'], length: [9, null] },
      show: ['length', 'volume'],
      fields: ['sectionId', 'frameIds'],
      sort: '-length',
    })
    expect(matched).toEqual({ runs: 2, frames: 6 })
    expect(rows).toEqual([
      { kind: 'run', id: 'G1-1..G1-3', frames: 3, startNodeId: '00', endNodeId: '03', sectionId: 'G', frameIds: ['G1-1', 'G1-2', 'G1-3'], length: 9.6, volume: 1.728 },
      { kind: 'run', id: 'G2-1..G2-3', frames: 3, startNodeId: '10', endNodeId: '13', sectionId: 'G', frameIds: ['G2-1', 'G2-2', 'G2-3'], length: 9.6, volume: 1.728 },
    ]) // biome-ignore format: a line each
    expect(total).toEqual({ length: 19.2, volume: 3.456 })
  })

  it('are named by the member that they are', () => {
    const model = floor(({ members }) => members.push({ id: 'P', frameIds: ['G1-2', 'G1-1', 'G1-3'] }))
    const { groups } = ask(model, { by: 'run', select: { section: ['G'] }, show: ['ids'] })
    expect(groups?.[0]?.ids).toEqual(['P', 'G2-1..G2-3'])
  })

  it('are grouped by what all their frames have, and by their own length', () => {
    const { groups } = ask(floor(), {
      by: 'run',
      select: { role: ['beam'] },
      groupBy: ['section', 'length'],
      show: ['count'],
      sort: 'key',
    })
    expect(groups).toEqual([
      { section: 'G', length: 9.6, count: 2 },
      { section: 'S', length: 3, count: 4 },
      { section: 'S', length: 6, count: 2 },
    ])
  })

  it('leave other kinds as they are', () => {
    expect(ask(floor(), { by: 'run', select: { all: true } }).matched).toEqual({ nodes: 16, supports: 4, runs: 12, frames: 16 })
  })

  it.each([
    [{ select: { role: ['beam'], length: [9, null] } }, '0 frames; by run 2 beams: 6 frames here are pieces of 2 longer ones. by: "run" asks for whole beams'],
    [{ select: { kinds: ['frames'], length: [9, null] } }, '0 frames; by run 2 runs: 6 frames here are pieces of 2 longer ones. by: "run" asks for whole beams'],
    [{ select: { role: ['beam'] }, groupBy: ['length'] }, '12 frames; by run 8 beams: 6 frames here are pieces of 2 longer ones. by: "run" asks for whole beams'],
    [{ select: { role: ['beam'] }, fields: ['id'], show: ['length'], sort: '-length' }, '12 frames; by run 8 beams: 6 frames here are pieces of 2 longer ones. by: "run" asks for whole beams'],
    [{ select: { role: ['column'], length: [4, null] } }, undefined],
    [{ select: { role: ['beam'] } }, undefined],
    [{ by: 'run', select: { role: ['beam'], length: [9, null] } }, undefined],
  ])('%j has the note on pieces: %s', (sent, note) => {
    expect(ask(floor(), sent).note).toBe(note)
  }) // biome-ignore format: a line each
})

describe('a selection by run', () => {
  it.each<[object, number]>([
    [{ by: 'run', ids: ['G1-2'] }, 3],
    [{ run: ['G1-2', 'G2-*'] }, 6],
    [{ by: 'run', kinds: ['frames'], mass: [4000, null] }, 6],
    [{ by: 'run', kinds: ['frames'], length: [9, null] }, 6],
    [{ kinds: ['frames'], not: { run: ['G1-1'] } }, 13],
  ])('%j takes %i frames', (select, frames) => {
    expect(ask(floor(), { select }).matched.frames).toBe(frames)
  })
})
