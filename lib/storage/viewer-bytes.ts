import { env } from '#lib/env.ts'
import { byKind } from '#lib/model/kinds.ts'
import { frameAsReturned } from '#lib/model/members.ts'
import { ModelError } from '#lib/model/model-error.ts'
import type { ElementOf } from '#lib/model/references.ts'
import { KINDS, type Kind, type ViewerModel } from '#lib/model/schema.ts'
import { sectionAsReturned } from '#lib/model/section-outline.ts'
import { asReturned, type ReturnedOf, sectionDefinition, viewerModelText } from '#lib/model/viewer-model.ts'
import { gzipOf, type Part, type Segment, toSegment, withLastText } from './chunks.ts'
import type { ModelIndex } from './id-index.ts'
import type { Run } from './kind-index.ts'
import { compressedOf, indexFor, lengthOf, load, memory, PartGone, type Rendered, resize, textsOf } from './memory.ts'
import { Numbering } from './numbering.ts'
import type { OpenModel } from './open-model.ts'
import type { PackedModel } from './packed-model.ts'
import type { PartTexts } from './part-data.ts'

/**
 * The ViewerModel as bytes. Whole parts go out as they lie in memory, or compressed as they lie in the database; only elements
 * with derived fields (sections, frames of members) and the places where elements were replaced are put together anew.
 */

export const viewerUrl = (modelId: string) => `${env.APP_URL}/models/${modelId}`

/** Text, or a stretch of a part's text. */
type Piece = string | Run

/** `revision` may be newer than the model that was opened. `length` and `chunks`: the JSON; `gzip`: the same, compressed. */
export type ModelBytes = {
  revision: number
  length: number
  chunks: Uint8Array[]
  gzip(): Promise<{ length: number; chunks: Uint8Array[] }>
}

export async function readModelBytes(model: Pick<OpenModel, 'id' | 'revision'>): Promise<ModelBytes> {
  const { revision, chunks: plain } = await rendered(model, 'plain')
  return { revision, length: lengthOf(plain), chunks: plain, gzip: () => gzipAt(model.id, revision) }
}

/** Only the compressed form: a cold model is not even inflated for it. */
export async function readModelGzip(
  model: Pick<OpenModel, 'id' | 'revision'>,
): Promise<{ revision: number; length: number; chunks: Uint8Array[] }> {
  const { revision, chunks: gzip } = await rendered(model, 'gzip')
  return { revision, length: lengthOf(gzip), chunks: gzip }
}

async function gzipAt(modelId: string, revision: number) {
  const known = await rendered({ id: modelId, revision }, 'gzip')
  const chunks = known.revision === revision ? known.chunks : (await renderedAt(modelId, revision, 'gzip')).chunks
  return { length: lengthOf(chunks), chunks }
}

export type Form = 'plain' | 'gzip'

type InForm = { revision: number; chunks: Uint8Array[] }

async function rendered(model: Pick<OpenModel, 'id' | 'revision'>, form: Form): Promise<InForm> {
  for (let attempt = 0; ; attempt++) {
    const known = memory().rendered.get(model.id)
    const ready = known?.[form]
    if (known && ready && known.revision >= model.revision) return { revision: known.revision, chunks: ready }
    const index = await indexFor(model.id, model.revision)
    try {
      const { revision } = index
      const chunks = await renderOnce(index, form)
      keep(model.id, revision, form, chunks)
      return { revision, chunks }
    } catch (error) {
      if (!(error instanceof PartGone) || attempt === 3) throw error
      memory().indexes.delete(model.id)
    }
  }
}

function keep(modelId: string, revision: number, form: Form, chunks: Uint8Array[]): void {
  const { rendered } = memory()
  const known = rendered.get(modelId)
  if (known && known.revision > revision) return
  const others: Partial<Rendered> = known?.revision === revision ? known : {}
  rendered.set(modelId, { ...others, revision, [form]: chunks })
}

