import { textRefs } from '#lib/model/validate/refs-text.ts'
import { toBase64 } from '#lib/values/base64.ts'
import { isKeyOf } from '#lib/values/object-keys.ts'
import { attempt } from '../session/attempt.ts'
import { openSession } from '../session/open-session.ts'
import type { ViewerSession } from '../session/session.ts'
import { isLarge } from '../session/view/is-large.ts'
import { fitAll, flyTo, lookAt } from '../session/view/navigate.ts'
import { VIEWS, type ViewName } from '../session/view/standard-views.ts'
import type { ModelSummary } from '../worker/questions.ts'
import { appHost } from './app-host.ts'
import { commentColouring, readThreads } from './comment-colours.ts'
import type { Conversation } from './conversation.ts'
import { readFindings } from './findings.ts'
import { type Followed, followModel, type Over } from './follow-model.ts'
import { turnFullscreen } from './full-screen.ts'
import { listenToKeys } from './keys.ts'
import { liveLoads } from './live-loads.ts'
import { linesOf, newsOf } from './model-lines.ts'
import type { Page } from './page.ts'
import { pickedLine, reportSelection } from './report-selection.ts'
import { cannotLoad, type ServerPictures, serverPictures } from './server-picture.ts'
import { showPicture } from './show-picture.ts'
import { elementRows, makeSidePanel } from './side-panel.ts'
import { staticsPicture } from './statics-picture.ts'
import type { ShownView } from './view-input.ts'

/** One model in the conversation: read, drawn, followed. */
export type ShownModel = ReturnType<typeof showModel>

/** `end`: nothing more will come, in words. */
export function showModel(shown: ShownView, page: Page, talk: Conversation, end: (words: string) => void) {
  const { modelId, tools, name } = shown
  page.bar.inert = false
  const flat = serverPictures(page, talk, shown)
  const statics = tools.analysis ? staticsPicture(page, talk, shown) : null
  const isDrawn = () => session.model.state.get().drawn !== null
  const call = (tool: string, has: string) => (input: Record<string, unknown>) => talk.call(tool, { modelId, ...input }, has)
  const cannot = () => {
    page.only('link')
    page.say(cannotLoad(shown.counts))
  }
  const over = (why: Over, words: string) => {
    if (why === 'gone') return end('This model is no longer available, or you may not open it.')
    if (why === 'too large') return void flat.show(`Too large for the chat: ${words}. Open shows all of it.`)
    if (isDrawn()) page.showStatus('not live')
    else cannot()
  }
  const model = followModel(call(tools.data, 'revision'), {
    progress({ received, total }) {
      if (isDrawn()) return
      const kilobytes = `${Math.ceil(received / 1000)} of ${Math.ceil(total / 1000)} kB`
      page.say(`Loading ${name}… ${Math.floor((100 * received) / total)} % (${kilobytes})`, received / total)
    },
    over,
    live(isLive) {
      if (page.again.hidden === isLive) return
      page.again.hidden = isLive
      page.note(isLive ? '' : isDrawn() ? 'Not live: the server does not answer.' : 'Not loaded yet: trying again.')
    },
  })
  const session = openSession(
    appHost({
      ...{ load: model.load, changes: model.changes, viewerUrl: shown.viewerUrl, query: shown.query },
      async check() {
        const findings = await readFindings(call(tools.check, 'findings')).catch(() => null)
        if (!findings) page.note('The findings could not be read: the colours do not tell of them.')
        return findings ?? []
      },
      save: async (file, blob) => talk.download(file, blob.type, toBase64(new Uint8Array(await blob.arrayBuffer()))),
    }),
  )
  session.say = page.noteAWhile
  const loads = liveLoads(session, page, shown.loads)
  const said = commentColouring(
    session,
    () => readThreads(call(tools.comments, 'threads'), new Date().toISOString().slice(0, 10)),
    (isOn) => page.comments.setAttribute('aria-pressed', String(isOn)),
  )
  page.comments.hidden = tools.comments === ''
  const picture = showPicture(page, session, {
    seen: model.seen,
    cannot: () => void flat.show('a picture: this browser draws no 3D'),
    ready() {
      if (shown.view !== 'iso' && isKeyOf(VIEWS, shown.view)) {
        lookAt(session, shown.view)
        page.looksFrom(shown.view)
      }
      if (shown.zoom) void attempt(session, flyTo(session, textRefs(shown.zoom)))
    },
  })
  const stops = [
    followNews(session, page, () => {
      if (flat.isShown()) void flat.again()
      void statics?.again()
    }),
    tellingAll(session, page, talk, modelId),
    listenToKeys(page.stage, session, () => {
      if (talk.context.get().displayMode === 'fullscreen') void turnFullscreen(page, talk, false)
    }),
    picture.close,
    said.close,
    loads.close,
    model.close,
    session.close,
  ]
  if (shown.results) statics?.show()
  if (!('DecompressionStream' in globalThis)) {
    model.close()
    cannot()
  }
  return {
    ...{ modelId, viewerUrl: shown.viewerUrl, session, isDrawn, cannot },
    ...actions(session, page, { flat, statics }, model, picture.draw),
    loads: () => void attempt(session, loads.next()),
    comments: () => said.turn().catch(() => page.note('The comments could not be read from here: Open shows them.')),
    close: () => stops.forEach((stop) => void stop()),
  }
}

