import { openSession } from '../app/_viewer/session/open-session.ts'
import type { ViewerSession } from '../app/_viewer/session/session.ts'
import { KIND_NAMES } from '../app/_viewer/worker/elements.ts'
import { appHost } from './app-host.ts'
import { drawIn } from './canvas.ts'
import { givenModel } from './given-model.ts'

/** The view: one file that draws a model which it is given. */
const stage = document.createElement('main')
const status = document.createElement('p')
status.setAttribute('role', 'status')
document.body.append(stage, status)

const session = openSession(appHost(givenModel()))
const stop = drawIn(stage, session)
const say = () => {
  status.textContent = textOf(session)
}
for (const store of [session.view, session.model.state]) store.subscribe(say)
say()
addEventListener('pagehide', () => {
  stop()
  session.close()
})

/** What is selected, else what is shown. */
function textOf({ view, model }: ViewerSession): string {
  const { drawn } = model.state.get()
  if (!drawn) return 'Waiting for a model…'
  const { selected } = view.get()
  const [first] = selected
  if (!first) return `${drawn.summary.name} · ${drawn.summary.counts.frame} frames`
  return selected.length === 1 ? `${KIND_NAMES[first.kind][0]} ${first.id}` : `${selected.length} selected`
}
