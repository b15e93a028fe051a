import { linesOf } from '../texts.ts'
import type { ScriptLanguage } from './script-text.ts'

/** A statement as it stands in the file, with the remark behind its line. */
export type ScriptPiece = { line: number; code: string; remark: string }

/** What is still open at the end of a line. */
type Open = { code: string; first: number; depth: number; long: string | null }

const isBlank = (text: string) => text.trim() === ''

/**
 * Splits a script into statements: at line ends and semicolons that stand in no string and no bracket. In Tcl a brace that goes over lines
 * is one statement with what it holds.
 */
export function* piecesOf(text: string, language: ScriptLanguage): Generator<ScriptPiece> {
  let open: Open = { code: '', first: 1, depth: 0, long: null }
  for (const { line, number } of linesOf(text)) {
    if (open.code === '') open.first = number
    const { pieces, remark, goesOn } = splitLine(line, language, open)
    const last = pieces.pop() ?? ''
    for (const code of pieces) if (!isBlank(code)) yield { line: open.first, code, remark }
    if (goesOn) open.code = `${last}\n`
    else {
      if (!isBlank(last)) yield { line: open.first, code: last, remark }
      open = { code: '', first: number + 1, depth: 0, long: null }
    }
  }
  if (!isBlank(open.code)) yield { line: open.first, code: open.code, remark: '' }
}

function splitLine(line: string, language: ScriptLanguage, open: Open): { pieces: string[]; remark: string; goesOn: boolean } {
  const pieces: string[] = []
  let { code } = open
  const indent = /^[ \t]/.test(line) ? ' ' : ''
  let from = 0
  let offset = 0
  const take = (end: number) => {
    code += line.slice(from, end)
    from = end
  }
  while (offset < line.length) {
    const one = line[offset]!
    if (open.long !== null) {
      const end = line.indexOf(open.long, offset)
      if (end < 0) break
      offset = end + open.long.length
      open.long = null
    } else if (one === '\\') {
      if (offset === line.length - 1) {
        take(offset)
        return { pieces: [...pieces, code], remark: '', goesOn: true }
      }
      offset += 2
    } else if (startsString(one, language, line, offset)) {
      const triple = one.repeat(3)
      if (language === 'py' && line.startsWith(triple, offset)) {
        open.long = triple
        offset += 3
      } else offset = endOfString(line, offset, one)
    } else if (one === '#' && (language === 'py' || (open.depth === 0 && isBlank(code + line.slice(from, offset))))) {
      take(offset)
      return { pieces: [...pieces, code], remark: line.slice(offset), goesOn: open.depth > 0 }
    } else {
      if (OPENING[language].includes(one)) open.depth++
      else if (CLOSING[language].includes(one)) open.depth = Math.max(0, open.depth - 1)
      else if (one === ';' && open.depth === 0) {
        take(offset)
        pieces.push(code)
        // What follows is indented as its line is: in Python that makes it the body of something.
        code = indent
        from = offset + 1
        while (line[from] === ' ') from++
      }
      offset++
    }
  }
  take(line.length)
  return { pieces: [...pieces, code], remark: '', goesOn: open.depth > 0 || open.long !== null }
}

const OPENING = { py: '([{', tcl: '{[' } as const
const CLOSING = { py: ')]}', tcl: '}]' } as const

/** In Tcl a quote opens a string at the beginning of a word only. */
const startsString = (one: string, language: ScriptLanguage, line: string, position: number) =>
  language === 'py' ? one === "'" || one === '"' : one === '"' && (position === 0 || /[\s;]/.test(line[position - 1]!))

/** Behind the closing quote, or the end of the line. */
export function endOfString(line: string, from: number, quote: string): number {
  for (let offset = from + 1; offset < line.length; offset++) {
    if (line[offset] === '\\') offset++
    else if (line[offset] === quote) return offset + 1
  }
  return line.length
}
