import { type FileNote, type FileReport, type FileTable, NOTE_ACTIONS, type NoteAction } from '#lib/schema/file-report.ts'
import { EXPORT_NOTES, IMPORT_NOTES, type NoteCodes, type NoteText } from './note-codes.ts'

/** Counts what became of a file's rows and of a model's fields. */

const EXAMPLES = 3
/** Of an example: ids and names are a stranger's text. */
const EXAMPLE_LENGTH = 100
const MOST_TABLES = 500
const MOST_COLUMNS = 50
const MOST_CHARACTERS = 64 * 1024

/** The rows of one table. Each is counted when the file is split, and again when it is taken, kept or dropped. */
export class TableCount {
  rows = 0
  taken = 0
  kept = 0
  dropped = 0
  readonly ignoredColumns = new Set<string>()
}

type CountedNote = { text: NoteText; count: number; examples: string[]; places: Set<string> }

type ActionOf<C extends NoteCodes> = keyof C & NoteAction
/** `place`: the table, of a code that counts rows. */
export type NoteAbout = { count?: number; example?: string; place?: string }

class NoteList<C extends NoteCodes> {
  readonly #codes: C
  readonly #notes = new Map<string, CountedNote & { action: NoteAction; code: string }>()

  constructor(codes: C) {
    this.#codes = codes
  }

  /** One element more, or `count`. */
  note<A extends ActionOf<C>>(action: A, code: keyof C[A] & string, { count = 1, example, place }: NoteAbout = {}): void {
    if (count === 0) return
    const key = `${action} ${code}`
    let known = this.#notes.get(key)
    if (!known) {
      const codes: Readonly<Record<string, NoteText>> = this.#codes[action]
      const text = codes[code]
      if (!text) throw new Error(`there is no note ${key}`)
      known = { action, code, text, count: 0, examples: [], places: new Set() }
      this.#notes.set(key, known)
    }
    known.count += count
    if (place !== undefined) known.places.add(place)
    const shown = example ?? place
    if (shown === undefined || known.examples.length >= EXAMPLES) return
    const cut = shown.length > EXAMPLE_LENGTH ? `${shown.slice(0, EXAMPLE_LENGTH)}…` : shown
    if (!known.examples.includes(cut)) known.examples.push(cut)
  }

  /** Dropped first, converted last; within an action as they came. */
  notes(): FileNote[] {
    return NOTE_ACTIONS.flatMap((wanted) =>
      [...this.#notes.values()]
        .filter(({ action }) => action === wanted)
        .map(({ action, code, text, count, examples, places }) => ({
          ...{ action, code, count, message: text.words(count, places.size) },
          examples,
        })),
    )
  }
}

/** Of a model on its way out. */
export class ExportReport extends NoteList<typeof EXPORT_NOTES> {
  constructor() {
    super(EXPORT_NOTES)
  }

  report(format: string): FileReport {
    return { format, notes: this.notes() }
  }
}

/** Of a file on its way in. */
export class ImportReport extends NoteList<typeof IMPORT_NOTES> {
  program: string | undefined
  encoding: string | undefined
  units: string | undefined
  readonly #tables = new Map<string, TableCount>()

  constructor() {
    super(IMPORT_NOTES)
  }

  table(name: string): TableCount {
    const known = this.#tables.get(name)
    if (known) return known
    const made = new TableCount()
    this.#tables.set(name, made)
    return made
  }

  report(format: string, fileName: string | undefined): FileReport {
    const { program, encoding, units } = this
    const head = {
      format,
      ...(program !== undefined && { program: cutText(program) }),
      ...(fileName !== undefined && { fileName }),
      ...(encoding !== undefined && { encoding }),
      ...(units !== undefined && { units: cutText(units) }),
    }
    const notes = this.notes()
    const room = MOST_CHARACTERS - JSON.stringify({ ...head, notes }).length
    return { ...head, tables: fitting([...this.#tables].map(toTable), room), notes }
  }
}

const cutText = (text: string) => (text.length > EXAMPLE_LENGTH ? text.slice(0, EXAMPLE_LENGTH) : text)

function toTable([name, { rows, taken, kept, dropped, ignoredColumns }]: [string, TableCount]): FileTable {
  const columns = [...ignoredColumns].slice(0, MOST_COLUMNS).map(cutText)
  return { name: cutText(name), rows, taken, kept, dropped, ...(columns.length > 0 && { ignoredColumns: columns }) }
}

/** What does not fit is one last row with the sums, so that they add up in the report too. */
function fitting(tables: FileTable[], room: number): FileTable[] {
  let characters = 0
  const end = tables.findIndex((table, i) => {
    characters += JSON.stringify(table).length + 1
    return i >= MOST_TABLES - 1 || characters > room - 200
  })
  if (end === -1) return tables
  const others = { name: '(others)', tables: tables.length - end, rows: 0, taken: 0, kept: 0, dropped: 0 }
  for (const { rows, taken, kept, dropped } of tables.slice(end)) {
    others.rows += rows
    others.taken += taken
    others.kept += kept
    others.dropped += dropped
  }
  return [...tables.slice(0, end), others]
}

/** The notes for which a file that must come in as it is does not. */
export const lossesOf = (notes: readonly FileNote[]): FileNote[] =>
  notes.filter(({ action, code }) => {
    const codes: Readonly<Record<string, NoteText>> = IMPORT_NOTES[action]
    return codes[code]?.isLoss === true
  })
