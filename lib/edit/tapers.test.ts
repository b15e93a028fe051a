import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { byId, draftOf, editDraft, refused } from '#lib/fixtures/drafts.ts'
import { TAPER_SECTIONS } from '#lib/fixtures/taper-sections.ts'
import { parse } from '#lib/model/validate/parse.ts'
import { Removal } from '#lib/model/validate/removal.ts'
import { CreateModel } from '#lib/schema/request-bodies.ts'
import { densitiesOf } from './query/densities.ts'
import { quantitiesOf } from './query/quantities.ts'
import { answerQuestion } from './query/query.ts'
import { QueryModel } from './query/query-schema.ts'
import { factsOf } from './select/facts.ts'

/** Frames that taper, through edits and questions. */

const SECTIONS = [
  ...TAPER_SECTIONS,
  { id: 'P43', type: 'pipe', dimensions: { t3: 4.3, tw: 0.03 } },
  { id: 'P30', type: 'pipe', dimensions: { t3: 3, tw: 0.015 } },
  { id: 'L', type: 'angle', dimensions: { t3: 0.2, t2: 0.1, t: 0.02 } },
  { id: 'L2', type: 'angle', dimensions: { t3: 0.3, t2: 0.15, t: 0.02 } },
  { id: 'SH', type: 'shell', thickness: 0.2 },
]

/** One frame along X, from 0 to `long`. */
const beam = (long: number, frame: object) => ({
  units: { current: 'kN, m, C' },
  nodes: [
    { id: 'A', position: { x: 0, y: 0, z: 3 } },
    { id: 'B', position: { x: long, y: 0, z: 3 } },
  ],
  sections: SECTIONS,
  materials: [{ id: 'S355', name: 'S355' }],
  frames: [{ id: 'T', startNodeId: 'A', endNodeId: 'B', materialId: 'S355', ...frame }],
})

function ask(model: object, question: object) {
  const read = parse(CreateModel, structuredClone({ name: 'test', ...model }))
  const input = parse(QueryModel, question)
  if (!read.ok || !input.ok) throw new Error(JSON.stringify([read, input]))
  const found = answerQuestion(returnedModel(read.value), input.value)
  if ('length' in found) throw new Error(JSON.stringify(found))
  return found.answer
}
/** Of the one frame, in all digits. */
function measure(model: object) {
  const read = parse(CreateModel, structuredClone({ name: 'test', ...model }))
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  const facts = factsOf(returnedModel(read.value))
  const measures = quantitiesOf(facts, densitiesOf(facts, {}, []))
  const amount = (quantity: 'volume' | 'mass' | 'surface') => Number(measures.amount(quantity, 'frames', 0))
  return {
    volume: amount('volume'),
    mass: amount('mass'),
    surface: amount('surface'),
    middle: measures.middle('frames', 0) ?? [],
  }
}
const BEAMS = { select: { kinds: ['frames'] }, fields: ['id'], show: ['volume', 'mass', 'centroid', 'surface'] }

describe('amounts', () => {
  test.each([
    ['an I that becomes deeper', 4, { sectionId: 'I3', endSectionId: 'I6' }, 0.02501224, 0.528386102, 5.944846984],
    ['an I of other plates', 10, { sectionId: 'I4', endSectionId: 'I10' }, 0.152012666667, 0.58470895, 23.398150028],
    ['its first half', 5, { sectionId: 'I4', endSectionId: 'I10', taper: [0, 0.5] }, 0.056691083333, 0.550251509, null],
    ['its second half', 5, { sectionId: 'I4', endSectionId: 'I10', taper: [0.5, 1] }, 0.095321583333, 0.537657832, null],
    ['a rectangle', 3, { sectionId: 'R8', endSectionId: 'R3' }, 0.52, 0.375, 5.108072012],
    ['a pipe', 80, { sectionId: 'P43', endSectionId: 'P30' }, 20.916723888, 0.416566536, null],
  ])('has volume, mass, middle and faces of %s', (_, long, frame, volume, middle, surface) => {
    const found = measure(beam(long, frame))
    expect(found.volume).toBeCloseTo(volume, 9)
    expect(found.mass).toBeCloseTo(volume * 7850, 3)
    expect(found.middle[0]).toBeCloseTo(middle * long, 6)
    if (surface !== null) expect(found.surface).toBeCloseTo(surface, 8)
  })

  it('runs backwards from 1 to 0, and says where its areas are from', () => {
    const turned = beam(4, { sectionId: 'I3', endSectionId: 'I6', taper: [1, 0] })
    const answer = ask(turned, BEAMS)
    expect(measure(turned).volume).toBeCloseTo(0.02501224, 9)
    expect(measure(turned).middle[0]).toBeCloseTo(4 * (1 - 0.528386102), 6)
    expect(answer.areaFrom).toEqual({ taper: 1 })
  })

  it('measures the cone of a pipe, and its middle on a line between two offsets', () => {
    const pipe = measure(beam(80, { sectionId: 'P43', endSectionId: 'P30' }))
    expect(pipe.surface).toBeCloseTo(Math.PI * (2.15 + 1.5) * Math.hypot(80, 0.65), 8)
    const offsets = { sectionOffset: { x: 0, y: -0.4 }, endSectionOffset: { x: 0, y: -0.15 } }
    const flush = measure(beam(3, { sectionId: 'R8', endSectionId: 'R3', ...offsets }))
    expect(flush.middle[2]).toBeCloseTo(3 - 0.4 + 0.375 * 0.25, 9)
  })
})

