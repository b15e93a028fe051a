/** A file's name that every system takes, and the header that says it. */

const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Names of devices on Windows, whatever ends them. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
const MOST_POINTS = 80

/** `Portal frame.s2k`. `otherwise` where nothing is left of the name; with `revision` `Portal frame-r7.s2k`. */
export function fileNameOf(name: string, otherwise: string, ending: string, revision?: number): string {
  const plain = name.toWellFormed().trim().replace(FORBIDDEN, '_').replace(/^\.+/, '_')
  const cut = [...plain].slice(0, MOST_POINTS).join('').trim()
  const safe = cut.replace(DEVICE, '$&_')
  return `${safe || otherwise}${revision === undefined ? '' : `-r${revision}`}.${ending}`
}

/** RFC 6266: the name in ASCII for old clients, and as it is. */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%]/g, '_')
  const exact = encodeURIComponent(fileName).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`
}

/** `Tower` of `Tower.s2k` or `C:\models\Tower.s2k`. */
export function stemOf(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? ''
  return last.replace(/(?<=.)(?:\.(?:saf|csv))?\.[^.]*$/, '').trim()
}
