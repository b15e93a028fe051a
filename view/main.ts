import { fitAll, lookAt } from '../app/_viewer/session/navigate.ts'
import { openSession } from '../app/_viewer/session/open-session.ts'
import type { ViewerSession } from '../app/_viewer/session/session.ts'
import { appHost } from './app-host.ts'
import { isRecord } from './bridge.ts'
import { openConversation } from './conversation.ts'
import { drawnByServer } from './drawn-by-server.ts'
import { type Followed, followModel } from './followed-model.ts'
import { keepPicture } from './kept-picture.ts'
import { linesOf } from './model-lines.ts'
import { makePage } from './page.ts'
import { keepPlace } from './place.ts'
import { askToCheck, questionAbout, type Selected, selectionInWords } from './selection-words.ts'

/** The viewer in a conversation: it waits for the result of the call that opened it, draws that model, and follows it. */

/** What the result of the call says (`lib/mcp/view-shown.ts`). */
type Shown = {
  modelId: string
  viewerUrl: string
  name: string
  dataTool: string
  pictureTool: string
  view: string
  query: string
}
type Open = { shown: Shown; session: ViewerSession; model: Followed; close(): void }

let open: Open | null = null
let isOver = false

const talk = openConversation({
  input({ name }) {
    if (!open && typeof name === 'string') page.say(`Creating “${name.slice(0, 80)}”…`)
  },
  result(result) {
    if (open || isOver) return // hosts may say it twice
    if (result.isError === true) return end(firstLine(result))
    const shown = shownIn(result)
    if (shown) begin(shown)
    else end('This chat did not say which model to show.')
  },
  cancelled: () => end('Stopped.'),
  teardown() {
    isOver = true
    open?.close()
    place.close()
  },
})

const page = makePage({
  look(view) {
    if (open && !page.flat.hidden) return void showFlat(open.shown, view)
    if (open) lookAt(open.session, view)
  },
  fit: () => open && fitAll(open.session),
  check: () => open && void talk.sayAsUser(askToCheck(open.shown.modelId)),
  ask: () => open && void talk.sayAsUser(questionAbout(open.shown.modelId, open.session.view.get().selected)),
  open() {
    if (!open) return
    const address = open.session.host.address.link(open.session.address())
    if (address) void talk.openLink(address)
  },
  fullscreen: () => void talk.fullscreen(talk.context.get().displayMode !== 'fullscreen'),
  touch: (isMoving) => place.touch(isMoving),
  refresh: () => open?.model.refresh(),
})
const place = keepPlace(page, talk)
page.say('Opening the model…')
void talk.begin().then((isThere) => {
  if (!isThere) end('Open this page inside a chat.')
})

function end(words: string): void {
  isOver = true
  open?.close()
  place.ended()
  page.end(words)
}

function begin(shown: Shown): void {
  const call = (input: Record<string, unknown>) => talk.call(shown.dataTool, { modelId: shown.modelId, ...input }, 'revision')
  const model = followModel(call, {
    progress({ received, total }) {
      if (!open?.session.model.state.get().drawn) {
        page.say(`Loading ${shown.name}… ${Math.floor((100 * received) / total)} %`, received / total)
      }
    },
    refused: (words) => refused(shown, words),
    live(isLive) {
      page.again.hidden = isLive
      if (!isLive) page.tell('not live')
    },
  })
  const session = openSession(appHost(model, shown))
  const canDraw = keepPicture(page, session, model.seen, () => void showFlat(shown, shown.view))
  open = {
    ...{ shown, session, model },
    close() {
      canDraw.close()
      telling.close()
      model.close()
      session.close()
      open = null
    },
  }
  const telling = tellSelection(shown, session)
  let isFirst = true
  session.model.state.subscribe(({ drawn }) => {
    if (!drawn) return
    const { revision, counts } = drawn.summary
    const lit = drawn.changed.length
    const isEmpty = counts.node + counts.frame + counts.area === 0
    page.say(isEmpty ? 'No elements yet. They appear here as they are added.' : null)
    page.tell(`revision ${revision}${lit ? ` · ${lit} changed` : ''}`)
    page.asText(linesOf(drawn.summary))
    if (isFirst && shown.view !== 'iso') lookAt(session, shown.view as 'plan')
    isFirst = false
  })
  session.derived.subscribe(({ colouring }) => page.showLegend(colouring?.legend.filter(({ count }) => count > 0) ?? []))
}

/** The server's last word: too large for the chat, or not to be read any more. */
function refused(shown: Shown, words: string): void {
  if (/the inline viewer takes/.test(words)) return void showFlat(shown, shown.view, 'Too large for the chat.')
  end('This model is not here any more, or you may not open it.')
}

