import { gzipOf, type Segment, toSegment } from '#lib/http/gzip-segments.ts'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { frameAsReturned } from '#lib/model/validate/members.ts'
import { sectionDefinition, viewerModelText } from '#lib/model/viewer-model.ts'
import { byKind } from '#lib/schema/kinds.ts'
import { KB } from '#lib/values/bytes.ts'
import type { ModelIndex } from '../index/id-index.ts'
import type { Run } from '../index/kind-index.ts'
import { compressedOf, resize, textsOf } from '../index/memory.ts'
import type { Part } from '../log/chunks.ts'
import { parsed } from './read-elements.ts'

/** Text, or a stretch of a part's text. */
type Piece = string | Run

/** Takes what it needs of the index before it first waits, so that a write meanwhile does not mix two revisions. */
export async function toPieces(index: ModelIndex): Promise<Piece[]> {
  const { id, header, bounds, revision, createdAt, updatedAt, copiedFrom, kinds } = index
  const layout = viewerModelText({ id, ...header, bounds, revision, viewerUrl: viewerUrl(id), createdAt, updatedAt, copiedFrom })
  const giftAt = (ordinal: number) => index.members.giftAt(ordinal)
  const frameRuns = kinds.frames
    .runs(index.members.size > 0 ? (ordinal) => giftAt(ordinal) !== undefined : undefined)
    .map((run) => ({ ...run, member: giftAt(run.ordinal) }))
  const sectionRuns = kinds.sections.runs(() => true)
  const runs = byKind((kind) => (kind === 'frames' || kind === 'sections' ? [] : kinds[kind].runs()))

  const framesAsReturned = new Map<number, string>()
  const uncachedRuns = frameRuns.filter((run) => {
    if (!run.member) return false
    const text = index.returnedFrames.textOf(run.ordinal, run, run.member)
    if (text !== undefined) framesAsReturned.set(run.ordinal, text)
    return text === undefined
  })
  const texts = await textsOf(
    id,
    [...uncachedRuns, ...sectionRuns].map(({ part }) => part),
  )
  for (const { ordinal, member, ...of } of uncachedRuns) {
    const text = JSON.stringify(frameAsReturned(parsed<'frames'>(texts, of), member))
    framesAsReturned.set(ordinal, text)
    if (member) index.returnedFrames.set(ordinal, { of, member, text })
  }
  if (uncachedRuns.length > 0) resize(index)
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
const WORTH_ITS_OWN = 64 * KB

export async function plainOf(modelId: string, pieces: readonly Piece[]): Promise<Uint8Array[]> {
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

export async function gzippedOf(modelId: string, pieces: readonly Piece[]): Promise<Uint8Array[]> {
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
