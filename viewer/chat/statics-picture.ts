import type { Conversation } from './conversation.ts'
import { figureLines } from './figures.ts'
import { make } from './make.ts'
import type { Page } from './page.ts'
import { drawOn, pictureOf, sizeOf } from './server-picture.ts'
import type { ShownView } from './view-input.ts'

/** Results in place of the model: the server's picture, with loads where these are shown too, and the figures of the analysis beside it. */
export function staticsPicture(page: Page, talk: Conversation, { tools, modelId, view, results, loads }: ShownView) {
  let [from, requests, isShown] = [view, 0, false]
  let known: readonly string[] = []
  const { pressed, canvas, figures } = page.statics
  const say = (lines: readonly string[]) =>
    figures.replaceChildren(...lines.map((line) => Object.assign(make('li'), { textContent: line })))
  const draw = async () => {
    const mine = ++requests
    const isCurrent = () => mine === requests && isShown
    say([known.length > 0 ? 'Drawing…' : 'Analysing…', ...known])
    const told = figuresOf(talk, tools.analysis, modelId)
    if (known.length === 0) {
      // On a phone the figures leave it less room: the picture is as large as what is left.
      known = await told
      if (!isCurrent()) return
      say(['Drawing…', ...known])
    }
    const input = {
      modelId,
      view: from,
      ...sizeOf(canvas),
      results: results ?? { show: 'deflected' },
      ...(results && loads && { loads }),
    }
    const drawn = pictureOf(talk, tools.picture, input)
    const lines = await told
    known = lines
    const image = await drawn
    if (isCurrent()) {
      say(lines)
      if (image) drawOn(canvas, image)
      else if (lines.length === 0) say(['This could not be drawn here: open the model in the full viewer.'])
      canvas.setAttribute('aria-label', ['Results of the analysis', ...lines].join('. '))
    }
    image?.close()
  }
  const set = (now: boolean) => {
    isShown = now
    canvas.hidden = figures.hidden = !now
    pressed.setAttribute('aria-pressed', String(now))
    if (now) page.only('results')
    else page.all()
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

/** In words, refusals too; nothing where the host passes no call on. */
async function figuresOf(talk: Conversation, tool: string, modelId: string): Promise<string[]> {
  try {
    const called = await talk.call(tool, { modelId }, 'stands')
    return 'refused' in called ? [called.refused.words] : figureLines(called.data)
  } catch {
    return [] // as for the picture, whose words are said then
  }
}
