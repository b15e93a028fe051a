import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byId, draftOf, editDraft } from '#lib/fixtures/drafts.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { add, scale, type Vec, vec } from '#lib/model/shape/vector.ts'
import { judgeBatch } from '#lib/model/validate/judge-batch.ts'
import { byKind } from '#lib/schema/kinds.ts'
import { ModelError } from '#lib/schema/model-error.ts'
import { KINDS } from '#lib/schema/schema.ts'
import { Draft, type Submitted } from './draft.ts'
import type { Verb } from './operation.ts'

/** Laws that hold for every model. */

const place = fc.record({
  x: fc.integer({ min: -20, max: 20 }),
  y: fc.integer({ min: -20, max: 20 }),
  z: fc.integer({ min: 0, max: 20 }),
})

const SECTIONS = [
  { id: 'I', type: 'i_wide_flange', dimensions: { t3: 0.3, t2: 0.15, tf: 0.02, tw: 0.01 } },
  { id: 'C', type: 'channel', dimensions: { t3: 0.2, t2: 0.075, tf: 0.011, tw: 0.008 } },
  { id: 'L', type: 'angle', dimensions: { t3: 0.1, tf: 0.01 } },
  { id: 'U', type: 'angle', dimensions: { t3: 0.15, t2: 0.09, tf: 0.01, tw: 0.012 } },
  { id: 'R', type: 'rectangular', dimensions: { t3: 0.6, t2: 0.3 } },
  {
    id: 'O',
    type: 'custom',
    polygon: [
      { x: 0.1, y: 0 },
      { x: 0.4, y: 0 },
      { x: 0.4, y: 0.2 },
      { x: 0.1, y: 0.3 },
    ],
  },
  {
    id: 'K',
    type: 'custom',
    polygon: [
      { x: 1, y: 2 },
      { x: 2, y: 2 },
      { x: 2, y: 3 },
      { x: 1.5, y: 3 },
      { x: 1, y: 2.5 },
    ],
  },
  { id: 'none' },
]

