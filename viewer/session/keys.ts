import { entriesOf } from '#lib/values/object-keys.ts'
import { attempt } from './attempt.ts'
import { comparedNow, leaveComparison, turnOver } from './comparison.ts'
import { begun, endDimension, stopMeasuring, takePointBack, turnMeasuring } from './measure/measure-mode.ts'
import { hideSelected, isolateSelected, select, showAll } from './selection.ts'
import type { ViewerSession } from './session.ts'
import { fitAll, flyTo, lookAt, stepDrawing } from './view/navigate.ts'
import { stepPreset } from './view/preset-now.ts'
import { VIEWS } from './view/standard-views.ts'
import { startWalking } from './view/walk-mode.ts'

/** What the keys do, by what the browser calls them in small letters. */

/** Degrees that an arrow key turns the model, and how much nearer `+` comes. */
const TURN = 7.5
const NEARER = 1.25

/** False: there was nothing for it to do. */
export type Keys = Record<string, () => unknown>

export const viewerKeys = (session: ViewerSession): Keys => ({
  ...cameraKeys(session),
  ...pictureKeys(session),
  ...choiceKeys(session),
})

/** Over these where the picture stands alone: without its panel, measuring would not say what it measures, nor how to go on. */
export const ALONE: Keys = { m: () => {} }

function cameraKeys(session: ViewerSession): Keys {
  return {
    ...Object.fromEntries(entriesOf(VIEWS).map(([name], k) => [String(k), () => lookAt(session, name)])),
    f: () => void fitAll(session),
    z: () => void attempt(session, flyTo(session, session.view.get().selected)),
    p: () => session.view.set(({ projection }) => ({ projection: projection === 'parallel' ? 'perspective' : 'parallel' })),
    v: () => startWalking(session),
    '[': () => stepDrawing(session, -1),
    ']': () => stepDrawing(session, 1),
    arrowleft: () => session.rig?.turn(-TURN, 0),
    arrowright: () => session.rig?.turn(TURN, 0),
    arrowup: () => session.rig?.turn(0, -TURN),
    arrowdown: () => session.rig?.turn(0, TURN),
    '+': () => session.rig?.nearer(NEARER),
    '=': () => session.rig?.nearer(NEARER),
    '-': () => session.rig?.nearer(1 / NEARER),
  }
}

function pictureKeys(session: ViewerSession): Keys {
  const { view } = session
  const turnLayer = (key: 'nodes' | 'axes' | 'grid' | 'loads') => () =>
    view.set(({ layers }) => ({ layers: { ...layers, [key]: !layers[key] } }))
  return {
    w: () => stepPreset(session),
    k: () => view.set(({ labels }) => ({ labels: { ...labels, frames: !labels.frames } })),
    l: turnLayer('loads'),
    n: turnLayer('nodes'),
    t: turnLayer('axes'),
    g: turnLayer('grid'),
  }
}

function choiceKeys(session: ViewerSession): Keys {
  const { view } = session
  return {
    i: () => isolateSelected(session),
    h: () => hideSelected(session),
    a: () => showAll(session),
    ' ': () => comparedNow(session) && turnOver(session),
    b: () => view.set(({ boxing }) => ({ boxing: !boxing })),
    m: () => turnMeasuring(session),
    enter: () => view.get().measuring && endDimension(session),
    backspace: () => view.get().measuring && takePointBack(session),
    escape() {
      const { boxing, measuring, compare, selected, ghost } = view.get()
      if (boxing) view.set({ boxing: false })
      else if (measuring && begun(session).length > 0) endDimension(session)
      else if (measuring) stopMeasuring(session)
      else if (selected.length > 0 || ghost) select(session, [])
      else if (compare) leaveComparison(session)
      else return false
    },
  }
}
