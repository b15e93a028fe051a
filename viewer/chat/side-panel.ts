import { elevationText } from '#lib/model/check/drawn-length.ts'
import type { ColourBy } from '#lib/model/colourings.ts'
import { inWords } from '#lib/model/measures.ts'
import { formatLength, type LengthUnit, readUnits } from '#lib/model/units.ts'
import { attempt } from '../session/attempt.ts'
import { selectByRef } from '../session/selection.ts'
import type { ViewerSession } from '../session/session.ts'
import type { Described, PropertyRow, PropertyValue } from '../worker/properties/property-types.ts'
import { button, make } from './make.ts'
import { legendRows } from './page.ts'

/** Beside the picture, where the view has the whole screen: by what it is coloured, and what is selected. */

const COLOURS: readonly [ColourBy, string][] = [
  ['kind', 'Kind'],
  ['section', 'Section'],
  ['material', 'Material'],
  ['storey', 'Level'],
  ['finding', 'Findings'],
]
const MOST_COLOURS = 40

export function makeSidePanel(side: HTMLElement, session: ViewerSession) {
  const colours = make('div', 'views')
  colours.setAttribute('role', 'group')
  colours.setAttribute('aria-label', 'Colour by')
  const buttons = COLOURS.map(([by, label]) => [by, button(label, () => session.view.set({ colourBy: by }))] as const)
  colours.append(...buttons.map(([, pressed]) => pressed))
  const legend = make('ul', 'list')
  legend.setAttribute('aria-label', 'Legend')
  const element = make('div', 'element')
  side.replaceChildren(heading('Colour by'), colours, legend, element)
  const press = () => {
    for (const [by, one] of buttons) one.setAttribute('aria-pressed', String(session.view.get().colourBy === by))
  }
  press()
  const show = () => legend.replaceChildren(...legendRows(session.derived.get().colouring?.legend ?? [], MOST_COLOURS))
  const stops = [
    session.view.subscribe(press),
    session.derived.subscribe((now, before) => now.colouring !== before.colouring && show()),
  ]
  show()
  const showElement = (described: Described | null, count: number) =>
    element.replaceChildren(
      ...(described ? elementRows(described, count, session) : [line('p', 'Press an element to see what it is.')]),
    )
  showElement(null, 0)
  return {
    showElement,
    close() {
      for (const stop of stops) stop()
      side.replaceChildren()
    },
  }
}

/** What an element is, in rows. `count`: so many are selected. */
export function elementRows(described: Described, count: number, session: ViewerSession): HTMLElement[] {
  const unit = readUnits(session.model.state.get().drawn?.summary.units).length
  return [
    heading(count > 1 ? `${described.id} and ${count - 1} more` : described.id),
    ...described.parts.flatMap(({ title, rows }) => {
      const list = make('dl')
      list.append(...rows.flatMap((row) => [line('dt', row.label), cellOf(row, unit, session)]))
      return title === 'What' ? [list] : [line('h3', title), list]
    }),
  ]
}

function cellOf({ values, note = [] }: PropertyRow, unit: LengthUnit | undefined, session: ViewerSession): HTMLElement {
  const cell = make('dd')
  for (const value of [...values, ...note]) cell.append(valueNode(value, unit, session), ' ')
  return cell
}

function valueNode(value: PropertyValue, unit: LengthUnit | undefined, session: ViewerSession): Node {
  if (typeof value === 'string') return line('bdi', value)
  if ('ref' in value) return button(value.text, () => void attempt(session, selectByRef(session, [value.ref])))
  if ('point' in value) return line('span', value.point.map((one) => formatLength(one, unit)).join(', '))
  if ('elevation' in value) return line('span', elevationText(value.elevation, unit))
  if ('restraints' in value) {
    const held = Object.entries(value.restraints).flatMap(([direction, is]) => (is === true ? [direction] : []))
    return line('span', held.length > 0 ? `held: ${held.join(', ')}` : 'free')
  }
  return line('span', inWords(value.value, value.measure, unit, 'model'))
}

const heading = (words: string) => line('h2', words)

function line<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, words: string): HTMLElementTagNameMap[Tag] {
  const made = make(tag)
  made.textContent = words
  return made
}
