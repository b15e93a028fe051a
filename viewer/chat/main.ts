import { linkOf } from './app-host.ts'
import { openConversation } from './conversation.ts'
import { turnFullscreen } from './full-screen.ts'
import { makePage } from './page.ts'
import { followPlace } from './place.ts'
import { askToCheck, questionAbout } from './selection-words.ts'
import { type ShownModel, showModel } from './shown-model.ts'
import { calledIn } from './tool-result.ts'
import { shownIn } from './view-input.ts'

/** The viewer in a conversation: it waits for the result of the call that opened it, draws that model, and follows it. */

let open: ShownModel | null = null
let isOver = false

const talk = openConversation({
  input({ name }) {
    if (!open && !isOver && typeof name === 'string') page.say(`Creating “${[...name].slice(0, 80).join('')}”…`, 'waiting')
  },
  result(result) {
    if (open || isOver) return // hosts may say it twice
    const shown = shownIn(result, talk.context.get().toolName)
    if (shown) {
      open = showModel(shown, page, talk, end)
      return
    }
    const called = calledIn(result, 'viewerUrl')
    const words = 'refused' in called ? called.refused.words : 'This chat did not say which model to show.'
    end(words || 'The model could not be opened.')
  },
  cancelled: () => open ?? end('Stopped.'),
  teardown() {
    letGo()
    place.close()
  },
})

const page = makePage({
  look: (view) => open?.look(view),
  fit: () => open?.fit(),
  results: () => open?.results(),
  loads: () => open?.loads(),
  check: () => open && void say(askToCheck(open.modelId)),
  comments: () => void open?.comments(),
  ask: () => open && void say(questionAbout(open.modelId, open.session.view.get().selected)),
  async open() {
    const address = open && linkOf(open.viewerUrl, open.session.address())
    if (!address || (await talk.openLink(address))) return
    page.note(`This chat opens no links. The model is at ${address.split('?')[0]}`)
  },
  fullscreen: () => void turnFullscreen(page, talk, talk.context.get().displayMode !== 'fullscreen'),
  save: () => void open?.save(),
  redraw: () => open?.redraw(),
  touch: (isMoving) => place.touch(isMoving),
  reshaped: () => place.look(),
  refresh: () => open?.refresh(),
})
const place = followPlace(page, talk)

/** As the user, who has pressed a button; the answer may change the model. */
async function say(words: string): Promise<void> {
  page.note('')
  if (await talk.sayAsUser(words)) return open?.refresh()
  place.look() // it may have no such button from now on
  page.note(`This chat takes no words from here. You can ask: ${words}`)
}

function end(words: string): void {
  letGo()
  place.ended()
  page.end(words)
}

function letGo(): void {
  isOver = true
  open?.close()
  open = null
}

// Whatever breaks: words, and the way to the full viewer. A host is told that it broke, never of what.
const broke = (error: unknown) => {
  talk.failed(`The view failed: ${error instanceof Error ? error.name : 'unknown'}`)
  if (open && !open.isDrawn()) open.cannot()
  else if (!open && !isOver) end('The model could not be shown here.')
}
addEventListener('error', ({ error }) => broke(error))
addEventListener('unhandledrejection', ({ reason }) => broke(reason))

page.say('Opening the model…', 'waiting')
void talk.begin().then((isThere) => {
  if (!isThere && !open && !isOver) end('Open this page inside a chat.')
})