type Pictures = { flat: ServerPictures; statics: ReturnType<typeof staticsPicture> | null }

/** What the buttons do. */
function actions(session: ViewerSession, page: Page, { flat, statics }: Pictures, { refresh }: Followed, redraw: () => void) {
  return {
    ...{ refresh, redraw },
    look(view: ViewName) {
      page.looksFrom(view)
      if (statics?.isShown()) void statics.look(view)
      else if (flat.isShown()) void flat.look(view)
      else lookAt(session, view)
    },
    fit: () => fitAll(session),
    results: () => statics?.toggle(),
    async save() {
      const { name = 'model', revision } = session.model.state.get().drawn?.summary ?? {}
      const sheet = { millimetres: null, dpi: 192, isOnWhite: false, scale: null }
      const blob = await session.picture?.(sheet).catch(() => null)
      const file = `${name} revision ${revision}.png`.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      const isSaved = blob ? await session.host.save(file, blob) : false
      page.note(isSaved ? '' : 'The picture could not be saved from here: open the model in the full viewer.')
    },
  }
}

/** Each revision in words, and the first picture's look. */
function followNews(session: ViewerSession, page: Page, again: () => void): () => void {
  let before: ModelSummary | null = null
  const stops = [
    session.model.state.subscribe(({ drawn }, { drawn: last }) => {
      if (!drawn || drawn === last) return
      const { summary, changed } = drawn
      const { counts } = summary
      const isEmpty = counts.node + counts.frame + counts.area === 0
      page.say(isEmpty ? 'No elements yet. They appear here as they are added.' : null)
      const isLines = isLarge({ frames: counts.frame, areas: 0 })
      if (isLines && !before) session.view.set({ preset: 'analytical' })
      page.showStatus(`${newsOf(summary, before, changed.length)}${isLines ? ' · centre lines: Open shows all' : ''}`)
      page.asText(linesOf(summary))
      void session.model.ask('facets', {}).then((facets) => {
        if (session.model.state.get().drawn === drawn) page.asText(linesOf(summary, facets))
      })
      before = summary
      again()
    }),
    session.derived.subscribe(({ colouring }, last) => {
      if (colouring !== last.colouring) page.showLegend(colouring?.legend ?? [])
    }),
    // Whoever turns the model looks from nowhere that has a name.
    session.view.subscribe(({ projection }) => {
      if (projection === 'perspective') page.looksFrom(null)
    }),
  ]
  return () => stops.forEach((stop) => void stop())
}

/** The selection, to whom it concerns: the line below, the panel beside, the AI. */
function tellingAll(session: ViewerSession, page: Page, talk: Conversation, modelId: string): () => void {
  const panel = makeSidePanel(page.side, session)
  const telling = reportSelection(modelId, session, {
    show(line, described, all) {
      page.showSelected(line, described ? pickedLine(described, all.length, session) : '')
      page.ask.hidden = all.length === 0 || !talk.can('message')
      panel.showElement(described, all.length)
      page.chosen.replaceChildren(...(described ? elementRows(described, all.length, session) : []))
    },
    notifyModel: talk.updateModelContext,
  })
  return () => {
    telling.close()
    panel.close()
  }
}
