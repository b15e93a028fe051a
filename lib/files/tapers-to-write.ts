import { dividedLoad } from '#lib/model/load/divided-loads.ts'
import { derivedOutline, sameOutline } from '#lib/model/section/section-outline.ts'
import { offsetsOf, taperOf } from '#lib/model/taper.ts'
import { type TaperPair, taperPairs } from '#lib/model/taper-pairs.ts'
import { sectionBetween } from '#lib/model/taper-section.ts'
import type { Load } from '#lib/schema/loads.ts'
import type { SectionDefinition, ViewerFrame, ViewerModel, ViewerNode, ViewerSection } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { ExportReport } from './report.ts'

/** How many prisms a taper is told as, and what the k-th of them and the node behind it are called. */
type Prisms = { count: number; nameOf(id: string, k: number): string }

/**
 * The model for a format that has no frames that taper: each is prisms one behind the other, with the section in the middle of each. Those
 * whose sections no longer fit stay as they are.
 */
export function tapersAsPrisms(model: ViewerModel, { count, nameOf }: Prisms, report: ExportReport): ViewerModel {
  const { nodes, frames = [], sections = [], sectionDefinitions = [], members, loads } = model
  if (!frames.some(({ endSectionId }) => endSectionId != null)) return model
  const sectionById = new Map(sections.map((section) => [section.id, section]))
  const pairs = taperPairs((id) => sectionById.get(id), sectionDefinitions)
  const placeOf = new Map(nodes.map(({ id, position }) => [id, position]))
  const made = new MadeSections(sections)
  const isNode = takenNames(nodes)
  const isFrame = takenNames(frames)
  const newNodes: ViewerNode[] = []
  const piecesOf = new Map<string, string[]>()
  const share = (k: number) => k / count
  const divided = frames.flatMap((frame): ViewerFrame[] => {
    const parts = taperOf(frame)
    const pair = parts && pairs(frame.sectionId ?? undefined, frame.endSectionId)
    const [a, b] = [placeOf.get(frame.startNodeId), placeOf.get(frame.endNodeId)]
    if (!pair || !a || !b) return [frame]
    report.note('converted', 'taper_as_segments', { example: `frame ${frame.id}` })
    const between = (k: number, from: number, to: number) => twelveDigits(from + (to - from) * share(k))
    const inner = Array.from({ length: count - 1 }, (_, k): ViewerNode => {
      const [x, y, z] = [between(k + 1, a.x, b.x), between(k + 1, a.y, b.y), between(k + 1, a.z, b.z)]
      return { id: isNode.free(nameOf(frame.id, k + 1)), position: { x, y, z } }
    })
    newNodes.push(...inner)
    const ends = [frame.startNodeId, ...inner.map(({ id }) => id), frame.endNodeId]
    const { endSectionId: _, taper: __, endSectionOffset: ___, length: ____, label: _____, releases, ...whole } = frame
    const offsets = offsetsOf(frame)
    const pieces = ends.slice(1).map((endNodeId, k): ViewerFrame => {
      const middle = (k + 0.5) / count
      const { x, y } = offsets.at(middle)
      const own = { ...(k === 0 && { start: releases?.start }), ...(k === count - 1 && { end: releases?.end }) }
      return {
        ...whole,
        ...{ id: isFrame.free(nameOf(frame.id, k + 1)), startNodeId: ends[k]!, endNodeId },
        sectionId: made.of(pair, parts[0] + (parts[1] - parts[0]) * middle),
        ...((x !== 0 || y !== 0) && { sectionOffset: { x: twelveDigits(x), y: twelveDigits(y) } }),
        ...(Object.values(own).some((end) => end != null) && { releases: own }),
      }
    })
    piecesOf.set(
      frame.id,
      pieces.map(({ id }) => id),
    )
    return pieces
  })
  return {
    ...model,
    nodes: [...nodes, ...newNodes],
    frames: divided,
    sections: [...sections, ...made.sections],
    sectionDefinitions: [...sectionDefinitions, ...made.definitions],
    ...(members && {
      members: members.map((member) => ({ ...member, frameIds: member.frameIds.flatMap((id) => piecesOf.get(id) ?? [id]) })),
    }),
    ...(loads && { loads: loads.flatMap((load) => loadsOn(load, piecesOf.get(load.frameId ?? ''))) }),
  }
}

