import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftOf, editDraft } from '#lib/fixtures/drafts.ts'
import { runs } from '#lib/fixtures/exhaustive.ts'
import { MISTAKES } from '#lib/fixtures/mistakes.ts'
import { type Batch, fixed, frame, node, pinned, returned, table } from '#lib/fixtures/table-model.ts'
import { type FoundFinding, findAll, type Run } from '#lib/model/check/check.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { findFindings } from './findings.ts'

/** What a finding says is to be sent is sent here, to the whole model. */

const runsOf = (model: ViewerModel): Run[] => {
  const runs = findFindings(model, {})
  if (runs.some((run) => 'loc' in run)) throw new Error(JSON.stringify(runs))
  return runs as Run[] // no issue is among them
}
const key = ({ code, elements }: Pick<FoundFinding, 'code' | 'elements'>) => `${code} ${JSON.stringify(elements)}`
const problems = (model: ViewerModel) => findAll(model, { most: Number.POSITIVE_INFINITY }).flatMap(({ findings }) => findings)

/** Applies what is told of each code by itself. Returns how many calls were told. */
function followAll(batch: Batch): number {
  const model = returned(batch)
  const before = new Set(problems(model).map(({ code }) => code))
  const calls = runsOf(model).flatMap(({ code, count, findings, call }) => (call ? [{ code, count, findings, ...call }] : []))
  for (const { code, count, findings, ops, rest = 0 } of calls) {
    const draft = draftOf({ ...batch, name: 'test' })
    editDraft(draft, ...ops)
    const after = problems(draft.facts().model)
    const left = new Set(after.map(key))
    const told = `${code}: ${JSON.stringify(ops)}`
    expect(findings.filter((finding) => left.has(key(finding))).length, told).toBeLessThanOrEqual(rest)
    expect(count - rest, told).toBeGreaterThan(0)
    expect(
      after.filter(({ severity, code }) => severity !== 'info' && !before.has(code)),
      told,
    ).toEqual([])
  }
  return calls.length
}

describe('what is told to be sent mends all findings that it names, and brings no new one', () => {
  it.each(Object.keys(MISTAKES))('%s', (name) => {
    const batch = table()
    MISTAKES[name]?.(batch)
    followAll(batch)
  })

  it('in models of which nobody thought', () => {
    const wild = fc.array(fc.tuple(fc.nat(4), fc.nat(3), fc.nat(3)), { minLength: 3, maxLength: 14 }).chain((points) => {
      const ordinal = fc.nat(points.length - 1)
      return fc.record({
        points: fc.constant(points),
        frames: fc.array(fc.tuple(ordinal, ordinal, fc.constantFrom('beam', 'column')), { minLength: 1, maxLength: 20 }),
        held: fc.array(fc.tuple(ordinal, fc.boolean()), { maxLength: 4 }),
        members: fc.boolean(),
      })
    })
    let told = 0
    fc.assert(
      fc.property(wild, ({ points, frames, held, members }) => {
        const batch = table()
        batch.areas = []
        batch.nodes = points.map(([x, y, z], i) => node(`${i}`, x, y, z))
        batch.frames = frames.map(([a, b, section], i) => frame(`${i}`, `${a}`, `${b}`, section))
        if (members) batch.members = [{ id: 'M', frameIds: ['0'], sectionId: 'beam' }]
        batch.supports = held.map(([n, isFixed], i) => ({ id: `S${i}`, nodeId: `${n}`, restraints: isFixed ? fixed : pinned }))
        told += followAll(batch)
      }),
      { numRuns: runs(500), seed: 29 },
    )
    expect(told).toBeGreaterThan(runs(100))
  }, 120_000)
})

const callsIn = (change: (batch: Batch) => void) => {
  const batch = table()
  change(batch)
  followAll(batch)
  return Object.fromEntries(runsOf(returned(batch)).flatMap(({ code, call }) => (call ? [[code, call]] : [])))
}

describe('a code with several findings', () => {
  /** Posts on the beam G0, each with a node of its own on it. */
  const posts =
    (count: number, more: (batch: Batch) => void = () => {}) =>
    (batch: Batch) => {
      for (let i = 0; i < count; i++) {
        batch.nodes.push(node(`P${i}`, 0.2 + i / 10, 0, 4), node(`Q${i}`, 0.2 + i / 10, 0, 5))
        batch.frames.push(frame(`K${i}`, `P${i}`, `Q${i}`, 'column'))
      }
      more(batch)
    }

  it('is mended by one operation with all ids', () => {
    expect(callsIn(posts(2)).node_on_frame).toEqual({
      ops: [{ select: { kinds: ['frames'], ids: ['G0'] }, divide: { nodes: true } }],
    })
    const twice = callsIn((batch) => batch.frames.push(frame('D0', 'T0', 'T1'), frame('D1', 'T1', 'T2'), frame('D2', 'T1', 'T2')))
    expect(twice.duplicate_frame).toEqual({ ops: [{ select: { kinds: ['frames'], ids: ['D0', 'D1', 'D2'] }, remove: {} }] })
  })

  it('names at most twenty and says how many are left, or selects exactly these', () => {
    const many = (count: number, sectionId: string) => (batch: Batch) => {
      batch.sections.push({ ...batch.sections[1]!, id: 'rail' })
      for (let i = 0; i < count; i++) {
        batch.nodes.push(node(`E${i}`, 0, 10 + i, 4), node(`F${i}`, 6, 10 + i, 4))
        batch.frames.push(frame(`A${i}`, `E${i}`, `F${i}`, sectionId))
        batch.nodes.push(node(`M${i}`, 3, 10 + i, 4), node(`N${i}`, 3, 10 + i, 8))
        batch.frames.push(frame(`U${i}`, `M${i}`, `N${i}`, 'column'))
      }
    }
    const ids = (count: number) => Array.from({ length: count }, (_, i) => `A${i}`)
    const divided = (select: object, rest?: number) => ({
      ops: [{ select: { kinds: ['frames'], ...select }, divide: { nodes: true } }],
      ...(rest && { rest }),
    })
    expect(callsIn(many(25, 'beam')).node_on_frame).toEqual(divided({ ids: ids(20) }, 5))
    expect(callsIn(many(3, 'rail')).node_on_frame).toEqual(divided({ ids: ids(3) }))
    expect(callsIn(many(25, 'rail')).node_on_frame).toEqual(divided({ section: ['rail'] }))
  })

  it('gives supports as the others of a level have', () => {
    const call = callsIn((batch) => {
      batch.supports.length = 2
    }).column_without_support
    expect(call?.ops).toEqual([
      {
        add: {
          supports: [
            { id: 'S2', nodeId: 'B2', restraints: fixed },
            { id: 'S3', nodeId: 'B3', restraints: fixed },
          ],
        },
      },
    ])
  })

  it('is words where the operation makes another problem or cannot be done', () => {
    // The second frame is of a member: without it the member would name what is not there.
    const calls = callsIn((batch) => {
      batch.frames.push(frame('D', 'T0', 'T1'))
      batch.members.push({ id: 'M', frameIds: ['D'] })
    })
    expect(calls.duplicate_frame).toBeUndefined()
    const batch = table()
    batch.frames.push(frame('D', 'T0', 'T1'))
    batch.members.push({ id: 'M', frameIds: ['D'] })
    const [run] = runsOf(returned(batch)).filter(({ code }) => code === 'duplicate_frame')
    expect(run?.findings[0]).not.toHaveProperty('op')
  })
})
