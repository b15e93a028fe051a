import { grouped } from '#lib/values/count-text.ts'
import type { LegendEntry } from '../worker/elements.ts'
import { button, make } from './make.ts'

/** The page of the view: what stands on it and what it says. Text only: nothing of a model becomes markup. */

export type Page = ReturnType<typeof makePage>

type Actions = {
  look(view: 'iso' | 'plan' | 'front' | 'right'): void
  fit(): void
  check(): void
  results(): void
  loads(): void
  comments(): void
  ask(): void
  open(): void
  fullscreen(): void
  save(): void
  redraw(): void
  touch(isMoving: boolean): void
  /** What is shown needs another height. */
  reshaped(): void
  refresh(): void
}

export function makePage(act: Actions) {
  const whole = make('main', 'whole')
  const title = make('h1', 'title')
  title.textContent = 'Structural model'
  const { bar, views, check, results, loads, comments, full, save } = makeBar(act)
  const body = make('div', 'body')
  const side = make('aside', 'side')
  side.setAttribute('aria-label', 'Properties')
  const { stage, cover, words, progress, flat, redraw, move, done, picked, legend, results: shown, loadWords } = makeStage(act)
  const { foot, selected, ask, state, again, note } = makeFoot(act)
  const { text, list, chosen } = makeText()

  bar.inert = true // until there is something to look at
  const later = [
    shown.canvas,
    shown.told,
    results,
    loads,
    loadWords,
    comments,
    flat,
    redraw,
    move,
    done,
    picked,
    ask,
    again,
    note,
    text,
    full,
    save,
    side,
  ]
  for (const part of later) part.hidden = true
  body.append(stage, side)
  whole.append(title, bar, body, foot, text)
  document.body.append(whole)
  const sayNote = (message: string) => {
    note.textContent = message
    note.hidden = message === ''
  }

  return {
    ...{ bar, stage, side, chosen, flat, redraw, move, done, ask, check, comments, full, save, again },
    statics: { pressed: results, ...shown },
    loads: { pressed: loads, words: loadWords },
    title: () => title.textContent,
    /** In place of the picture; null: the picture. `share`: how far what is waited for has come, where that is known. */
    say(message: string | null, share: number | 'waiting' | null = null) {
      cover.hidden = message === null
      whole.toggleAttribute('data-covered', message !== null)
      words.textContent = message ?? ''
      progress.hidden = share === null
      if (typeof share === 'number') progress.value = share
      else progress.removeAttribute('value')
    },
    showStatus(message: string) {
      if (state.textContent !== message) state.textContent = message
    },
    /** What somebody asked for could not be done, and what to do instead. */
    note: sayNote,
    /** The same about a single press: over after a while, unless something else is said by then. */
    noteAWhile(message: string) {
      sayNote(message)
      setTimeout(() => note.textContent === message && sayNote(''), A_WHILE_MS)
    },
    /** The picture is the server's, or there is none but the full viewer; null: in place of results the view's own again. */
    only(what: 'picture' | 'link' | 'results' | null) {
      if (what) whole.dataset.only = what
      else if (whole.dataset.only === 'results') delete whole.dataset.only
      act.reshaped()
    },
    isOfResults: () => whole.dataset.only === 'results',
    looksFrom(name: string | null) {
      for (const [one, pressed] of views) pressed.setAttribute('aria-pressed', String(one === name))
    },
    /** `onPicture`: in a few words. */
    showSelected(message: string, onPicture: string) {
      if (selected.textContent !== message) selected.textContent = message
      picked.textContent = onPicture
      picked.hidden = onPicture === ''
    },
    showLegend(entries: readonly LegendEntry[]) {
      legend.replaceChildren(...legendRows(entries, MOST_COLOURS))
    },
    asText(lines: readonly string[]) {
      title.textContent = lines[0] || 'Structural model'
      text.hidden = lines.length === 0
      list.replaceChildren(
        ...lines.map((line) => {
          const row = make('li')
          row.textContent = line
          return row
        }),
      )
    },
    /** Nothing but these words from now on. */
    end: (message: string) => endWith(whole, title, message),
  }
}

function endWith(whole: HTMLElement, title: HTMLElement, message: string) {
  whole.className = 'whole ended'
  delete whole.dataset.only
  const notice = make('p', 'words')
  notice.setAttribute('role', 'status')
  notice.textContent = message
  whole.replaceChildren(title, notice)
}