/** As the model was. Not kept in memory. */
async function renderedAt(modelId: string, revision: number, form: Form): Promise<InForm> {
  for (let attempt = 0; ; attempt++) {
    const index = await load(modelId, revision)
    if (!index) throw new ModelError('not_found')
    try {
      return { revision, chunks: await render(index, form) }
    } catch (error) {
      if (!(error instanceof PartGone) || attempt === 3) throw error
    }
  }
}

/** The bytes of the model as of exactly this revision. */
export async function readModelBytesAt(modelId: string, revision: number): Promise<Uint8Array[]> {
  const known = memory().rendered.get(modelId)
  if (known?.plain && known.revision === revision) return known.plain
  const index = memory().indexes.get(modelId)
  if (index?.revision === revision) {
    const now = await rendered({ id: modelId, revision }, 'plain')
    if (now.revision === revision) return now.chunks
  }
  return (await renderedAt(modelId, revision, 'plain')).chunks
}

/**
 * The JSON of a model, plain or as gzip, with another address where it is looked at. Its text is in the last piece, after everything
 * that a client may have written.
 */
export async function viewedAt(url: string, modelId: string, chunks: readonly Uint8Array[], form: Form): Promise<Uint8Array[]> {
  const before = `"viewerUrl":${JSON.stringify(viewerUrl(modelId))}`
  const change = (text: Buffer) => {
    const at = text.lastIndexOf(before)
    if (at < 0) throw new Error('a model that does not end with its address')
    return Buffer.concat([
      text.subarray(0, at),
      Buffer.from(`"viewerUrl":${JSON.stringify(url)}`),
      text.subarray(at + before.length),
    ])
  }
  if (form === 'gzip') return withLastText(chunks, change)
  const last = chunks.at(-1)
  return last ? [...chunks.slice(0, -1), change(Buffer.from(last.buffer, last.byteOffset, last.length))] : []
}

/** Parsed; `atRevision` as the model was then. */
export async function readModel(model: Pick<OpenModel, 'id' | 'revision'>, atRevision?: number): Promise<ViewerModel> {
  const chunks = atRevision === undefined ? (await readModelBytes(model)).chunks : await readModelBytesAt(model.id, atRevision)
  return JSON.parse(Buffer.concat(chunks).toString())
}

/** The model as it was at a revision up to the present one, on its way to a thread; undefined for one that never was. */
export async function packModelAt(modelId: string, revision: number): Promise<PackedModel | undefined> {
  for (let attempt = 0; ; attempt++) {
    const shared = await indexFor(modelId, revision)
    const index = shared.revision === revision ? shared : await load(modelId, revision)
    if (!index) return undefined
    try {
      return await packIndexed(index)
    } catch (error) {
      if (!(error instanceof PartGone) || attempt === 3) throw error
      memory().indexes.delete(modelId)
    }
  }
}

/**
 * The model on its way to a thread, as it is now; of the kinds alone that are wanted, and only so many of them that their JSON has
 * at most `most` bytes.
 */
export async function packModel(
  model: Pick<OpenModel, 'id' | 'revision'>,
  kinds: readonly Kind[] = KINDS,
  most = Number.POSITIVE_INFINITY,
): Promise<PackedModel> {
  for (let attempt = 0; ; attempt++) {
    const index = await indexFor(model.id, model.revision)
    try {
      return await packIndexed(index, kinds, most)
    } catch (error) {
      if (!(error instanceof PartGone) || attempt === 3) throw error
      memory().indexes.delete(model.id)
    }
  }
}

/** Takes what it needs of the index before it first waits. */
export async function packIndexed(
  index: ModelIndex,
  kinds: readonly Kind[] = KINDS,
  most = Number.POSITIVE_INFINITY,
): Promise<PackedModel> {
  const { id, header, bounds, revision, createdAt, updatedAt, copiedFrom } = index
  const numbers = new Numbering<Part>()
  const packed: PackedModel = {
    header: { id, ...header, bounds, revision, viewerUrl: viewerUrl(id), createdAt, updatedAt, copiedFrom },
    parts: [],
    runs: {},
    bytes: 0,
  }
  for (const kind of kinds) {
    const places: number[] = []
    for (const { part, start, end } of index.kinds[kind].runs()) {
      if (packed.bytes + end - start > most) break
      places.push(numbers.of(part), start, end)
      packed.bytes += end - start
    }
    packed.runs[kind] = Uint32Array.from(places)
  }
  const parts = numbers.items()
  const compressed = await compressedOf(id, parts)
  for (const part of parts) packed.parts.push({ data: compressed.of(part), length: part.length })
  return packed
}

