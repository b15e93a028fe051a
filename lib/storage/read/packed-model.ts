import { LRUCache } from 'lru-cache'
import { deflated, inflated } from '#lib/http/gzip-segments.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { frameAsReturned } from '#lib/model/validate/members.ts'
import type { ElementOf } from '#lib/model/validate/references.ts'
import { sectionDefinition, type ViewerHeader, viewerModelText } from '#lib/model/viewer-model.ts'
import { KINDS, type Kind, type ViewerModel } from '#lib/schema/schema.ts'
import { MB } from '#lib/values/bytes.ts'
import { listed } from '../log/batch.ts'
import { PART_ELEMENTS, type StoredPart, toParts } from '../log/chunks.ts'

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

/** So many bytes of inflated parts are kept while a kind is read: elements that were replaced lie in other parts than their neighbours. */
const INFLATED = 64 * MB

/** Elements that lie in no log, as one part a kind. */
export async function packElements(
  header: ViewerHeader,
  elements: { [K in Kind]?: readonly ElementOf[K][] | undefined },
): Promise<PackedModel> {
  const packed: PackedModel = { header, parts: [], runs: {}, bytes: 0 }
  for (const kind of KINDS) {
    const text = Buffer.from(JSON.stringify(elements[kind] ?? []).slice(1, -1))
    if (text.length === 0) continue
    packed.runs[kind] = Uint32Array.of(packed.parts.length, 0, text.length)
    packed.parts.push({ data: await deflated(text), length: text.length })
    packed.bytes += text.length
  }
  return packed
}

/** The texts of a kind's elements as they were sent, a stretch at a time: none is longer than a part, however large the model is. */
async function* stretches({ parts, runs }: PackedModel, kind: Kind): AsyncGenerator<Buffer> {
  const all = runs[kind] ?? new Uint32Array()
  const texts = new LRUCache<number, Buffer>({ maxSize: INFLATED, sizeCalculation: ({ length }) => length + 1 })
  for (let i = 0; i < all.length; i += 3) {
    const part = all[i]!
    let text = texts.get(part)
    if (!text) {
      const { data, length } = parts[part]!
      text = await inflated(data, length)
      texts.set(part, text)
    }
    yield text.subarray(all[i + 1], all[i + 2])
  }
}

const parsed = <K extends Kind>(texts: readonly Buffer[]): ElementOf[K][] => JSON.parse(`[${texts.join(',')}]`) // what we wrote

/** So many bytes are parsed at a time: stretches may hold an element each. */
const PARSED = MB

/** The elements of a kind as they were sent. */
export async function* submitted<K extends Kind>(packed: PackedModel, kind: K): AsyncGenerator<ElementOf[K][]> {
  let texts: Buffer[] = []
  let bytes = 0
  for await (const text of stretches(packed, kind)) {
    texts.push(text)
    bytes += text.length
    if (bytes < PARSED) continue
    yield parsed<K>(texts)
    ;[texts, bytes] = [[], 0]
  }
  if (texts.length > 0) yield parsed<K>(texts)
}

async function allOf<K extends Kind>(packed: PackedModel, kind: K): Promise<ElementOf[K][]> {
  const all: ElementOf[K][] = []
  for await (const some of submitted(packed, kind)) for (const element of some) all.push(element)
  return all
}

/** Elements are made into parts when there are so many bytes of them: a large model needs no more memory than a small one. */
const AT_ONCE = 8 * MB

/** Everything that the model holds, as the parts of a base: full ones, of its elements as they were sent. */
export async function toBase(packed: PackedModel): Promise<StoredPart[]> {
  const base: StoredPart[] = []
  for (const kind of KINDS) {
    let seq = 0
    let texts: Buffer[] = []
    let bytes = 0
    let left: ElementOf[Kind][] = []
    const make = async (isLast: boolean) => {
      const elements = [...left, ...parsed(texts)]
      const few = isLast || elements.length < PART_ELEMENTS ? 0 : elements.length % PART_ELEMENTS
      left = elements.splice(elements.length - few)
      ;[texts, bytes] = [[], 0]
      const some = listed({ [kind]: elements })[kind]
      for (const { index: _, text: __, ...part } of some ? await toParts(kind, true, some) : [])
        base.push({ ...part, seq: seq++ })
    }
    for await (const text of stretches(packed, kind)) {
      texts.push(text)
      bytes += text.length
      if (bytes >= AT_ONCE) await make(false)
    }
    await make(true)
  }
  return base
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
