import { describe, expect, it } from 'vitest'
import { modelNames, readExample, type Summary, summaryOf } from '#lib/fixtures/example-models.ts'
import { newCaller, newModel, type Rest } from '#lib/fixtures/rest.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import { KINDS, type Vector3, type ViewerModel, type ViewerSupport } from '#lib/schema/schema.ts'

/** Whole models come back with what they must add up to. */

const WAYS = {
  'in one batch': async (rest: Rest, model: ViewerModel) => {
    const { name, units, ...elements } = model
    const id = await newModel(rest, { name })
    await send(rest, 'POST', `${id}/elements`, elements)
    await send(rest, 'PUT', `${id}/units`, units)
    return id
  },
  'kind by kind': async (rest: Rest, model: ViewerModel) => {
    const id = await newModel(rest, { name: model.name })
    await send(rest, 'PUT', `${id}/units`, model.units)
    const kinds = ['gridLines', 'materials', 'sections', 'nodes', 'frames', 'members', 'areas', 'supports', 'diaphragms', 'loadCases', 'loads', 'combinations'] as const // biome-ignore format: short
    for (const kind of kinds) {
      if (!model[kind]?.length) continue
      const path = kind.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)
      const returned = await send(rest, 'POST', `${id}/${path}`, { [kind]: model[kind] })
      expect(returned).toHaveLength(model[kind].length)
    }
    return id
  },
  'at creation': (rest: Rest, model: ViewerModel) => newModel(rest, model),
}

async function send(rest: Rest, method: string, path: string, body: unknown): Promise<unknown> {
  const { status, json, text } = await rest(method, `/api/construct-models/${path}`, { body })
  if (status !== 200) throw new Error(text)
  return json
}

describe('whole models', () => {
  for (const [way, write] of Object.entries(WAYS)) {
    it.each(modelNames)(`%s comes back equal to its summary, sent ${way}`, async (name) => {
      const [sent, summary]: [ViewerModel, Summary] = [readExample(name), summaryOf(name)]
      const { rest } = await newCaller()
      const id = await write(rest, sent)
      const model: ViewerModel = (await rest('GET', `/api/construct-models/${id}`)).json
      const listed = (await rest('GET', '/api/construct-models')).json.items[0]

      const counts = Object.fromEntries(KINDS.map((kind) => [kind, model[kind]?.length ?? 0]))
      expect(counts).toEqual(summary.counts)
      expect(listed.counts).toEqual(summary.counts)
      for (const bounds of [model.bounds, listed.bounds]) {
        for (const corner of ['min', 'max'] as const) {
          for (const axis of ['x', 'y', 'z'] as const) expect(bounds[corner][axis]).toBeCloseTo(summary.bounds[corner][axis], 9)
        }
      }
      const total: number = summary.lengthFromCoordinates ?? summary.totalFrameLength ?? 0
      expect(Math.abs(frameLength(model) - total)).toBeLessThan(1e-6 * total)
      expect(countBy(model.supports ?? [], pattern)).toEqual(summary.supportsByPattern)
      const openings = (model.areas ?? []).flatMap(({ openingNodeIds }) => openingNodeIds ?? [])
      expect(openings).toHaveLength(summary.openings)
      expect((model.areas ?? []).filter(({ openingNodeIds }) => openingNodeIds?.length)).toHaveLength(summary.areasWithOpenings)
      expect(model.frames?.filter(({ rotation }) => rotation !== 0)).toHaveLength(summary.framesWithNonZeroRotation)
      // ETABS names an insertion point also where it does not give the size of the section, and so no offset.
      const off = model.frames?.filter(({ sectionOffset: at, source }) => at?.x || at?.y || source?.cardinalPoint)
      expect(off).toHaveLength(summary.framesOffCentroid)
      expect(new Set(model.sections?.map((section) => section.id)).size).toBe(summary.distinctSections)
      if (summary.areaKinds) expect(countBy(model.areas ?? [], (area) => area.kind ?? '')).toEqual(summary.areaKinds)

      // What is not derived is what was sent.
      for (const kind of ['nodes', 'materials', 'supports', 'areas', 'gridLines', 'members'] as const) {
        expect(model[kind]).toEqual(sent[kind] ?? [])
      }
      const members = new Map(sent.members?.flatMap((member) => member.frameIds.map((frame) => [frame, member])))
      expect(model.frames).toEqual(
        sent.frames?.map((frame) => {
          const member = members.get(frame.id)
          const sectionId = frame.sectionId ?? member?.sectionId
          const materialId = frame.materialId ?? member?.materialId
          return {
            ...frame,
            rotation: frame.rotation ?? 0,
            ...(member && { memberId: member.id }),
            ...(sectionId != null && { sectionId }),
            ...(materialId != null && { materialId }),
          }
        }),
      )
      expect(model.sectionDefinitions?.map((one) => one.id)).toEqual(sent.sections?.map((one) => one.id))
      expect(model.units).toEqual(sent.units)
    })
  }
})

function frameLength({ nodes, frames = [] }: ViewerModel): number {
  const at = new Map(nodes.map(({ id, position }) => [id, position]))
  const distance = (a: Vector3, b: Vector3) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
  return frames.reduce((sum, { startNodeId, endNodeId }) => sum + distance(at.get(startNodeId)!, at.get(endNodeId)!), 0)
}

const pattern = ({ restraints }: ViewerSupport) => DIRECTIONS.map((one) => (restraints?.[one] ? '1' : '0')).join('')

function countBy<T>(items: readonly T[], of: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[of(item)] = (counts[of(item)] ?? 0) + 1
  return counts
}
