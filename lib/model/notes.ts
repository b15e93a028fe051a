import { isDictionary } from '#lib/values/dictionary.ts'

/** Notes of a model, in its metadata: assumptions and decisions that a later reader must know. The oldest comes first. */

export type ModelNote = { text: string; at: string; by: string }

export const MOST_NOTES = 20
export const MOST_NOTE_CHARACTERS = 500

/** Undefined where `notes` stands in another form: metadata is free, and what others keep there is theirs. */
export function notesIn(metadata: unknown): ModelNote[] | undefined {
  const notes = isDictionary(metadata) ? metadata.notes : undefined
  if (notes === undefined || notes === null) return []
  return Array.isArray(notes) && notes.length <= MOST_NOTES && notes.every(isNote) ? notes : undefined
}

const isNote = (note: unknown): note is ModelNote =>
  isDictionary(note) && [note.text, note.at, note.by].every((field) => typeof field === 'string')

/** `2026-11-24 Ada: wind not considered` */
export const noteText = ({ text, at, by }: ModelNote): string => `${at.slice(0, 10)} ${by}: ${text}`