describe('what is sent', () => {
  const refusal = (frame: object) => {
    const read = parse(CreateModel, { name: 'a', ...beam(4, frame) })
    return read.ok ? undefined : read.issues.map(({ type, loc, msg }) => `${type} ${loc.slice(2).join('.')} ${msg}`)
  }
  test.each<[object, string]>([
    [{ sectionId: 'I3', taper: [0, 1] }, 'value_error taper Value error, taper is of frames with an endSectionId'],
    [{ endSectionId: 'I3', taper: [0] }, 'too_short taper List should have at least 2 items after validation, not 1'],
    [{ endSectionId: 'I3', taper: [0, 0.5, 1] }, 'too_long taper List should have at most 2 items after validation, not 3'],
    [{ endSectionId: 'I3', taper: [-0.1, 1] }, 'greater_than_equal taper.0 Input should be greater than or equal to 0'],
    [{ endSectionId: 'I3', taper: [0, 1.5] }, 'less_than_equal taper.1 Input should be less than or equal to 1'],
  ])('refuses %j', (frame, issue) => {
    expect(refusal(frame)).toEqual([issue])
  })

  test.each<[string, string, string | undefined]>([
    ['I3', 'I6', undefined],
    ['P43', 'I3', "section 'P43' is a pipe and 'I3' an i_wide_flange: a taper needs two of one type"],
    ['SH', 'R3', "section 'SH' is a shell: a taper needs outlines"],
    ['HOLLOW', 'R3', "section 'HOLLOW' is hollow and 'R3' is not: a taper needs two that are alike"],
    ['C3', 'C4', "section 'C3' has 3 points and 'C4' 4: a taper needs as many on both"],
    ['NONE', 'I3', undefined],
  ])('a taper from %s to %s', (sectionId, endSectionId, fault) => {
    const polygon = (...points: number[][]) => points.map(([x, y]) => ({ x, y }))
    const sections = [
      ...SECTIONS,
      { id: 'HOLLOW', type: 'rectangular', dimensions: { t3: 0.8, t2: 0.4, tw: 0.02 } },
      { id: 'C3', type: 'custom', polygon: polygon([0, 0], [1, 0], [0, 1]) },
      { id: 'C4', type: 'custom', polygon: polygon([0, 0], [1, 0], [1, 1], [0, 1]) },
      { id: 'NONE', type: 'i_wide_flange' },
    ]
    const model = { ...beam(4, { sectionId }), sections }
    const taper = { select: { kinds: ['frames'] }, set: { endSectionId } }
    const expected = fault && [`value_error ops.0.set.endSectionId Value error, ${fault}`]
    if (expected) {
      expect(
        refused(draftOf(model), taper).map(({ type, loc, msg }) => `${type} ${loc.join('.')} ${msg.split(': on')[0]}`),
      ).toEqual([expect.stringContaining(expected[0] ?? '')])
      expect(() => draftOf({ ...model, frames: [{ ...model.frames[0], endSectionId }] })).toThrow(fault)
    } else expect(() => editDraft(draftOf(model), taper)).not.toThrow()
  })

  it('names a section that is not there', () => {
    expect(() => draftOf(beam(4, { sectionId: 'I3', endSectionId: 'I9' }))).toThrow("no section 'I9'")
  })
})

