import { inWords } from '#lib/model/measures.ts'
import { readUnits } from '#lib/model/units.ts'
import { grouped } from '#lib/values/count-text.ts'
import { attempt } from '../session/attempt.ts'
import type { ViewerSession } from '../session/session.ts'
import { type FoundElement, keyOf } from '../worker/elements.ts'
import type { Described } from '../worker/properties/property-types.ts'
import { countedOf, MOST_NAMED, quoted, selectionInWords, word } from './selection-words.ts'

/** Who hears of the selection, half a second after it settled: the person in a line, the AI in words. */

const REST_MS = 500

type SelectionListener = {
  /** `described`: the first of them. */
  show(line: string, described: Described | null, all: readonly FoundElement[]): void
  /** Only what somebody here has chosen: what the AI marked itself is no news to it. */
  notifyModel(words: string): Promise<unknown>
}

export function reportSelection(
  modelId: string,
  session: ViewerSession,
  { show, notifyModel }: SelectionListener,
): { close(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastKey: string | null = null
  const report = async () => {
    const { selected } = session.view.get()
    const { drawn } = session.model.state.get()
    if (!drawn) return
    const described = await Promise.all(
      selected.slice(0, MOST_NAMED).map(({ kind, index }) => session.model.ask('describe', { kind, index })),
    )
    if (session.view.get().selected !== selected) return // what comes next is told
    const [first] = selected
    const more = selected.length > 1 ? ` and ${grouped(selected.length - 1)} more` : ''
    show(first ? `${lineOf(first, described[0] ?? null, session)}${more}` : '', described[0] ?? null, selected)
    const key = selected.map(keyOf).join('\n')
    const isNews = lastKey !== null && key !== lastKey
    lastKey = key
    if (!isNews) return
    const elements = selected.map((element, k) => ({ ...element, about: aboutOf(described[k] ?? null, session, quoted) }))
    const { revision, counts } = drawn.summary
    const counted = countedOf(selected, counts)
    await notifyModel(selectionInWords({ modelId, revision: revision ?? 0, query: lookOf(session.address()), counted, elements }))
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void attempt(session, report()), REST_MS)
  }
  const stops = [
    session.view.subscribe((state, before) => {
      if (state.selected !== before.selected) later()
    }),
    // A revision may have changed what is selected; and what the first one brings was chosen by the AI.
    session.model.state.subscribe((state, before) => {
      if (state.drawn === before.drawn) return
      lastKey ??= session.view.get().selected.map(keyOf).join('\n')
      later()
    }),
  ]
  return {
    close() {
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}

/** Of the address what says from where the model is looked at: the rest may be long, and the AI cannot see it. */
function lookOf(address: string): string {
  const query = new URLSearchParams(address)
  const look = ['camera', 'projection', 'section', 'drawing', 'colour'].flatMap((name) => {
    const value = query.get(name)
    return value === null || value.length > 200 ? [] : [`${name}=${value}`]
  })
  return look.join('&')
}

const lineOf = (element: FoundElement, described: Described | null, session: ViewerSession): string => {
  const about = aboutOf(described, session, (id) => id)
  return `${word(element.kind)} ${element.id}${about && ` (${about})`}`
}

/** `B1 · Rafter · 9 m`, `B1 and 3 more`: id, label and length of the first. */
export function pickedLine(described: Described, count: number, session: ViewerSession): string {
  if (count > 1) return `${described.id} and ${grouped(count - 1)} more`
  const label = rowValue(described, 'Label')
  return [described.id, typeof label === 'string' && label, lengthOf(described, session)].filter(Boolean).join(' · ')
}

const rowValue = (described: Described | null, label: string) =>
  described?.parts.flatMap(({ rows }) => rows).find((row) => row.label === label)?.values[0]

function lengthOf(described: Described | null, session: ViewerSession): string | false {
  const long = rowValue(described, 'Length')
  const { units } = session.model.state.get().drawn?.summary ?? {}
  return typeof long === 'object' && 'value' in long && inWords(long.value, long.measure, readUnits(units).length, 'model')
}

/** `N2 to N3, 9 m, section IPE 300`. `written`: how ids stand in it. */
function aboutOf(described: Described | null, session: ViewerSession, written: (id: string) => string): string {
  const idOf = (label: string) => {
    const value = rowValue(described, label)
    return typeof value === 'object' && 'ref' in value ? written(value.ref.id) : null
  }
  const [start, end, section] = [idOf('Start node'), idOf('End node'), idOf('Section')]
  return [start && end && `${start} to ${end}`, lengthOf(described, session), section && `section ${section}`]
    .filter(Boolean)
    .join(', ')
}
