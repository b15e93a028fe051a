import { MOST_NOTES, notesIn, noteText } from '#lib/model/notes.ts'
import type { Note } from './operation.ts'
import type { Work } from './work.ts'

/** A note added to the model, or one taken away by its place among them. */
export function note(work: Work, { text, remove }: Note): void {
  const { draft } = work
  const { metadata = {}, author } = draft.aside
  const notes = notesIn(metadata)
  if (!notes) {
    work.problem('value_error', [], 'Value error, metadata.notes is kept by another program, in a form of its own', undefined, { error: {} })
    return
  } // biome-ignore format: short
  const [oldest] = notes
  if (remove !== undefined && remove > notes.length) {
    const msg = `Value error, there ${notes.length === 1 ? 'is 1 note' : `are ${notes.length} notes`}`
    work.problem('value_error', ['remove'], msg, undefined, { error: {} })
  } else if (remove !== undefined) draft.aside = { author, metadata: { ...metadata, notes: notes.toSpliced(remove - 1, 1) } }
  else if (oldest && notes.length >= MOST_NOTES) {
    const msg = `a model has at most ${MOST_NOTES} notes; the oldest, {"remove":1}, is: ${noteText(oldest).slice(0, 160)}`
    work.problem('limit_exceeded', [], msg, undefined, { limit: MOST_NOTES, actual: notes.length + 1 })
  } else if (text !== undefined) draft.aside = { author, metadata: { ...metadata, notes: [...notes, { text, ...author }] } }
}
