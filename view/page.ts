/** The page of the view: what stands on it and what it says. Text only: nothing of a model becomes markup. */

export type Page = ReturnType<typeof makePage>

type Actions = {
  look(view: 'iso' | 'plan' | 'front' | 'right'): void
  fit(): void
  check(): void
  ask(): void
  open(): void
  fullscreen(): void
  touch(isMoving: boolean): void
  refresh(): void
}

export function makePage(act: Actions) {
  const whole = make('main', 'whole')
  const title = make('h1', 'title')
  title.textContent = 'Structural model'
  const stage = make('div', 'stage')
  stage.dataset.panel = '' // what lies on it covers the picture, and the picture keeps clear of it
  const { bar, check, full, open } = makeBar(act)
  const cover = make('div', 'cover')
  const words = make('p', 'words')
  const progress = make('progress', 'progress')
  progress.setAttribute('aria-label', 'Loading')
  cover.append(words, progress)

  const flat = make('canvas', 'flat')
  const move = button('Tap to move the model', () => act.touch(true))
  move.className = 'move'
  move.dataset.seeThrough = ''
  const done = button('Done', () => act.touch(false))
  done.className = 'done'
  const legend = make('ul', 'legend')
  legend.setAttribute('aria-label', 'Colours')

  const foot = make('div', 'foot')
  const selected = make('p', 'selected')
  selected.setAttribute('aria-live', 'polite')
  const ask = button('Ask about this', act.ask)
  const state = make('p', 'state')
  state.setAttribute('role', 'status')
  const again = button('Refresh', act.refresh)
  foot.append(selected, ask, state, again)

  const text = make('details', 'text')
  const summary = make('summary')
  summary.textContent = 'Model as text'
  const list = make('ul')
  text.append(summary, list)

  for (const part of [flat, move, done, ask, again, text, full]) part.hidden = true
  stage.append(flat, cover, move, done, legend)
  whole.append(title, bar, stage, foot, text)
  document.body.append(whole)

  return {
    ...{ stage, bar, flat, move, done, ask, check, full, open, again },
    /** In place of the picture; null: the picture. */
    say(said: string | null, share: number | null = null) {
      cover.hidden = said === null
      words.textContent = said ?? ''
      progress.hidden = share === null
      if (share !== null) progress.value = share
    },
    tell(said: string) {
      if (state.textContent !== said) state.textContent = said
    },
    showSelected(said: string) {
      if (selected.textContent !== said) selected.textContent = said
    },
    showLegend(entries: readonly { label: string; colour: string; count: number }[]) {
      legend.replaceChildren(
        ...entries.slice(0, MOST_COLOURS).map(({ label, colour, count }) => {
          const row = make('li')
          const patch = make('span', 'patch')
          patch.style.setProperty('background', colour)
          row.append(patch, `${label} ${count.toLocaleString('en')}`)
          return row
        }),
      )
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
    end(said: string) {
      whole.className = 'whole ended'
      const told = make('p', 'words')
      told.setAttribute('role', 'status')
      told.textContent = said
      whole.replaceChildren(title, told)
    },
  }
}

function makeBar(act: Actions) {
  const bar = make('div', 'bar')
  bar.setAttribute('role', 'toolbar')
  bar.setAttribute('aria-label', 'View')
  const views = make('div', 'views')
  views.setAttribute('role', 'group')
  views.setAttribute('aria-label', 'Look from')
  for (const [name, label] of VIEWS) views.append(button(label, () => act.look(name)))
  const [check, full, open] = [
    button('Check', act.check),
    button('Full screen', act.fullscreen),
    button('Open', act.open, 'Open the full viewer'),
  ]
  bar.append(views, button('Fit', act.fit), check, full, open)
  return { bar, check, full, open }
}

const MOST_COLOURS = 8
const VIEWS = [
  ['iso', 'Iso'],
  ['plan', 'Plan'],
  ['front', 'Front'],
  ['right', 'Side'],
] as const

export function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, name = ''): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  if (name) made.className = name
  return made
}

function button(label: string, press: () => void, title = label): HTMLButtonElement {
  const made = make('button')
  made.type = 'button'
  made.textContent = label
  if (title !== label) made.title = title
  made.addEventListener('click', press)
  return made
}