/** The elements with these ids, in their order and in returned form; ids that are not there are left out. */
export async function readElements(
  model: Pick<OpenModel, 'id' | 'revision'>,
  kind: Kind,
  ids: readonly string[],
): Promise<unknown[]> {
  for (let attempt = 0; ; attempt++) {
    const index = await indexFor(model.id, model.revision)
    try {
      return await readElementsOf(index, kind, ids)
    } catch (error) {
      if (!(error instanceof PartGone) || attempt === 3) throw error
      memory().indexes.delete(model.id)
    }
  }
}

export async function readElementsOf<K extends Kind>(
  index: ModelIndex,
  kind: K,
  ids: readonly string[],
): Promise<ReturnedOf<K>[]> {
  const gifts = kind === 'frames' ? new Map(ids.map((id) => [id, index.members.giftOf(id)])) : undefined
  return (await submittedOf(index, kind, ids)).map((element) => asReturned(kind, element, gifts?.get(element.id)))
}

/** As they were sent. */
export async function submittedOf<K extends Kind>(index: ModelIndex, kind: K, ids: readonly string[]): Promise<ElementOf[K][]> {
  const runs = ids.flatMap((id) => index.kinds[kind].of(id) ?? [])
  const texts = await textsOf(
    index.id,
    runs.map(({ part }) => part),
  )
  return runs.map((run) => parsed<K>(texts, run))
}

/** What the log holds was parsed on its way in. */
const parsed = <K extends Kind>(texts: PartTexts, { part, start, end }: Run): ElementOf[K] =>
  JSON.parse(texts.of(part).toString('utf8', start, end))

/** The JSON of the model as this index has it; put together once for all who ask at a time. */
export async function bytesOf(index: ModelIndex, form: Form): Promise<Uint8Array[]> {
  const known = memory().rendered.get(index.id)
  return (known?.revision === index.revision && known[form]) || renderOnce(index, form)
}

async function renderOnce(index: ModelIndex, form: Form): Promise<Uint8Array[]> {
  const { rendering } = memory()
  const name = `${index.id} ${index.revision} ${form}`
  const under = rendering.get(name)
  if (under) return under
  const mine = render(index, form)
  rendering.set(name, mine)
  try {
    return await mine
  } finally {
    rendering.delete(name)
  }
}

async function render(index: ModelIndex, form: Form): Promise<Uint8Array[]> {
  const pieces = await toPieces(index)
  return (form === 'plain' ? plainOf : gzippedOf)(index.id, pieces)
}

