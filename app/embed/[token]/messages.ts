import { COLOURINGS, type ColourBy } from '#lib/model/colourings.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { ELEMENT_KINDS, type ElementRef } from '#viewer/worker/elements.ts'

/** What a page around the frame may say, and what it is told; docs/viewer.md, section 9. */

export const SOURCE = 'structural-model-viewer'

const THEMES = ['auto', 'light', 'dark'] as const
export type ThemeWord = (typeof THEMES)[number]

export type HostMessage =
  | { type: 'hello' }
  | {
      type: 'set'
      view?: string
      select?: ElementRef[]
      isolate?: ElementRef[]
      colour?: ColourBy
      theme?: ThemeWord
    }
  | { type: 'fit' }
  | { type: 'picture'; width: number; height: number }

export type FrameError = { code: 'unknown_message' | 'bad_message' | 'too_many' | 'gone'; message: string }

const MOST_ELEMENTS = 200
const MOST_PIXELS = 2000
const MOST_VIEW = 4000
/** A name alone would be a parameter that nobody reads, and nothing would be seen of it. */
const VIEW = "parameters of the viewer's own address, such as drawing=Z,4.2 or what a camera message has"

/** Null for what is not meant for us: other scripts of the page send messages too. */
export function readMessage(data: unknown): HostMessage | FrameError | null {
  if (!isDictionary(data) || data.source !== SOURCE) return null
  if (data.v !== 1) return bad('v', '1')
  switch (data.type) {
    case 'hello':
    case 'fit':
      return { type: data.type }
    case 'picture': {
      for (const side of ['width', 'height'] as const) {
        const pixels = data[side]
        if (typeof pixels !== 'number' || !(pixels >= 1 && pixels <= MOST_PIXELS))
          return bad(side, `a number from 1 to ${MOST_PIXELS}`)
      }
      return { type: 'picture', width: Math.round(Number(data.width)), height: Math.round(Number(data.height)) }
    }
    case 'set':
      return readSet(data)
    default:
      return { code: 'unknown_message', message: `There is no message '${String(data.type).slice(0, 40)}'.` }
  }
}

function readSet({ view, select, isolate, colour, theme }: Record<string, unknown>): HostMessage | FrameError {
  const set: HostMessage = { type: 'set' }
  if (view !== undefined) {
    if (typeof view !== 'string' || view.length > MOST_VIEW) return bad('view', `text of at most ${MOST_VIEW} characters`)
    const parameters = view.replace(/^\?/, '')
    if (parameters !== '' && !parameters.includes('=')) return bad('view', VIEW)
    set.view = parameters
  }
  for (const [field, value] of [
    ['select', select],
    ['isolate', isolate],
  ] as const) {
    if (value === undefined) continue
    if (!Array.isArray(value) || value.length > MOST_ELEMENTS || !value.every(isRef)) {
      return bad(field, `a list of at most ${MOST_ELEMENTS} elements with kind and id`)
    }
    set[field] = value.map(({ kind, id }) => ({ kind, id }))
  }
  if (colour !== undefined) {
    const known = COLOURINGS.find((one) => one === colour)
    if (!known) return bad('colour', `one of ${COLOURINGS.join(', ')}`)
    set.colour = known
  }
  if (theme !== undefined) {
    const known = THEMES.find((one) => one === theme)
    if (!known) return bad('theme', `one of ${THEMES.join(', ')}`)
    set.theme = known
  }
  return set
}

const isRef = (value: unknown): value is ElementRef =>
  isDictionary(value) && typeof value.id === 'string' && ELEMENT_KINDS.some((kind) => kind === value.kind)

const bad = (field: string, wanted: string): FrameError => ({ code: 'bad_message', message: `${field}: should be ${wanted}` })

/** How the frame looks, by its address. `wrong`: the parameters that say something else. */
export type FrameLook = {
  hasControls: boolean
  zoomsByWheel: boolean
  /** Nothing behind the model: the page around shows through. */
  isClear: boolean
  theme: ThemeWord
  startsByClick: boolean
  wrong: string[]
}

export function readLook(query: URLSearchParams): FrameLook {
  const wrong: string[] = []
  const oneOf = <T extends string>(name: string, values: readonly [T, ...T[]]): T => {
    const text = query.get(name)
    const known = values.find((value) => value === text)
    if (text !== null && known === undefined) wrong.push(name)
    return known ?? values[0]
  }
  const look = {
    hasControls: oneOf('controls', ['1', '0']) === '1',
    zoomsByWheel: oneOf('scroll', ['1', '0']) === '1',
    isClear: oneOf('background', ['scene', 'transparent']) === 'transparent',
    theme: oneOf('theme', ['auto', 'light', 'dark']),
    startsByClick: oneOf('start', ['now', 'click']) === 'click',
  }
  return { ...look, wrong }
}

/** Whether a page of this origin may speak with the frame. A page without one (a file, a sandbox) cannot be told apart from others. */
export const mayHost = (origin: string, origins: readonly string[]): boolean =>
  URL.canParse(origin) && (origins.includes(origin) || origins.includes('*'))
