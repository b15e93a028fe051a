import { isDictionary } from '#lib/values/dictionary.ts'
import type { Conversation } from './conversation.ts'
import { type Figures, figuresIn } from './figures.ts'
import { make } from './make.ts'
import type { Page } from './page.ts'
import { drawOn, imageIn, sizeOf } from './server-picture.ts'
import { calledIn } from './tool-result.ts'
import type { ShownView } from './view-input.ts'

/** Results in place of the model: the server's picture, with loads where these are shown too, and the figures of the analysis beside it. */
export function staticsPicture(page: Page, talk: Conversation, { tools, modelId, view, results, loads }: ShownView) {
  let [from, requests, isShown] = [view, 0, false]
  let known: Figures | null = null
  const { pressed, canvas, told, caption, figures } = page.statics
  /** `news`: of what is on its way. */
  const say = (news: string, found = known) =>
    figures.replaceChildren(...[news, found?.verdict ?? ''].filter(Boolean).map(line), ...(found ? rowsOf(found) : []))
  const draw = async () => {
    const mine = ++requests
    const isCurrent = () => mine === requests && isShown
    if (!known) say('Analysing…')
    const asked = figuresOf(talk, tools.analysis, modelId)
    if (!known) {
      known = await asked
      if (!isCurrent()) return
    }
    // The picture is as large as what they leave when nothing more is on its way.
    say('')
    const size = sizeOf(canvas)
    say('Drawing…')
    const input = {
      ...{ modelId, view: from, plain: true, ...size },
      results: results ?? { show: 'deflected' },
      ...(results && loads && { loads }),
    }
    const drawn = picture(talk, tools.picture, input)
    known = await asked
    const { image, words, colours } = await drawn
    if (isCurrent()) {
      const isTold = known.verdict !== ''
      say(image || isTold ? '' : 'This could not be drawn here: open the model in the full viewer.')
      if (image) drawOn(canvas, image)
      caption.replaceChildren(...(words ? [line(words)] : []), ...colours.map(colourRow))
      const spoken = [known.verdict, ...known.rows.map(textOf), known.banner].filter(Boolean)
      canvas.setAttribute('aria-label', ['Results of the analysis', ...spoken].join('. '))
    }
    image?.close()
  }
  const set = (now: boolean) => {
    isShown = now
    canvas.hidden = told.hidden = !now
    pressed.setAttribute('aria-pressed', String(now))
    page.only(now ? 'results' : null)
    return now ? draw() : undefined
  }
  pressed.hidden = false
  set(false)
  return {
    toggle: () => void set(!isShown),
    show: () => void set(true),
    isShown: () => isShown,
    look(next: string) {
      from = next
      return draw()
    },
    /** Another revision is there. */
    again: () => (isShown ? draw() : undefined),
  }
}

const line = (textContent: string) => Object.assign(make('li'), { textContent })

const textOf = ({ name, value, where }: Figures['rows'][number]) => `${name} ${value}${where ? ` (${where})` : ''}`

/** Name, value and place, each in a column of its own. */
const rowsOf = ({ rows, banner }: Figures): HTMLElement[] => [
  ...rows.map((row) => {
    const item = make('li', 'figure')
    for (const part of ['name', 'value', 'where'] as const) {
      item.append(Object.assign(make(part === 'value' ? 'b' : 'span'), { textContent: row[part] }), ' ')
    }
    return item
  }),
  ...(banner ? [Object.assign(line(banner), { className: 'banner' })] : []),
]

type Colour = { colour: string; label: string }

function colourRow({ colour, label }: Colour): HTMLElement {
  const patch = make('span', 'patch')
  patch.style.setProperty('background', colour)
  const row = make('li')
  row.append(patch, label)
  return row
}

/** What is drawn, and which colour says what; nothing where the host passes no picture on. */
async function picture(talk: Conversation, tool: string, input: object) {
  const result = await talk.callPlain(tool, input).catch(() => ({}))
  const called = calledIn(result, 'results')
  const { results, legend } = 'data' in called ? called.data : {}
  const rows: unknown[] = Array.isArray(legend) ? legend : []
  return {
    image: await imageIn(result),
    words: isDictionary(results) && typeof results.caption === 'string' ? results.caption : '',
    colours: rows.flatMap((row): Colour[] =>
      Array.isArray(row) && typeof row[0] === 'string' && typeof row[1] === 'string' ? [{ colour: row[0], label: row[1] }] : [],
    ),
  }
}

/** In words, refusals too; nothing where the host passes no call on. */
async function figuresOf(talk: Conversation, tool: string, modelId: string): Promise<Figures> {
  try {
    const called = await talk.call(tool, { modelId }, 'stands')
    return 'refused' in called ? { ...NONE, verdict: called.refused.words } : figuresIn(called.data)
  } catch {
    return NONE // as for the picture, whose words are said then
  }
}

const NONE: Figures = { verdict: '', rows: [], banner: '' }