/** Takes what it needs of the index before it first waits, so that a write meanwhile does not mix two revisions. */
async function toPieces(index: ModelIndex): Promise<Piece[]> {
  const { id, header, bounds, revision, createdAt, updatedAt, copiedFrom, kinds } = index
  const layout = viewerModelText({ id, ...header, bounds, revision, viewerUrl: viewerUrl(id), createdAt, updatedAt, copiedFrom })
  const giftAt = (ordinal: number) => index.members.giftAt(ordinal)
  const frameRuns = kinds.frames
    .runs(index.members.size > 0 ? (ordinal) => giftAt(ordinal) !== undefined : undefined)
    .map((run) => ({ ...run, member: giftAt(run.ordinal) }))
  const sectionRuns = kinds.sections.runs(() => true)
  const runs = byKind((kind) => (kind === 'frames' || kind === 'sections' ? [] : kinds[kind].runs()))

  const framesAsReturned = new Map<number, string>()
  const given = frameRuns.filter((run) => {
    if (!run.member) return false
    const text = index.returnedFrames.textOf(run.ordinal, run, run.member)
    if (text !== undefined) framesAsReturned.set(run.ordinal, text)
    return text === undefined
  })
  const texts = await textsOf(
    id,
    [...given, ...sectionRuns].map(({ part }) => part),
  )
  for (const { ordinal, member, ...of } of given) {
    const text = JSON.stringify(frameAsReturned(parsed<'frames'>(texts, of), member))
    framesAsReturned.set(ordinal, text)
    if (member) index.returnedFrames.keep(ordinal, { of, member, text })
  }
  if (given.length > 0) resize(index)
  const sections = sectionRuns.map((run) => parsed<'sections'>(texts, run))

  const pieces: Piece[] = []
  const put = (piece: Piece) => {
    const last = pieces.at(-1)
    // Frames of members are many in a row: as one text they may be longer than the longest string.
    if (typeof piece === 'string' && typeof last === 'string' && last.length < WORTH_ITS_OWN)
      pieces[pieces.length - 1] = last + piece
    else pieces.push(piece)
  }
  const list = <T>(items: readonly T[], toPiece: (item: T) => Piece) => {
    for (const [i, item] of items.entries()) {
      if (i > 0) put(',')
      put(toPiece(item))
    }
  }
  for (const part of layout) {
    if ('text' in part) put(part.text)
    else if ('definitions' in part) list(sections, (section) => JSON.stringify(sectionDefinition(section)))
    else if (part.elements === 'sections') list(sections, (section) => JSON.stringify(sectionAsReturned(section)))
    else if (part.elements === 'frames') list(frameRuns, (run) => framesAsReturned.get(run.ordinal) ?? run)
    else list(runs[part.elements], (run) => run)
  }
  return pieces
}

const isWhole = ({ part, start, end }: Run) => start === 0 && end === part.length

/** Below this, pieces are copied together: a socket likes few large writes. */
const WORTH_ITS_OWN = 64 * 1024

async function plainOf(modelId: string, pieces: readonly Piece[]): Promise<Uint8Array[]> {
  const texts = await textsOf(modelId, partsOf(pieces))
  return gathered(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : texts.slice(piece))))
}

function partsOf(pieces: readonly Piece[]): Part[] {
  return pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.part]))
}

function gathered(buffers: readonly Buffer[]): Buffer[] {
  const chunks: Buffer[] = []
  let small: Buffer[] = []
  let bytes = 0
  const flush = () => {
    if (small.length > 0) chunks.push(Buffer.concat(small))
    small = []
    bytes = 0
  }
  for (const buffer of buffers) {
    if (buffer.length >= WORTH_ITS_OWN) {
      flush()
      chunks.push(buffer)
      continue
    }
    small.push(buffer)
    bytes += buffer.length
    if (bytes >= 4 * WORTH_ITS_OWN) flush()
  }
  flush()
  return chunks
}

async function gzippedOf(modelId: string, pieces: readonly Piece[]): Promise<Uint8Array[]> {
  const whole = pieces.filter((piece): piece is Run => typeof piece !== 'string' && isWhole(piece))
  const cut = pieces.filter((piece): piece is Run => typeof piece !== 'string' && !isWhole(piece))
  const [compressed, texts] = await Promise.all([compressedOf(modelId, partsOf(whole)), textsOf(modelId, partsOf(cut))])
  const segments: Promise<Segment>[] = []
  let loose: Buffer[] = []
  const flush = () => {
    for (const buffer of gathered(loose)) segments.push(toSegment(buffer))
    loose = []
  }
  for (const piece of pieces) {
    if (typeof piece === 'string') loose.push(Buffer.from(piece))
    else if (!isWhole(piece)) loose.push(texts.slice(piece))
    else {
      flush()
      const { length, crc } = piece.part
      segments.push(Promise.resolve({ data: compressed.of(piece.part), length, crc }))
    }
  }
  flush()
  return gzipOf(await Promise.all(segments))
}