function loadsOn(load: Load, pieces: readonly string[] | undefined): Load[] {
  if (!pieces) return [load]
  const count = pieces.length
  const parts = dividedLoad(
    load,
    pieces.map((id, k) => ({ id, from: k / count, to: (k + 1) / count, stretch: 1 })),
  )
  return parts.length === 1 ? parts : parts.map((part, k) => ({ ...part, id: `${load.id}~${k + 1}` }))
}

/**
 * The model for a format whose frames go from one section to another, all the way: a part of a taper gets sections of its own. Those whose
 * sections no longer fit are prisms of the first.
 */
export function tapersBySections(model: ViewerModel, report: ExportReport): ViewerModel {
  const { frames = [], sections = [], sectionDefinitions = [] } = model
  if (!frames.some(({ endSectionId }) => endSectionId != null)) return model
  const sectionById = new Map(sections.map((section) => [section.id, section]))
  const pairs = taperPairs((id) => sectionById.get(id), sectionDefinitions)
  const made = new MadeSections(sections)
  const whole = frames.map((frame): ViewerFrame => {
    const parts = taperOf(frame)
    if (!parts) return frame
    const pair = pairs(frame.sectionId ?? undefined, frame.endSectionId)
    const { taper: _, endSectionId: __, ...rest } = frame
    if (pair) return { ...rest, sectionId: made.of(pair, parts[0]), endSectionId: made.of(pair, parts[1]) }
    report.note('dropped', 'taper', { example: `frame ${frame.id}` })
    return rest
  })
  for (const { id } of made.sections) report.note('converted', 'taper_sections_made', { example: `section ${id}` })
  return {
    ...model,
    frames: whole,
    sections: [...sections, ...made.sections],
    sectionDefinitions: [...sectionDefinitions, ...made.definitions],
  }
}

/** Sections on the way of tapers, each made once: `S1~0.5`. */
class MadeSections {
  readonly sections: ViewerSection[] = []
  readonly definitions: SectionDefinition[] = []
  readonly #names: ReturnType<typeof takenNames>
  readonly #known = new Map<TaperPair, Map<number, string>>()

  constructor(sections: readonly ViewerSection[]) {
    this.#names = takenNames(sections)
  }

  of(pair: TaperPair, s: number): string {
    if (s === 0) return pair.first.section.id
    if (s === 1) return pair.last.section.id
    const known = this.#known.get(pair) ?? new Map<number, string>()
    this.#known.set(pair, known)
    const id = known.get(s) ?? this.#make(pair, s)
    known.set(s, id)
    return id
  }

  #make(pair: TaperPair, s: number): string {
    const id = this.#names.free(`${pair.first.section.id}~${Number(s.toPrecision(6))}`)
    const { section, definition } = sectionBetween(pair, s)
    const { type } = pair.first
    const { name: _, source: __, ...own } = section
    const sizes = Object.entries(definition?.dimensions ?? {}).map(([key, value]) => [key, twelveDigits(value)] as const)
    const dimensions = Object.fromEntries(sizes)
    const isDerived = sameOutline(section.polygon, derivedOutline(type, definition?.dimensions))
    const outline = section.polygon.map(({ x, y }) => ({ x: twelveDigits(x), y: twelveDigits(y) }))
    this.sections.push({ ...own, id, polygon: isDerived ? derivedOutline(type, dimensions) : outline })
    this.definitions.push({ id, type, ...(sizes.length > 0 && { dimensions }) })
    return id
  }
}

function takenNames(elements: readonly { id: string }[]) {
  const taken = new Set(elements.map(({ id }) => id))
  return {
    free(wanted: string): string {
      let name = wanted
      for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
      taken.add(name)
      return name
    },
  }
}
