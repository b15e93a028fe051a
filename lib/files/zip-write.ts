import { strToU8, Zip, ZipDeflate, type ZipInputFile, type ZipPassThrough } from 'fflate'

/** A file of a ZIP: its path, and its text or bytes in pieces, each of which is compressed at once. */
export type ZipEntry = readonly [path: string, pieces: Iterable<string | Uint8Array<ArrayBuffer>>]

/** The same files are the same bytes whenever they are packed. fflate reads a date by the clock of the place, which a date without time has too. */
const MTIME = new Date(1980, 0, 1)

/** Packs one file, piece by piece. */
export type PackFile = (path: string) => ZipInputFile & Pick<ZipPassThrough, 'push'>
const deflateFile: PackFile = (path) => new ZipDeflate(path, { level: 6 })

export function* zipPieces(entries: Iterable<ZipEntry>, pack: PackFile = deflateFile): Generator<Uint8Array<ArrayBuffer>> {
  let pieces: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(new Uint8Array(piece))
  })
  function* taken() {
    yield* pieces
    pieces = []
  }
  for (const [path, contents] of entries) {
    const file = pack(path)
    file.mtime = MTIME
    zip.add(file)
    for (const content of contents) {
      file.push(typeof content === 'string' ? strToU8(content) : content)
      yield* taken()
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield* taken()
}

export function joinPieces(pieces: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  const all = [...pieces]
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const piece of all) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}
