import { z } from 'zod'
import { notesIn, noteText } from '#lib/model/notes.ts'

/** The notes of a model, told with the first reading of it: the newest, each cut. */

const SHOWN = 3
const MOST_CHARACTERS = 160

export const NOTES_SHAPE = { notes: z.array(z.string()).optional(), moreNotes: z.int().optional() }

export function notesInShort(metadata: unknown): { notes?: string[]; moreNotes?: number } {
  const notes = notesIn(metadata) ?? []
  if (notes.length === 0) return {}
  const newest = notes.slice(-SHOWN).reverse()
  return {
    notes: newest.map((note) => [...noteText(note)].slice(0, MOST_CHARACTERS).join('')),
    ...(notes.length > SHOWN && { moreNotes: notes.length - SHOWN }),
  }
}
