import { FileRefused } from '#lib/files/file-refused.ts'
import { formatOf } from '#lib/files/formats.ts'
import { writeFile } from '#lib/files/write-file.ts'
import { type Segment, toSegment } from '#lib/http/gzip-segments.ts'
import { unpackModel } from '#lib/storage/read/packed-model.ts'
import { KB, MB } from '#lib/values/bytes.ts'
import { movable } from '#lib/values/movable.ts'
import type { RunnerOf } from '#lib/work/task.ts'
import type { EXPORT } from './export-model.ts'

/** What a thread does for an export: unpacks the model, writes the file a piece at a time, and deflates each at once. */

const PIECE = 256 * KB
const MOST_BYTES = 256 * MB

export const writeExport: RunnerOf<typeof EXPORT> = async ({ model: packed, format, options }, report) => {
  const model = await unpackModel(packed)
  report('read')
  try {
    const { pieces, report: found } = await writeFile(model, packed.header.id, format, options)
    const [segments, bytes]: [Segment[], Uint8Array[]] = [[], []]
    let total = 0
    for (const piece of gathered(pieces)) {
      if (formatOf(format).isCompressible) segments.push(await toSegment(piece))
      else bytes.push(piece)
      total += segments.at(-1)?.data.length ?? piece.length
      if (total > MOST_BYTES) return { output: { issues: [tooLarge()] } }
    }
    const output = { name: model.name, report: found, segments: formatOf(format).isCompressible ? segments : null, bytes }
    return { output, moves: movable([...segments.map(({ data }) => data), ...bytes]) }
  } catch (error) {
    if (error instanceof FileRefused) return { output: { issues: error.issues } }
    throw error
  }
}

const tooLarge = () => {
  const limit = MOST_BYTES
  const msg = `the file has more than ${limit} bytes`
  return { type: 'limit_exceeded', at: 'query' as const, loc: ['format'], msg, ctx: { limit } }
}

/** Pieces of about the same size: a writer yields a line at a time. */
function* gathered(pieces: Iterable<string | Uint8Array>): Generator<Buffer, void> {
  let texts: string[] = []
  let characters = 0
  const text = () => {
    const piece = Buffer.from(texts.join(''))
    ;[texts, characters] = [[], 0]
    return piece
  }
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      texts.push(piece)
      characters += piece.length
      if (characters >= PIECE) yield text()
      continue
    }
    if (characters > 0) yield text()
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  }
  if (characters > 0) yield text()
}
