import { isDictionary } from '#lib/values/dictionary.ts'

/**
 * Texts that people wrote, for a model that reads them: characters that nobody sees can hide instructions, so names, labels and
 * messages lose them. Ids keep every character, since they are sent back, but are written so that each is seen: `"a\u202eb"`.
 */

/** Format characters, controls but tab and line feed, tags and halves of pairs. */
const HIDDEN = /[\p{Cf}\p{Cs}\u{e0000}-\u{e007f}]|(?![\t\n])\p{Cc}/u
const EVERY_HIDDEN = new RegExp(HIDDEN, 'gu')
/** Joiners that shape a word or an emoji stay between the two that they join. */
const JOINED =
  /(?<=[\p{L}\p{M}\p{Emoji_Presentation}\p{Extended_Pictographic}])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])/u

const WRITTEN = new Set([
  'name',
  'label',
  'message',
  'msg',
  'by',
  'sharedBy',
  'notes',
  'note',
  'text',
  'title',
  'author',
  'assignee',
  'sketch',
])

/** An answer without what hides in the texts of others. */
export function cleanTexts<T>(answer: T): T {
  // JSON has controls and halves of pairs as escapes: a backslash may hide one.
  const json = JSON.stringify(answer) ?? ''
  return HIDDEN.test(json) || json.includes('\\') ? (clean(answer, false) as T) : answer
}

function clean(value: unknown, isWritten: boolean): unknown {
  if (typeof value === 'string') return isWritten ? visible(value) : value
  if (Array.isArray(value)) return value.map((one) => clean(one, isWritten))
  if (!isDictionary(value)) return value
  const { columns } = value
  const inTable = (row: unknown) =>
    Array.isArray(row) && Array.isArray(columns)
      ? row.map((cell, i) => clean(cell, WRITTEN.has(columns[i])))
      : clean(row, isWritten)
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'rows' && Array.isArray(one) ? one.map(inTable) : clean(one, isWritten || WRITTEN.has(key)),
    ]),
  )
}

export const visible = (text: string): string =>
  text.replaceAll(EVERY_HIDDEN, (one, index: number) => {
    if (one !== '\u200c' && one !== '\u200d') return ''
    JOINED_AT.lastIndex = index
    return JOINED_AT.test(text) ? one : ''
  })

const JOINED_AT = new RegExp(JOINED, 'uy')

/** JSON whose hidden characters are escapes: the same value, and each can be seen. */
export const seenJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(EVERY_HIDDEN, (one) =>
    Array.from({ length: one.length }, (_, i) => `\\u${one.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  )