describe('references', () => {
  it('makes a prism where the end section is taken away, or removed with what refers to it', () => {
    const model = beam(4, { sectionId: 'I3', endSectionId: 'I6', taper: [0, 0.5] })
    const draft = draftOf(model)
    expect(refused(draft, { select: { ids: 'I6', kinds: ['sections'] }, remove: true })).toMatchObject([
      { type: 'still_referenced' },
    ])
    editDraft(draft, { select: { kinds: ['frames'] }, set: { endSectionId: null } })
    expect(byId(draft, 'frames').T).not.toHaveProperty('taper')
    const removal = new Removal({ sections: ['I6'], cascade: true } as ConstructorParameters<typeof Removal>[0], () => true)
    removal.begin('frames')
    removal.look('frames', draftOf(model).element('frames', 'T'))
    expect(removal.replaced.frames.get('T')).not.toHaveProperty('taper')
    expect(removal.replaced.frames.get('T')).not.toHaveProperty('endSectionId')
  })

  it('renames, groups, selects and counts as used', () => {
    const model = beam(4, { sectionId: 'I3', endSectionId: 'I6' })
    const grouped = ask(model, { select: { kinds: ['frames'] }, groupBy: ['section'] })
    expect(grouped.groups?.map(({ section, count }) => [section, count])).toEqual([['I3 → I6', 1]])
    for (const section of ['I3', 'I6'])
      expect(ask(model, { select: { section: [section], kinds: ['frames'] } }).matched).toEqual({ frames: 1 })
    const draft = draftOf(model)
    editDraft(draft, { select: { ids: 'I6', kinds: ['sections'] }, renumber: { id: 'DEEP' } })
    expect(byId(draft, 'frames').T).toMatchObject({ sectionId: 'I3', endSectionId: 'DEEP' })
  })
})

describe('divide and join', () => {
  const whole = { sectionId: 'I4', endSectionId: 'I10', sectionOffset: { x: 0, y: -0.2 }, endSectionOffset: { x: 0.1, y: -0.5 } }
  it('cuts a taper into parts of one taper, and joins them to what it was', () => {
    const draft = draftOf(beam(10, whole))
    const before = JSON.stringify([...draft.all('frames')])
    editDraft(draft, { select: { kinds: ['frames'] }, divide: { at: [0.25, 0.5] } })
    expect(byId(draft, 'frames')).toMatchObject({
      'T-1': { taper: [0, 0.25], sectionOffset: { x: 0, y: -0.2 }, endSectionOffset: { x: 0.025 } },
      'T-2': { taper: [0.25, 0.5], sectionOffset: { x: 0.025 }, endSectionOffset: { x: 0.05, y: -0.35 } },
      'T-3': { taper: [0.5, 1], endSectionOffset: { x: 0.1, y: -0.5 } },
    })
    expect(
      ask(
        { ...beam(10, {}), frames: [...draft.all('frames')], nodes: [...draft.all('nodes')] },
        { select: { kinds: ['frames'] }, by: 'run' },
      ).matched,
    ).toEqual({ runs: 1, frames: 3 })
    editDraft(draft, { select: { kinds: ['frames'] }, join: true })
    expect(JSON.stringify([...draft.all('frames')])).toBe(before)
  })

  it('keeps the volume, wherever and however often a taper is cut', () => {
    const part = fc.integer({ min: 0, max: 100 }).map((k) => k / 100)
    fc.assert(
      fc.property(part, part, fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 4 }), (a, b, cuts) => {
        const model = beam(10, { ...whole, taper: [a, b] })
        const draft = draftOf(model)
        editDraft(draft, { select: { kinds: ['frames'] }, divide: { at: [...new Set(cuts)].map((k) => k / 100) } })
        const total = (of: { frames: readonly object[] }) =>
          of.frames.reduce((sum: number, frame) => sum + measure({ ...of, frames: [frame], members: [] }).volume, 0)
        const divided = { ...model, frames: [...draft.all('frames')], nodes: [...draft.all('nodes')] }
        expect(Math.abs(total(divided) / total(model) - 1)).toBeLessThan(1e-12)
        editDraft(draft, { select: { kinds: ['frames'] }, join: true })
        const [joined] = draft.all('frames')
        expect(joined?.taper ?? [0, 1]).toEqual([a, b])
      }),
      { numRuns: 60 },
    )
  })

  it('leaves apart what does not go on with one slope', () => {
    const model = { ...beam(10, whole), nodes: [...beam(10, {}).nodes, { id: 'M', position: { x: 4, y: 0, z: 3 } }] }
    const frames = [
      { id: 'T1', startNodeId: 'A', endNodeId: 'M', sectionId: 'I4', endSectionId: 'I10', taper: [0, 0.5] },
      { id: 'T2', startNodeId: 'M', endNodeId: 'B', sectionId: 'I4', endSectionId: 'I10', taper: [0.5, 1] },
    ]
    const draft = draftOf({ ...model, frames })
    const [done] = editDraft(draft, { select: { kinds: ['frames'] }, join: true })
    expect(done?.notes?.map(({ code }) => code)).toEqual(['join_stopped_fields'])
  })

  it('is one run where the outlines meet, and two where they do not', () => {
    const runs = (taper: readonly number[]) => {
      const nodes = [...beam(10, {}).nodes, { id: 'M', position: { x: 5, y: 0, z: 3 } }]
      const frames = [
        { id: 'T1', startNodeId: 'A', endNodeId: 'M', sectionId: 'I4', endSectionId: 'I10' },
        { id: 'T2', startNodeId: 'M', endNodeId: 'B', sectionId: 'I4', endSectionId: 'I10', taper },
      ]
      return ask({ ...beam(10, {}), nodes, frames }, { select: { kinds: ['frames'] }, by: 'run' }).matched.runs
    }
    expect([runs([1, 0]), runs([0, 1])]).toEqual([1, 2])
  })
})