/** The picture, and what stands on it. */
function makeStage(act: Actions) {
  const stage = make('div', 'stage')
  stage.dataset.panel = '' // what lies on it covers the picture, and the picture keeps clear of it
  const cover = make('div', 'cover')
  const words = make('p', 'words')
  const progress = make('progress', 'progress')
  progress.setAttribute('aria-label', 'Loading')
  cover.append(words, progress)

  const flat = make('canvas', 'flat')
  flat.setAttribute('role', 'img')
  flat.dataset.seeThrough = ''
  const redraw = button('Press to draw again', act.redraw)
  redraw.className = 'redraw'
  const move = button('', () => act.touch(true))
  const hint = Object.assign(make('span'), { textContent: 'Tap to move the model' })
  move.append(hint)
  move.className = 'move'
  move.dataset.seeThrough = hint.dataset.seeThrough = '' // no fit makes way for what the first tap takes away
  const done = button('Done', () => act.touch(false))
  done.className = 'done'
  const picked = make('p', 'picked')
  picked.dataset.seeThrough = ''
  picked.ariaHidden = 'true' // the line below says it
  const legend = make('ul', 'legend')
  legend.setAttribute('aria-label', 'Colours')
  const results = makeResults()
  const loadWords = make('p', 'loads')
  loadWords.setAttribute('role', 'status')
  loadWords.setAttribute('aria-label', 'Loads')
  loadWords.dataset.seeThrough = ''
  stage.append(flat, cover, redraw, move, done, picked, legend, loadWords, results.canvas, results.told)
  return { stage, cover, words, progress, flat, redraw, move, done, picked, legend, results, loadWords }
}

/** A picture of the server's, and beside it what it shows and the figures of the analysis. */
function makeResults() {
  const canvas = make('canvas', 'results')
  canvas.setAttribute('role', 'img')
  const told = make('div', 'told')
  const caption = make('ul', 'caption')
  caption.setAttribute('aria-label', 'What is drawn')
  const figures = make('ul', 'figures')
  figures.setAttribute('aria-label', 'Results')
  figures.setAttribute('aria-live', 'polite')
  told.append(caption, figures)
  for (const part of [canvas, told]) part.dataset.seeThrough = ''
  return { canvas, told, caption, figures }
}

function makeBar(act: Actions) {
  const bar = make('div', 'bar')
  bar.setAttribute('role', 'toolbar')
  bar.setAttribute('aria-label', 'View')
  const group = make('div', 'views')
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', 'Look from')
  const views = VIEWS.map(([name, label]) => [name, button(label, () => act.look(name))] as const)
  group.append(...views.map(([, pressed]) => pressed))
  const [fit, loads, results, check, comments, full, save, open] = [
    button('Fit', act.fit),
    button('Loads', act.loads, 'Draw the loads of the next load case'),
    button('Results', act.results, 'Analyse, and show the deflected shape'),
    button('Check', act.check, 'Ask for a check of the model'),
    button('Comments', act.comments, 'Colour what was commented on'),
    button('Full screen', act.fullscreen),
    button('Save picture', act.save),
    button('Open', act.open, 'Open the full viewer'),
  ]
  fit.className = 'fit'
  full.className = 'full'
  save.className = 'save'
  comments.className = 'comments'
  loads.className = 'cases'
  bar.append(group, fit, loads, results, check, comments, full, save, open)
  return { bar, views, check, results, loads, comments, full, save }
}

/** What is selected, how the model stands, and what went wrong. */
function makeFoot(act: Actions) {
  const foot = make('div', 'foot')
  const selected = make('p', 'selected')
  selected.setAttribute('aria-live', 'polite')
  const ask = button('Ask about this', act.ask)
  const state = make('p', 'state')
  state.setAttribute('role', 'status')
  const again = button('Refresh', act.refresh)
  const note = make('p', 'note')
  note.setAttribute('role', 'alert')
  foot.append(selected, ask, state, again, note)
  return { foot, selected, ask, state, again, note }
}

function makeText() {
  const text = make('details', 'text')
  const summary = make('summary')
  summary.textContent = 'Model as text'
  const list = make('ul')
  const chosen = make('div')
  text.append(summary, list, chosen)
  return { text, list, chosen }
}

/** Of the colours that something wears so many, and how many more there are. */
export function legendRows(entries: readonly LegendEntry[], most: number): HTMLElement[] {
  const worn = entries.filter(({ count }) => count > 0)
  const hidden = worn.length - most
  return [
    ...worn.slice(0, most).map(legendRow),
    ...(hidden > 0 ? [Object.assign(make('li'), { textContent: `and ${hidden} more` })] : []),
  ]
}

function legendRow({ label, colour, count }: LegendEntry): HTMLElement {
  const row = make('li')
  const patch = make('span', 'patch')
  patch.style.setProperty('background', colour)
  row.append(patch, `${label} ${grouped(count)}`)
  return row
}

const MOST_COLOURS = 8
const A_WHILE_MS = 6000
const VIEWS = [
  ['iso', 'Iso'],
  ['plan', 'Plan'],
  ['front', 'Front'],
  ['right', 'Side'],
] as const
