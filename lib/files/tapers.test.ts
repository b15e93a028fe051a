import { describe, expect, it } from 'vitest'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { notesOf, roundTrip } from '#lib/fixtures/file-trip.ts'
import { sectionArea } from '#lib/model/section/section-area.ts'
import { taperOf } from '#lib/model/taper.ts'
import { taperPairs } from '#lib/model/taper-pairs.ts'
import { sectionBetween } from '#lib/model/taper-section.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { FormatId } from './formats.ts'

/** Frames that taper, out as files and in again. */

const I = (t3: number) => ({
  type: 'i_wide_flange' as const,
  dimensions: { t3, t2: 0.2, tf: 0.015, tw: 0.01 },
  materialId: 'S355',
})

/** A portal with haunched rafters whose tops are flush, a taper that runs backwards, a part of one, and an offset alone. */
const portal = (): ViewerModel =>
  returnedModel({
    name: 'haunches',
    units: { current: 'kN, m, C' },
    nodes: [
      { id: 'A', position: { x: 0, y: 0, z: 0 } },
      { id: 'B', position: { x: 0, y: 0, z: 4 } },
      { id: 'C', position: { x: 8, y: 0, z: 5 } },
      { id: 'D', position: { x: 16, y: 0, z: 4 } },
      { id: 'E', position: { x: 16, y: 0, z: 0 } },
    ],
    materials: [{ id: 'S355' }],
    sections: [
      { id: 'I3', ...I(0.3) },
      { id: 'I6', ...I(0.6) },
    ],
    frames: [
      { id: 'K1', startNodeId: 'A', endNodeId: 'B', rotation: 0, sectionId: 'I3', endSectionId: 'I6' },
      {
        ...{
          id: 'R1',
          startNodeId: 'B',
          endNodeId: 'C',
          rotation: 0,
          sectionId: 'I3',
          endSectionId: 'I6',
          taper: [1, 0] as [number, number],
        },
        ...{ sectionOffset: { x: 0, y: -0.3 }, endSectionOffset: { x: 0, y: -0.15 } },
        releases: { end: { m3: true } },
      },
      {
        id: 'R2',
        startNodeId: 'C',
        endNodeId: 'D',
        rotation: 0,
        sectionId: 'I3',
        endSectionId: 'I6',
        taper: [0, 0.5] as [number, number],
      },
      {
        ...{ id: 'K2', startNodeId: 'E', endNodeId: 'D', rotation: 90, sectionId: 'I6' },
        ...{ sectionOffset: { x: 0.1, y: 0.05 }, endSectionOffset: { x: 0.2, y: 0.05 } },
      },
    ],
    supports: [
      { id: 'S1', nodeId: 'A', restraints: { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true } },
      { id: 'S2', nodeId: 'E', restraints: { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true } },
    ],
    loadCases: [{ id: 'G' }],
    loads: [{ id: 'Q', caseId: 'G', frameId: 'R1', force: { z: -5 }, from: 0.1, to: 1 }],
  } as CreateModel)

/** Depths and offsets of a frame at its ends, whichever sections say them. */
function ends(model: ViewerModel, id: string) {
  const frame = model.frames?.find((one) => one.id === id)
  const sections = new Map((model.sections ?? []).map((one) => [one.id, one]))
  const pair = taperPairs((one) => sections.get(one), model.sectionDefinitions)(
    frame?.sectionId ?? undefined,
    frame?.endSectionId,
  )
  const parts = frame && taperOf(frame)
  const depth = ({ polygon }: { polygon: { y: number }[] }) =>
    Math.max(...polygon.map(({ y }) => y)) - Math.min(...polygon.map(({ y }) => y))
  const own = sections.get(frame?.sectionId ?? '')
  const depths = pair && parts ? parts.map((s) => depth(sectionBetween(pair, s).section)) : own ? [depth(own), depth(own)] : []
  const [start = { x: 0, y: 0 }, end = start] = [frame?.sectionOffset ?? undefined, frame?.endSectionOffset ?? undefined]
  return [...depths, start.x, start.y, end.x, end.y].map((value) => Number(value.toFixed(9)) + 0)
}