describe('mirror', () => {
  const MIRROR = { select: { kinds: ['frames'] }, mirror: { plane: 'X', at: 5, copy: false } }
  test.each([
    ['I4', 'I10', undefined],
    ['R8', 'R3', undefined],
    ['L', 'L2', 'reverse'],
    ['L', 'L2', 'section'],
  ])('from %s to %s twice is the frame before', (sectionId, endSectionId, unsymmetric) => {
    const offsets = { sectionOffset: { x: 0.05, y: -0.2 }, endSectionOffset: { x: -0.1, y: -0.5 } }
    const draft = draftOf(beam(10, { sectionId, endSectionId, ...offsets, rotation: 20 }))
    const before = byId(draft, 'frames')
    const mirror = { ...MIRROR, mirror: { ...MIRROR.mirror, ...(unsymmetric && { unsymmetric }) } }
    editDraft(draft, mirror)
    if (unsymmetric === 'section') expect(byId(draft, 'frames').T).toMatchObject({ sectionId: 'L-m', endSectionId: 'L2-m' })
    if (unsymmetric === 'reverse')
      expect(byId(draft, 'frames').T).toMatchObject({ taper: [1, 0], sectionOffset: { x: -0.1 }, endSectionOffset: { x: 0.05 } })
    editDraft(draft, mirror)
    expect(byId(draft, 'frames')).toEqual(before)
  })
})

it('scales the offset at the end with the model', () => {
  const draft = draftOf(beam(10, { sectionId: 'I4', endSectionId: 'I10', endSectionOffset: { x: 0, y: -0.5 } }))
  editDraft(draft, { scale: { to: 'mm' } })
  expect(byId(draft, 'frames').T).toMatchObject({ endSectionOffset: { x: 0, y: -500 } })
})

it('turns a taper about its axis as it is: its sections, parts and offsets stay', () => {
  const frame = {
    sectionId: 'I3',
    endSectionId: 'I6',
    taper: [1, 0.5],
    sectionOffset: { x: 0, y: -0.3 },
    endSectionOffset: { x: 0, y: -0.2 },
  }
  const draft = draftOf(beam(4, frame))
  editDraft(draft, { select: { kinds: ['frames'] }, orient: { axis: '2', to: { y: 1 } } })
  expect(byId(draft, 'frames').T).toMatchObject({ ...frame, rotation: -90 })
})