const model = fc
  .record({
    places: fc.uniqueArray(place, { minLength: 4, maxLength: 12, selector: ({ x, y, z }) => `${x} ${y} ${z}` }),
    frames: fc.array(
      fc.record({
        ends: fc.tuple(fc.nat(), fc.nat()),
        rotation: fc.constantFrom(0, 30, 90, -52, 180, 123.456),
        section: fc.constantFrom(...SECTIONS.map(({ id }) => id)),
        offset: fc.option(fc.record({ x: fc.constantFrom(0, 0.05, -0.2), y: fc.constantFrom(-0.1, 0.3) }), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    supports: fc.array(fc.record({ node: fc.nat(), held: fc.array(fc.option(fc.boolean()), { minLength: 6, maxLength: 6 }) }), {
      maxLength: 4,
    }),
    areas: fc.array(
      fc.record({ nodes: fc.array(fc.nat(), { minLength: 3, maxLength: 5 }), point: fc.constantFrom('TOP', 'bottom', 'MIDDLE') }),
      {
        maxLength: 3,
      },
    ),
    member: fc.boolean(),
  })
  .map(({ places, frames, supports, areas, member }) => {
    const node = (n: number) => `N${n % places.length}`
    const whole = frames.flatMap(({ ends: [a, b], rotation, section, offset }, i) => {
      if (node(a) === node(b)) return []
      const sectionOffset = offset && { sectionOffset: offset }
      return [{ id: `F${i}`, startNodeId: node(a), endNodeId: node(b), rotation, sectionId: section, ...sectionOffset }]
    })
    return {
      nodes: places.map((position, i) => ({ id: `N${i}`, position })),
      sections: SECTIONS,
      frames: whole,
      members: member && whole[0] ? [{ id: 'M', frameIds: whole.slice(0, 2).map(({ id }) => id), sectionId: 'I' }] : [],
      areas: areas.flatMap(({ nodes, point }, i) => {
        const nodeIds = [...new Set(nodes.map(node))]
        return nodeIds.length < 3 ? [] : [{ id: `A${i}`, nodeIds, cardinalPoint: point }]
      }),
      supports: supports.map(({ node: at, held: [u1, u2, u3, r1, r2, r3] }, i) => {
        return { id: `S${i}`, nodeId: node(at), restraints: { r1, r2, r3, u1, u2, u3 } }
      }),
      gridLines: [
        { id: 'GX', axis: 'X', coordinate: 0, label: 'A' },
        { id: 'GY', axis: 'Y', coordinate: 2.5, label: '1' },
        { id: 'L0', axis: 'Z', coordinate: 0, label: 'Ground' },
        { id: 'L1', axis: 'Z', coordinate: 20, label: 'Top' },
        { id: 'R', line: { from: { x: -3, y: -2 }, to: { x: 7, y: 4 } }, label: 'R' },
        { id: 'P', arc: { center: { x: 1, y: 2 }, radius: 4, from: 30, to: 120 }, label: 'P' },
      ],
    }
  })

const contents = (draft: Draft) => ({ ...byKind((kind) => byId(draft, kind)), frames: byId(draft, 'frames') })

/** β counts modulo 360. */
function expectSame(draft: Draft, before: ReturnType<typeof contents>): void {
  const now = contents(draft)
  for (const [id, frame] of Object.entries(now.frames)) {
    const was = before.frames[id]
    if (was && Math.abs(((frame.rotation - was.rotation + 540) % 360) - 180) < 1e-9) frame.rotation = was.rotation
  }
  expect(now).toEqual(before)
}

const ALL = { select: { kinds: ['nodes', 'frames', 'areas', 'supports', 'members'] } }
const OFTEN = { numRuns: runs(150) }

describe('every model is as it was after', () => {
  test('copying and removing the copies', () => {
    fc.assert(
      fc.property(model, fc.integer({ min: 1, max: 3 }), (sent, times) => {
        const draft = draftOf(sent)
        const before = contents(draft)
        editDraft(
          draft,
          { ...ALL, copy: { by: { x: 100 }, times, id: 'copy-{n}-{id}' } },
          { select: { ids: ['copy-*'] }, remove: true },
        )
        expectSame(draft, before)
      }),
      OFTEN,
    )
  })

  test('moving there and back', () => {
    fc.assert(
      fc.property(model, place, (sent, by) => {
        const draft = draftOf(sent)
        const before = contents(draft)
        editDraft(draft, { ...ALL, move: by }, { ...ALL, move: { x: -by.x, y: -by.y, z: -by.z } })
        expectSame(draft, before)
      }),
      OFTEN,
    )
  })

  test('two mirrors, whatever is done about sections that are symmetric about nothing', () => {
    fc.assert(
      fc.property(
        model,
        fc.constantFrom('X', 'Y', 'Z'),
        fc.integer({ min: -9, max: 9 }),
        fc.constantFrom('section', 'reverse'),
        (sent, plane, at, unsymmetric) => {
          const draft = draftOf({ ...sent, members: [] })
          const before = contents(draft)
          const op = { ...ALL, mirror: { plane, at, copy: false, unsymmetric } }
          editDraft(draft, op, op)
          for (const id of ['U-m', 'O-m', 'K-m']) draft.remove('sections', id)
          expectSame(draft, before)
        },
      ),
      OFTEN,
    )
  })

  test('four quarter turns', () => {
    fc.assert(
      fc.property(model, fc.constantFrom('X', 'Y', 'Z'), place, (sent, axis, about) => {
        const draft = draftOf(sent)
        const before = contents(draft)
        const op = { ...ALL, rotate: { axis, about, angle: 90 } }
        editDraft(draft, op, op, op, op)
        expectSame(draft, before)
      }),
      OFTEN,
    )
  })
})

/** The corners of a frame's body at both ends: node line + (x + offset.x) e3 + (y + offset.y) e2. */
function cornersOf(draft: Draft, id: string): Vec[] {
  const frame = draft.get('frames', id)!
  const at = (node: string) => vec(draft.get('nodes', node)!.position)
  const [start, end] = [at(frame.startNodeId), at(frame.endNodeId)]
  const [, e2, e3] = localAxes(start, end, frame.rotation)!
  const { polygon } = sectionAsReturned(draft.get('sections', frame.sectionId!)!)
  const { x: ox = 0, y: oy = 0 } = frame.sectionOffset ?? {}
  return polygon.flatMap(({ x, y }) => [start, end].map((at) => add(at, add(scale(e3, x + ox), scale(e2, y + oy)))))
}

const near = (one: readonly number[], others: readonly (readonly number[])[]) =>
  others.some((other) => Math.hypot(one[0]! - other[0]!, one[1]! - other[1]!, one[2]! - other[2]!) < 1e-7)

test('the body of a mirrored or turned frame is the mirrored or turned body', () => {
  fc.assert(
    fc.property(
      model,
      fc.constantFrom('X', 'Y', 'Z'),
      fc.integer({ min: -9, max: 9 }),
      fc.constantFrom<'mirror section' | 'mirror' | 'turn'>('mirror section', 'mirror', 'turn'),
      fc.constantFrom(90, 180, 30, 123),
      (sent, axis, at, how, angle) => {
        // The same profile end for end is not the mirrored body, so those that are symmetric about nothing stay out there.
        const frames =
          how === 'mirror' ? sent.frames.filter(({ sectionId }) => !['U', 'O', 'K'].includes(sectionId)) : sent.frames
        fc.pre(frames.length > 0)
        const draft = draftOf({ ...sent, frames, members: [], supports: [] })
        const before = frames.map(({ id }) => cornersOf(draft, id))
        const k = 'XYZ'.indexOf(axis)
        const turned = (angle * Math.PI) / 180
        const [i, j] = [(k + 1) % 3, (k + 2) % 3]
        const carried = (point: readonly number[]): number[] => {
          const to = [...point]
          if (how !== 'turn') to[k] = 2 * at - point[k]!
          else {
            to[i] = point[i]! * Math.cos(turned) - point[j]! * Math.sin(turned)
            to[j] = point[i]! * Math.sin(turned) + point[j]! * Math.cos(turned)
          }
          return to
        }
        const op =
          how === 'turn'
            ? { rotate: { axis, about: {}, angle } }
            : { mirror: { plane: axis, at, copy: false, ...(how === 'mirror section' && { unsymmetric: 'section' }) } }
        editDraft(draft, { ...ALL, ...op })
        for (const [n, { id }] of frames.entries()) {
          const wanted = before[n]!.map(carried)
          const is = cornersOf(draft, id)
          expect(is).toHaveLength(wanted.length)
          for (const point of is) expect(near(point, wanted), `${id} of ${JSON.stringify(frames[n])} at ${point}`).toBe(true)
        }
      },
    ),
    OFTEN,
  )
})

const anyOp = fc.oneof(
  fc.record({
    select: fc.constant({ kinds: ['frames'] }),
    set: fc.constantFrom({ sectionId: 'I' }, { rotation: 45 }, { sectionId: null }),
  }),
  fc.record({ select: fc.constantFrom({ all: true }, { role: 'beam' }, { ids: ['N1', 'N2'] }), move: place }),
  fc.record({
    select: fc.constantFrom({ all: true }, { role: 'column' }, { kinds: ['areas'] }),
    copy: fc.record({ by: place, times: fc.integer({ min: 1, max: 3 }) }),
  }),
  fc.record({
    select: fc.constant({ all: true }),
    mirror: fc.record({
      plane: fc.constantFrom('X', 'Y', 'Z'),
      at: fc.integer({ min: -5, max: 5 }),
      copy: fc.boolean(),
      unsymmetric: fc.constant('section'),
    }),
  }),
  fc.record({
    select: fc.constant({ all: true }),
    rotate: fc.record({ about: place, angle: fc.constantFrom(90, 180), times: fc.constantFrom(undefined, 2) }),
  }),
  fc.record({ select: fc.constant({ kinds: ['frames'] }), divide: fc.constantFrom({ parts: 2 }, { every: 3 }, { nodes: true }) }),
  fc.constant({ merge: true }),
  fc.record({
    select: fc.constantFrom({ kinds: ['nodes'] }, { kinds: ['frames'] }),
    renumber: fc.constantFrom({ id: 'Q{n}' }, { id: '{id}x', by: ['z', 'id'] }),
  }),
  fc.record({
    select: fc.constantFrom({ kinds: ['nodes'] }, { role: 'beam' }, { kinds: ['members'] }),
    remove: fc.constantFrom(true, { cascade: true }, { cascade: true, unusedNodes: true }),
  }),
)

const UNITS = { current: 'kN, m, C' }
const anyId = fc.constantFrom('N0', 'N1', 'N2', 'F0', 'F1', 'F2', 'M', 'Q1', 'Q2', 'X')
const anyKind = fc.constantFrom('nodes', 'frames', 'members', 'supports', 'areas', 'sections', 'gridLines')
/** Those that give ids away and take them again, in another order than the model's. */
const anyTurnover = fc.oneof(
  fc.record({
    select: fc.record({ kinds: anyKind }),
    renumber: fc.record({
      id: fc.constantFrom('F{2-n}', 'N{(n+1)%20}', 'Q{n}', 'F{n}', '{id}x', 'M', 'S{(n+1)%3}'),
      start: fc.integer({ min: 0, max: 3 }),
      by: fc.constantFrom(undefined, ['id'], ['z', 'x', 'y']),
    }),
  }),
  fc.record({ select: fc.record({ ids: anyId, kinds: anyKind }), remove: fc.constantFrom(true, { cascade: true }) }),
  fc.record({
    add: fc.record({
      nodes: fc.array(fc.record({ id: anyId, position: place }), { maxLength: 2 }),
      frames: fc.array(fc.record({ id: anyId, startNodeId: fc.constant('N0'), endNodeId: fc.constant('N1') }), { maxLength: 2 }),
      members: fc.array(fc.record({ id: anyId, frameIds: fc.constantFrom(['F0'], ['F1', 'F0']) }), { maxLength: 1 }),
    }),
  }),
)
/** Every verb that there is. The types refuse a name that is no verb; a new verb has to be added here by hand. */
const anyVerb = fc.oneof(
  { weight: 3, arbitrary: anyTurnover },
  { weight: 4, arbitrary: anyOp },
  ...Object.values({
    toLevels: { select: { kinds: ['nodes', 'frames'], box: { z: [20, 20] } }, toLevels: { from: 'Top', to: ['Ground'] } },
    orient: { select: { kinds: 'frames' }, orient: { to: { x: 1 } } },
    divide: { select: { kinds: 'frames' }, divide: { parts: 2, id: "{k==1 ? id : '{id}-{k}'}" } },
    name: { name: 'Another' },
    units: { units: { force: 'N' } },
    scale: { scale: { to: 'mm' } },
    back: { scale: { to: 'm' } },
  } satisfies Partial<Record<Verb | 'back', object>>).map((op) => fc.constant(op)),
)

/** As storage does it: ids go, an id that is there is replaced in its place, others come at the end. */
function stored(before: Submitted, draft: Draft): Submitted {
  return byKind((kind) => {
    const elements = new Map<string, unknown>(before[kind].map((element) => [element.id, element]))
    const { put, removed } = draft.partOfCall(kind)
    for (const id of removed) elements.delete(id)
    for (const element of put) elements.set(element.id, element)
    return [...elements.values()]
  }) as unknown as Submitted
}

test('one edit of several operations is as several edits: the same elements in the same order, or refused at the same one', () => {
  let done = 0
  fc.assert(
    fc.property(model, fc.array(anyVerb, { minLength: 2, maxLength: 5 }), (sent, ops) => {
      const first = draftOf({ ...sent, units: UNITS })
      const start = byKind((kind) => [...first.all(kind)]) as unknown as Submitted
      let [apart, name, units, fails] = [start, first.name, first.units, -1]
      for (const [i, op] of ops.entries()) {
        const draft = new Draft(apart, name, units)
        if (!isDone(draft, op)) {
          fails = i
          break
        }
        apart = stored(apart, draft)
        name = draft.name
        units = draft.units
      }
      const together = new Draft(start, first.name, first.units)
      const at = refusedAt(together, ops)
      expect(at).toBe(fails)
      if (fails >= 0) return
      done++
      expect(stored(start, together)).toEqual(apart)
      // What a later operation of the same edit would work on.
      expect(byKind((kind) => [...together.all(kind)])).toEqual(apart)
      expect([together.name, together.units]).toEqual([name, units])
    }),
    { numRuns: runs(600) },
  )
  expect(done).toBeGreaterThan(runs(100))
})

function isDone(draft: Draft, op: object): boolean {
  return refusedAt(draft, [op]) < 0
}

/** The place of the operation that cannot be done; -1 where all are. */
function refusedAt(draft: Draft, ops: object[]): number {
  try {
    editDraft(draft, ...ops)
    return -1
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return Number(error.issues[0]?.loc[1])
  }
}

test('whatever is done to whatever model, what is left could be sent as one batch', () => {
  fc.assert(
    fc.property(model, fc.array(anyOp, { minLength: 1, maxLength: 5 }), (sent, ops) => {
      const draft = draftOf(sent)
      for (const op of ops) {
        try {
          editDraft(draft, op)
        } catch (error) {
          if (!(error instanceof ModelError)) throw error
          return // refused: the whole call comes to nothing
        }
        const batch = Object.fromEntries(KINDS.map((kind) => [kind, [...draft.all(kind)]]))
        const { issues } = judgeBatch(batch, { has: () => false, ids: () => [], count: () => 0, memberOf: () => undefined })
        expect(issues).toEqual([])
        for (const kind of KINDS) for (const id of draft.ids(kind)) expect(draft.get(kind, id)?.id).toBe(id)
      }
    }),
    { numRuns: runs(300) },
  )
})
