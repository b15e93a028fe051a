import { contentForbidden, FileRefused, fileSyntax, overLimit } from './file-refused.ts'

/**
 * XML 1.0 as far as workbooks and BCF need it, from bytes to tags and texts in one pass and without a tree. Declarations of documents and entities
 * are refused: nobody writes them into such a file but who means harm.
 */
export type XmlListener = {
  /** `name` without its prefix. The attributes are read only where someone asks. */
  open: (name: string, attribute: (name: string) => string | undefined) => void
  /** Once for each `open`, also of an element without content. */
  close: (name: string) => void
  /** Of one text several pieces may come. */
  text: (text: string) => void
}

/** Of elements, one in another. */
const DEEPEST = 64

/** Characters decoded at once, so that a sheet is never one text. */
const AT_ONCE = 1 << 20

/** What is not whole is read again with what follows it, so it must not grow without end. */
const LONGEST = 4 << 20

export function readXml(bytes: Uint8Array, entry: string, listener: XmlListener): void {
  const decoder = decoderOf(bytes)
  let [rest, depth] = ['', 0]
  for (let start = 0; start < bytes.length || rest !== ''; start += AT_ONCE) {
    const isLast = start + AT_ONCE >= bytes.length
    const text = rest + decoder.decode(bytes.subarray(start, start + AT_ONCE), { stream: !isLast })
    const read = readPiece(text, entry, listener, depth, isLast)
    ;[rest, depth] = [text.slice(read.to), read.depth]
    if (isLast) break
    if (rest.length > LONGEST)
      throw new FileRefused([overLimit([entry], `a tag or text of more than ${LONGEST} characters`, LONGEST)])
  }
  if (depth > 0 || rest.trim() !== '') throw new FileRefused([fileSyntax([entry], 'the XML ends before it is complete')])
}

function decoderOf([first, second]: Uint8Array): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  return new TextDecoder()
}

/** Tells what is whole; `to`: where the first begins that is not. */
function readPiece(text: string, entry: string, listener: XmlListener, depthBefore: number, isLast: boolean) {
  let [position, depth] = [0, depthBefore]
  const { length } = text
  while (position < length) {
    const tag = text.indexOf('<', position)
    if (tag !== position) {
      const end = tag < 0 ? (isLast ? length : position) : tag
      if (end === position) return { to: position, depth }
      if (depth > 0) listener.text(resolved(text.slice(position, end), entry))
      position = end
      continue
    }
    if (text.charCodeAt(tag + 1) === 33 || text.charCodeAt(tag + 1) === 63) {
      const end = readDeclaration(text, tag, entry, depth > 0 ? listener : undefined, isLast)
      if (end === undefined) return { to: tag, depth }
      position = end
      continue
    }
    const end = endOfTag(text, tag)
    if (end < 0) return { to: tag, depth }
    position = end + 1
    if (text.charCodeAt(tag + 1) === 47) {
      if (--depth < 0) throw new FileRefused([fileSyntax([entry], 'an element of the XML ends that never began')])
      listener.close(localName(text, tag + 2, end))
      continue
    }
    if (++depth > DEEPEST) throw new FileRefused([overLimit([entry], `XML more than ${DEEPEST} deep`, DEEPEST)])
    const isEmpty = text.charCodeAt(end - 1) === 47
    const name = localName(text, tag + 1, end)
    listener.open(name, (key) => attributeOf(text.slice(tag, end), key, entry))
    if (!isEmpty) continue
    listener.close(name)
    depth--
  }
  return { to: position, depth }
}

/** `undefined`: it is not whole yet. */
function readDeclaration(text: string, tag: number, entry: string, listener: XmlListener | undefined, isLast: boolean) {
  const [opening, closing] = text.startsWith('<!--', tag)
    ? ['<!--', '-->']
    : text.startsWith('<![CDATA[', tag)
      ? ['<![CDATA[', ']]>']
      : text.startsWith('<?', tag)
        ? ['<?', '?>']
        : ['<!', '']
  if (closing === '') {
    if (text.length - tag < 9 && !isLast) return undefined // `<![CDATA[` may still come
    throw new FileRefused([contentForbidden([entry], 'document type definitions are not read')])
  }
  const end = text.indexOf(closing, tag + opening.length)
  if (end < 0) return undefined
  if (opening === '<![CDATA[') listener?.text(text.slice(tag + opening.length, end))
  return end + closing.length
}

/** Of shorter tags each character is looked at. */
const SHORT = 16

/** Whether a tag that ends before `end` surely does: behind a quote that closes a value, where no other kind of quote may be open. */
function isWhole(text: string, tag: number, end: number): boolean {
  const before = text.charCodeAt(end - 2)
  return text.charCodeAt(end - 1) === 34 && before !== 61 && before > 32 && !text.slice(tag, end).includes("'")
}

/** A `>` may stand in the value of an attribute. */
function endOfTag(text: string, tag: number): number {
  const end = text.indexOf('>', tag)
  if (end - tag > SHORT && isWhole(text, tag, text.charCodeAt(end - 1) === 47 ? end - 1 : end)) return end
  let quote = 0
  for (let k = tag + 1; k < text.length; k++) {
    const code = text.charCodeAt(k)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 62) return k
    else if (code === 34 || code === 39) quote = code
  }
  return -1
}

function localName(text: string, from: number, to: number): string {
  let [start, end] = [from, from]
  for (; end < to; end++) {
    const code = text.charCodeAt(end)
    if (code === 58) start = end + 1
    else if (code <= 32 || code === 47) break
  }
  return text.slice(start, end)
}

const ATTRIBUTE = /([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function attributeOf(tag: string, key: string, entry: string): string | undefined {
  if (!tag.includes("'")) {
    const before = tag.indexOf(` ${key}="`)
    if (before >= 0) return resolved(tag.slice(before + key.length + 3, tag.indexOf('"', before + key.length + 3)), entry)
  }
  for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE))
    if (name === key || (!key.includes(':') && name.endsWith(`:${key}`))) return resolved(double ?? single ?? '', entry)
  return undefined
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Line ends are LF in XML, whatever was written, except where a reference says otherwise. */
function resolved(text: string, entry: string): string {
  const lines = text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
  if (!lines.includes('&')) return lines
  return lines.replaceAll(/&(#x[0-9A-Fa-f]{1,6}|#\d{1,7}|\w{1,10});/g, (reference, name: string) => {
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : name.startsWith('#') ? Number(name.slice(1)) : -1
    if (code >= 0) return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    if (Object.hasOwn(ENTITIES, name)) return ENTITIES[name] ?? ''
    throw new FileRefused([contentForbidden([entry], `entities such as ${reference} are not read`)])
  })
}
