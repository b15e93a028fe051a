import { inflateSync } from 'node:zlib'

/** Reads what Chromium prints: sizes of pages, words, and straight lines with their lengths. No more of PDF than that. */

export type PdfPage = {
  /** In millimetres. */
  width: number
  height: number
  /** As it would be selected, letter by letter. */
  text: string
  /** Lines that are level or upright on the page, in millimetres. */
  lines: readonly { length: number; isUpright: boolean }[]
}

const MM = 25.4 / 72
type Matrix = readonly [number, number, number, number, number, number]

export function pdfPages(file: Buffer): PdfPage[] {
  const raw = file.toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id, body] of raw.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)\nendobj/g)) objects.set(id!, body!)
  const streamOf = (id: string) => {
    const [all = '', head = '', length = '0'] = /^([\s\S]*?\/Length (\d+)[\s\S]*?)stream\r?\n/.exec(objects.get(id) ?? '') ?? []
    const bytes = (objects.get(id) ?? '').slice(all.length, all.length + Number(length))
    return head.includes('/FlateDecode') ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1') : bytes
  }
  const wordsOf = (id: string) => {
    const [, cmap] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? []
    return cmap ? codesOf(streamOf(cmap)) : new Map<number, string>()
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body))
  return pages.map((page) => {
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? []
    const [, fonts = ''] = /\/Font <<([\s\S]*?)>>/.exec(page) ?? []
    const words = new Map([...fonts.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, id]) => [name!, wordsOf(id!)]))
    const [, content = ''] = /\/Contents (\d+) 0 R/.exec(page) ?? []
    return { width: Number(width) * MM, height: Number(height) * MM, ...read(streamOf(content), words) }
  })
}

/** What the codes of a font mean. */
function codesOf(cmap: string): Map<number, string> {
  const codes = new Map<number, string>()
  const letters = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, part = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code, to] of part.matchAll(/<([0-9A-Fa-f]+)> <([0-9A-Fa-f]+)>/g))
      codes.set(Number.parseInt(code!, 16), letters(to!))
  for (const [, part = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from, to, first] of part.matchAll(/<([0-9A-Fa-f]+)> <([0-9A-Fa-f]+)> <([0-9A-Fa-f]+)>/g))
      for (let code = Number.parseInt(from!, 16); code <= Number.parseInt(to!, 16); code++)
        codes.set(code, String.fromCodePoint(Number.parseInt(first!, 16) + code - Number.parseInt(from!, 16)))
  return codes
}

/** Follows the graphics state through `q`, `Q` and `cm`. */
function read(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>) {
  let matrix: Matrix = [1, 0, 0, 1, 0, 0]
  let font: ReadonlyMap<number, string> = new Map()
  const kept: Matrix[] = []
  const lines: { length: number; isUpright: boolean }[] = []
  let [text, at] = ['', [0, 0] as readonly [number, number]]
  const operands: string[] = []
  const point = (): readonly [number, number] => {
    const [x, y] = operands.slice(-2).map(Number) as [number, number]
    return [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]]
  }
  for (const [token] of content.matchAll(/<[0-9A-Fa-f]*>|\((?:\\.|[^\\)])*\)|\[|\]|\/\w+|[^\s[\]<>()/]+/g)) {
    if (token === 'q') kept.push(matrix)
    else if (token === 'Q') matrix = kept.pop() ?? matrix
    else if (token === 'cm') matrix = times(operands.slice(-6).map(Number) as unknown as Matrix, matrix)
    else if (token === 'm') at = point()
    else if (token === 'l') {
      const to = point()
      const [x, y] = [Math.abs(to[0] - at[0]), Math.abs(to[1] - at[1])]
      if (Math.min(x, y) < 0.05) lines.push({ length: Math.max(x, y) * MM, isUpright: y > x })
      at = to
    } else if (token === 'Tf') font = fonts.get(operands.at(-2)?.slice(1) ?? '') ?? font
    else if (token === 'Tj' || token === 'TJ') {
      const codes = operands.filter((word) => word.startsWith('<')).flatMap((word) => word.slice(1, -1).match(/.{4}/g) ?? [])
      text += codes.map((code) => font.get(Number.parseInt(code, 16)) ?? '').join('')
    }
    if (/^[A-Za-z'"*]+$/.test(token)) operands.length = 0
    else operands.push(token)
  }
  return { text, lines }
}

const times = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
]