/** A picture by the server, where this machine or this model cannot be drawn here. */
async function showFlat(shown: Shown, view: string, why = ''): Promise<void> {
  page.flat.hidden = false
  page.say(why ? `${why} Asking for a picture…` : 'Asking for a picture…')
  const isDrawn = await drawnByServer(talk, { tool: shown.pictureTool, modelId: shown.modelId, view }, page.flat)
  page.say(isDrawn ? null : 'This chat cannot load the model here.')
  page.tell(isDrawn ? why || 'a picture: this browser draws no 3D' : '')
}

const SETTLED_MS = 500

/** Half a second after the selection settled the AI knows it; and once that there is none any more. */
function tellSelection({ modelId }: Shown, session: ViewerSession): { close(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let told = ''
  const words = async () => {
    const { selected } = session.view.get()
    const elements: Selected['elements'] = await Promise.all(
      selected.slice(0, 20).map(async (one) => ({ ...one, about: await aboutOf(session, one) })),
    )
    const key = selected.map(({ kind, id }) => `${kind} ${id}`).join()
    page.showSelected(
      selected.length === 0
        ? ''
        : `${elements[0]?.kind} ${elements[0]?.id}${elements[0]?.about ? ` (${elements[0].about})` : ''}${selected.length > 1 ? ` and ${selected.length - 1} more` : ''}`,
    )
    page.ask.hidden = selected.length === 0 || !talk.can('message')
    if (key === told) return
    told = key
    const all = [...elements, ...selected.slice(20)]
    const revision = session.model.state.get().drawn?.summary.revision ?? 0
    await talk.tellModel(selectionInWords({ modelId, revision, query: session.address().replace(/^\?/, ''), elements: all }))
  }
  const stop = session.view.subscribe((state, before) => {
    if (state.selected === before.selected) return
    clearTimeout(timer)
    timer = setTimeout(() => void words(), SETTLED_MS)
  })
  return {
    close() {
      clearTimeout(timer)
      stop()
    },
  }
}

/** `N2 to N3, 9 m, section IPE 300`. */
async function aboutOf(
  session: ViewerSession,
  { kind, index }: ViewerSession['view'] extends { get(): { selected: (infer E)[] } } ? E : never,
) {
  const described = await session.model.ask('describe', { kind, index })
  const rows = described?.parts.flatMap((part) => part.rows) ?? []
  const of = (label: string) => {
    const value = rows.find((row) => row.label === label)?.values[0]
    return typeof value === 'object' && 'ref' in value ? value.ref.id : undefined
  }
  const parts = [
    of('Start node') && of('End node') ? `${of('Start node')} to ${of('End node')}` : undefined,
    of('Section') ? `section ${of('Section')}` : undefined,
  ]
  return parts.filter(Boolean).join(', ')
}

function shownIn(result: Record<string, unknown>): Shown | null {
  const said =
    isRecord(result.structuredContent) && isRecord(result.structuredContent.view) ? result.structuredContent : textOf(result)
  if (!isRecord(said) || !isRecord(said.view)) return null
  const { modelId, viewerUrl = '', name = 'the model' } = said
  const { dataTool, pictureTool, view = 'iso', colourBy = 'kind', highlight = '', isolate } = said.view
  const texts = [modelId, viewerUrl, name, dataTool, pictureTool, view, colourBy, highlight]
  if (!texts.every((value) => typeof value === 'string')) return null
  const query = new URLSearchParams()
  if (highlight) query.set('selected', String(highlight))
  if (typeof isolate === 'string') query.set('only', isolate)
  if (colourBy !== 'kind') query.set('colour', String(colourBy))
  return { modelId, viewerUrl, name, dataTool, pictureTool, view, query: String(query) } as Shown // looked at one by one above
}

function textOf(result: Record<string, unknown>): unknown {
  const content = Array.isArray(result.content) ? result.content : []
  const text: unknown = content.map((part) => (isRecord(part) ? part.text : null)).find((one) => typeof one === 'string')
  try {
    return JSON.parse(String(text))
  } catch {
    return null // words
  }
}

function firstLine(result: Record<string, unknown>): string {
  const said = textOf(result)
  if (isRecord(said) && typeof said.message === 'string') return said.message
  const content = Array.isArray(result.content) ? result.content : []
  const text: unknown = content.map((part) => (isRecord(part) ? part.text : null)).find((one) => typeof one === 'string')
  return typeof text === 'string' ? (text.split('\n')[0] ?? '').slice(0, 300) : 'The model could not be opened.'
}
