import { orientationWords } from '#lib/drawing/orientation-words.ts'
import { toDisplay } from '#lib/model/display-axes.ts'
import { unit, type Vec } from '#lib/model/shape/vector.ts'
import { grouped } from '#lib/values/count-text.ts'
import { countText, type ElementKind, KIND_NAMES } from '../../worker/elements.ts'
import type { ViewerSession } from '../session.ts'
import { titleOf } from './drawings.ts'
import { nameOf } from './hidden-reasons.ts'

/** What the picture shows is said anew so long after it came to rest. */
const REST_MS = 1000

const COUNTED_KINDS = ['frame', 'area', 'support'] as const satisfies ElementKind[]

/** `Demo building from the front left, above. 366 frames, 96 areas, 26 supports. Elevation at 1. Selected: Frame Column B1, ground.` */
export async function describeView(session: ViewerSession): Promise<string | null> {
  const { drawn } = session.model.state.get()
  const { selected, drawing, up } = session.view.get()
  if (!drawn) return null
  const { name, counts } = drawn.summary
  const toward = towardEye(session)
  const held = COUNTED_KINDS.filter((kind) => counts[kind] > 0).map((kind) => countText(counts[kind], kind))
  return [
    [name.trim() || 'Untitled', toward && orientationWords(toDisplay(up, toward))].filter(Boolean).join(' '),
    held.join(', ') || (counts.node > 0 ? countText(counts.node, 'node') : 'Nothing in it yet'),
    drawing && titleOf(drawing, up),
    selected.length > 0 && `Selected: ${await selectedWords(session)}`,
  ]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ')
}

function towardEye({ rig }: ViewerSession): Vec | null {
  if (!rig) return null
  const { elements: e } = rig.camera3.matrixWorldInverse
  return unit([e[2]!, e[6]!, e[10]!])
}

async function selectedWords(session: ViewerSession): Promise<string> {
  const { selected } = session.view.get()
  const [first] = selected
  if (!first) return ''
  if (selected.length > 1) return `${grouped(selected.length)} elements`
  const kind = KIND_NAMES[first.kind][0]
  const name = await nameOf(session, first)
  return name.startsWith(`${kind} `) ? name : `${kind} ${name}`
}

/** Says in words what the picture shows, a second after it has come to rest, until the returned function is called. */
export function followDescription(session: ViewerSession, say: (words: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const announce = async () => {
    try {
      const words = await describeView(session)
      if (words !== null && !isOver) say(words)
    } catch (error) {
      if (!isOver) console.error(error)
    }
  }
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void announce(), REST_MS)
  }
  const stops = [session.view.subscribe(soon), session.model.state.subscribe(soon), session.rests.subscribe(soon)]
  soon()
  return () => {
    isOver = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
