import { frameAsReturned } from '#lib/model/members.ts'
import type { ElementOf } from '#lib/model/references.ts'
import { KINDS, type Kind, type ViewerModel } from '#lib/model/schema.ts'
import { sectionAsReturned } from '#lib/model/section-outline.ts'
import { sectionDefinition, type ViewerHeader, viewerModelText } from '#lib/model/viewer-model.ts'
import { inflated } from './chunks.ts'

/**
 * A model on its way to a thread: its parts as they lie compressed, and which stretches of them are its elements. Nothing here
 * knows the database: threads load this file.
 */
export type PackedModel = {
  header: ViewerHeader
  parts: { data: Uint8Array; length: number }[]
  /** By kind, in order: part, first byte, byte behind the last; each stretch holds whole elements. */
  runs: Partial<Record<Kind, Uint32Array>>
  /** Bytes of JSON of all elements. */
  bytes: number
}

/** The elements of a kind as they were sent, a stretch at a time: no text is longer than a part, however large the model is. */
export async function* submitted<K extends Kind>({ parts, runs }: PackedModel, kind: K): AsyncGenerator<ElementOf[K][]> {
  const all = runs[kind] ?? new Uint32Array()
  let last: { part: number; text: Buffer } | undefined
  for (let i = 0; i < all.length; i += 3) {
    const part = all[i]!
    if (last?.part !== part) {
      const { data, length } = parts[part]!
      last = { part, text: await inflated(data, length) }
    }
    yield JSON.parse(`[${last.text.toString('utf8', all[i + 1], all[i + 2])}]`) as ElementOf[K][] // what we wrote
  }
}

async function allOf<K extends Kind>(packed: PackedModel, kind: K): Promise<ElementOf[K][]> {
  const all: ElementOf[K][] = []
  for await (const some of submitted(packed, kind)) for (const element of some) all.push(element)
  return all
}

/** The model as it is returned. */
export async function unpackModel(packed: PackedModel): Promise<ViewerModel> {
  const elements = {} as { [K in Kind]: ElementOf[K][] }
  for (const kind of KINDS) Object.assign(elements, { [kind]: await allOf(packed, kind) })
  const memberOf = new Map(elements.members.flatMap((member) => member.frameIds.map((id) => [id, member] as const)))
  const { sections } = elements
  const returned: Record<Kind, unknown[]> = {
    ...elements,
    sections: sections.map(sectionAsReturned),
    frames: memberOf.size > 0 ? elements.frames.map((frame) => frameAsReturned(frame, memberOf.get(frame.id))) : elements.frames,
  }
  // The one place that knows the layout is the text; without elements it is short.
  const text = viewerModelText(packed.header).map((part) => ('text' in part ? part.text : ''))
  const model = JSON.parse(text.join(''))
  return Object.assign(model, returned, { sectionDefinitions: sections.map(sectionDefinition) })
}
