import { LRUCache } from 'lru-cache'
import { GZIP_HEAD, gzipTail, inflated, LAST_BLOCK, Sums, toSegment } from '#lib/http/gzip-segments.ts'
import { viewerUrl } from '#lib/http/viewer-url.ts'
import { sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { frameAsReturned, type MemberGift } from '#lib/model/validate/members.ts'
import type { ElementOf } from '#lib/model/validate/references.ts'
import { sectionDefinition, viewerModelText } from '#lib/model/viewer-model.ts'
import type { Kind } from '#lib/schema/schema.ts'
import { KB, MB } from '#lib/values/bytes.ts'
import { slices } from '#lib/work/slice.ts'
import type { Run } from '../index/kind-index.ts'
import { type CompressedRuns, held, isWhole, type Layout } from '../index/layout.ts'
import type { Part } from '../log/chunks.ts'

/**
 * The ViewerModel as it goes out, a few parts in memory at a time: for what is large and asked for once. What is asked for again lies
 * ready in memory (`viewer-bytes.ts`), and is the same.
 */

/** A part as it lies in the database, or text. */
type Portion = { part: Part; data: Uint8Array } | { text: Buffer }

/** Smaller pieces go out together: a socket likes few large writes. */
const WORTH_ITS_OWN = 64 * KB

export async function* plainModel(layout: Layout): AsyncGenerator<Uint8Array> {
  yield* joined(
    (async function* () {
      for await (const portion of portions(layout))
        yield 'text' in portion ? portion.text : await inflated(portion.data, portion.part.length)
    })(),
  )
}

export async function* gzippedModel(layout: Layout): AsyncGenerator<Uint8Array> {
  const sums = new Sums()
  yield GZIP_HEAD
  yield* deflatedModel(layout, sums)
  yield gzipTail(sums)
}

/** What stands between a gzip's head and its tail; the latter's sums are right at the end. */
export async function* deflatedModel(layout: Layout, sums: Sums): AsyncGenerator<Uint8Array> {
  yield* joined(segments(layout, sums))
  yield LAST_BLOCK
}

async function* segments(layout: Layout, sums: Sums): AsyncGenerator<Uint8Array> {
  async function* compressed(texts: Buffer[]) {
    if (texts.length === 0) return
    const segment = await toSegment(Buffer.concat(texts))
    sums.add(segment)
    yield segment.data
  }
  let loose: Buffer[] = []
  let bytes = 0
  for await (const portion of portions(layout)) {
    if ('text' in portion) {
      loose.push(portion.text)
      bytes += portion.text.length
      if (bytes < WORTH_ITS_OWN) continue
    }
    yield* compressed(loose)
    ;[loose, bytes] = [[], 0]
    if ('text' in portion) continue
    sums.add(portion.part)
    yield portion.data
  }
  yield* compressed(loose)
}

async function* joined(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let small: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    small.push(piece)
    bytes += piece.length
    if (bytes < WORTH_ITS_OWN) continue
    yield small.length === 1 ? piece : Buffer.concat(small)
    ;[small, bytes] = [[], 0]
  }
  if (small.length > 0) yield Buffer.concat(small)
}

async function* portions(layout: Layout): AsyncGenerator<Portion> {
  const { header, ...state } = layout
  const memberOf = await giftsIn(layout)
  for (const piece of viewerModelText({ ...state, ...header, viewerUrl: viewerUrl(layout.id) })) {
    if ('text' in piece) yield { text: Buffer.from(piece.text) }
    else if ('definitions' in piece) yield* rewritten(layout, 'sections', sectionDefinition)
    else if (piece.elements === 'sections') yield* rewritten(layout, 'sections', sectionAsReturned)
    else if (piece.elements === 'frames' && memberOf.size > 0)
      yield* rewritten(layout, 'frames', (frame) => frameAsReturned(frame, memberOf.get(frame.id)))
    else yield* asStored(layout, piece.elements)
  }
}

async function giftsIn(layout: Layout): Promise<Map<string, MemberGift>> {
  const memberOf = new Map<string, MemberGift>()
  for await (const text of texts(layout, 'members'))
    for (const member of parsed<'members'>(text)) for (const frameId of member.frameIds) memberOf.set(frameId, member)
  return memberOf
}

const COMMA = Buffer.from(',')

async function* asStored(layout: Layout, kind: Kind): AsyncGenerator<Portion> {
  const textOf = inflating()
  let isFirst = true
  for await (const some of held(layout, kind)) {
    for (const run of some.runs) {
      if (!isFirst) yield { text: COMMA }
      isFirst = false
      yield isWhole(run) ? { part: run.part, data: some.data.of(run.part) } : { text: await textOf(some, run) }
    }
  }
}

async function* rewritten<K extends Kind>(
  layout: Layout,
  kind: K,
  as: (element: ElementOf[K]) => unknown,
): AsyncGenerator<Portion> {
  const yieldIfDue = slices()
  let isFirst = true
  for await (const text of texts(layout, kind)) {
    const written = parsed<K>(text).map((element) => JSON.stringify(as(element)))
    yield { text: Buffer.from(`${isFirst ? '' : ','}${written.join(',')}`) }
    isFirst = false
    await yieldIfDue()
  }
}

async function* texts(layout: Layout, kind: Kind): AsyncGenerator<Buffer> {
  const textOf = inflating()
  for await (const some of held(layout, kind)) for (const run of some.runs) yield await textOf(some, run)
}

const parsed = <K extends Kind>(text: Buffer): ElementOf[K][] => JSON.parse(`[${text}]`) // what the log holds was parsed on its way in

/** So many bytes of inflated parts are kept: stretches that follow one another often lie in the same few. */
const INFLATED = 16 * MB

function inflating(): (held: CompressedRuns, run: Run) => Promise<Buffer> {
  const known = new LRUCache<Part, Buffer>({ maxSize: INFLATED, sizeCalculation: ({ length }) => length + 1 })
  return async ({ data }, { part, start, end }) => {
    let text = known.get(part)
    if (!text) {
      text = await inflated(data.of(part), part.length)
      known.set(part, text)
    }
    return text.subarray(start, end)
  }
}