const volume = ({ nodes, frames = [], sections = [], sectionDefinitions = [] }: ViewerModel) => {
  const places = new Map(nodes.map(({ id, position }) => [id, position]))
  const pairs = taperPairs((id) => sections.find((one) => one.id === id), sectionDefinitions)
  return frames.reduce((sum, frame) => {
    const [a, b] = [places.get(frame.startNodeId), places.get(frame.endNodeId)]
    const section = sections.find(({ id }) => id === frame.sectionId)
    const definition = sectionDefinitions.find(({ id }) => id === frame.sectionId)
    if (!a || !b || !section) return Number.NaN
    const parts = taperOf(frame)
    const pair = parts && pairs(section.id, frame.endSectionId)
    const middle = pair && parts ? sectionBetween(pair, (parts[0] + parts[1]) / 2) : { section, definition }
    const area = sectionArea(middle.section, middle.definition)
    return sum + Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z) * (typeof area === 'object' ? area.area : Number.NaN)
  }, 0)
}

describe.each(['s2k', 'saf'] as FormatId[])('%s has frames from one section to another', (format) => {
  it('writes and reads them, with an offset at each end', async () => {
    const sent = portal()
    const { report, back, read } = await roundTrip(sent, format)
    expect(notesOf(report)).toContain('converted taper_sections_made 1')
    expect(report.notes.filter(({ code }) => code === 'taper' || code === 'taper_as_segments')).toEqual([])
    expect(read.report.notes.filter(({ code }) => code === 'section_varies')).toEqual([])
    expect(back.frames?.map(({ id }) => id)).toEqual(['K1', 'R1', 'R2', 'K2'])
    for (const id of ['K1', 'R1', 'R2', 'K2']) expect([id, ...ends(back, id)]).toEqual([id, ...ends(sent, id)])
    expect(back.frames?.map(({ endSectionId }) => endSectionId ?? null)).toEqual(['I6', 'I3', 'I3~0.5', null])
    expect(volume(back)).toBeCloseTo(volume(sent), 9)
  })

  it('writes a frame whose sections fit no longer as a prism, and says so', async () => {
    const sent = portal()
    const other = { id: 'I6', type: 'pipe' as const, dimensions: { t3: 0.6 }, materialId: 'S355' }
    const { sections = [], sectionDefinitions = [] } = returnedModel({ name: '', sections: [other] })
    const changed = {
      ...sent,
      sections: [sent.sections![0]!, sections[0]!],
      sectionDefinitions: [sent.sectionDefinitions![0]!, sectionDefinitions[0]!],
    }
    const { report, back } = await roundTrip(changed, format)
    expect(notesOf(report)).toContain('dropped taper 3')
    expect(back.frames?.some(({ endSectionId }) => endSectionId != null)).toBe(false)
  })
})

describe.each([
  ['opensees', 16, (id: string, k: number) => `${id} ${k}/16`],
  ['e2k', 8, (id: string, k: number) => `${id}~${k}`],
] as [FormatId, number, (id: string, k: number) => string][])('%s has prisms one behind the other', (format, count, nameOf) => {
  it('writes them, and what is on the frame with them', async () => {
    const sent = portal()
    const { report, back } = await roundTrip(sent, format)
    expect(notesOf(report)).toContain('converted taper_as_segments 3')
    expect(back.frames).toHaveLength(3 * count + 1)
    expect(back.nodes).toHaveLength(5 + 3 * (count - 1))
    const ids = new Set(back.frames?.map(({ id }) => id))
    if (format === 'opensees') for (let k = 1; k <= count; k++) expect(ids.has(nameOf('R1', k))).toBe(true)
    const last = back.frames?.findLast(({ releases }) => releases)
    expect(last?.releases).toMatchObject({ end: { m3: true } })
    expect(back.loads?.length).toBe(count - Math.floor(0.1 * count))
    if (format === 'e2k') expect(volume(back)).toBeCloseTo(volume(sent), 9)
  })
})
