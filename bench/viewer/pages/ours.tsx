import { addAfterEffect, _roots as roots } from '@react-three/fiber'
import { createRoot } from 'react-dom/client'
import { extentOf } from '#lib/geometry/extent.ts'
import { frameBoxes, frameChunks } from '#lib/geometry/frame-chunks.ts'
import { pick, pickTrees } from '#lib/geometry/pick.ts'
import { buildScene } from '#lib/geometry/scene.ts'
import { storeysOf } from '#lib/model/storeys.ts'
import { webHost } from '../../../app/_viewer/hosts/web-host.ts'
import ModelCanvas from '../../../app/_viewer/panels/model-canvas.tsx'
import { gpuTables } from '../../../app/_viewer/picture/gpu-tables.ts'
import { pickOptions } from '../../../app/_viewer/picture/hit.ts'
import { awaited } from '../../../app/_viewer/session/awaited.ts'
import type { Drawn, LiveModel, LiveState } from '../../../app/_viewer/session/live-model.ts'
import { NOTHING_YET, openSession } from '../../../app/_viewer/session/open-session.ts'
import type { ViewerSession } from '../../../app/_viewer/session/session.ts'
import { createStore } from '../../../app/_viewer/session/store.ts'
import { LIGHT } from '../../../app/_viewer/session/theme.ts'
import { createView } from '../../../app/_viewer/session/view-state.ts'
import { modelIndex } from '../../../app/_viewer/worker/model-index.ts'
import { type Contender, contend, type Opened } from './contend.ts'
import { drawn } from './gl-counters.ts'
import { isLarge } from './is-large.ts'
import type { Look } from './look.ts'

/** The viewer's own canvas in its first view: backdrop, ground grid, edges and all; its panels stay away. */
async function show(session: ViewerSession, stage: HTMLElement, first: Look, isLargeModel: boolean): Promise<Opened> {
  session.firstCamera = { position: first.eye, target: first.target, zoom: 0 }
  const isShown = new Promise<void>((shown) => {
    const stop = addAfterEffect(() => {
      // The backdrop is one triangle and the ground two: more than that is the model.
      if (drawn.triangles + drawn.others <= 3 || !session.rig) return
      stop()
      shown()
    })
  })
  createRoot(stage).render(<ModelCanvas session={session} isLarge={isLargeModel} onLost={() => console.error('lost')} />)
  await isShown
  const canvas = [...roots.keys()][0]
  const root = canvas && roots.get(canvas)
  const { rig } = session
  const shown = session.model.state.get().drawn
  if (!root || !rig || !shown) throw new Error('the canvas does not stand')
  let tables: ReturnType<typeof gpuTables> | null = null
  return {
    gl: root.store.getState().gl.getContext() as WebGL2RenderingContext, // three has no other since r163
    look({ eye, target }) {
      rig.setCamera({ position: eye, target, zoom: 0 }, false)
    },
    draw: () => root.store.getState().advance(performance.now()),
    pick(x, y) {
      tables ??= gpuTables(shown.scene) // which elements are hidden: none
      const options = pickOptions({ drawn: shown, tables, session }, rig)
      const hit = pick(shown.scene, shown.trees, rig.ray(x, y, null), options)
      return hit?.kind === 'frame' ? hit.index : null
    },
  }
}

const NO_PLACES: Drawn['places'] = { asked: [], selected: [], marked: [], hidden: [], isolated: null }

/** A session over a model that was built here and not by the worker. */
function sessionOf(shown: Drawn): ViewerSession {
  const state = createStore<LiveState>({
    status: 'ready',
    progress: { received: 0, isParsing: false },
    drawn: shown,
    refusal: null,
    line: 'live',
    knownAt: 0,
    behind: null,
    ended: null,
    role: null,
  })
  const model: LiveModel = {
    state,
    ask: () => Promise.reject(new Error('there is no worker')),
    reload: async () => {},
    turn: async () => {},
    close() {},
  }
  return {
    host: webHost({ place: 'page', can: [], addresses: { model: '', events: '', check: '', revisions: null } }),
    model,
    view: createView(),
    derived: createStore(NOTHING_YET),
    dismissals: createStore({ by: {} }),
    theme: createStore(LIGHT),
    rig: null,
    firstCamera: null,
    redraw() {},
    picture: null,
    awaited: awaited(() => {}),
    isSettled: () => true,
    address: () => '',
    publish() {},
    isPosing: false,
    isDragging: false,
    rested() {},
    jumped() {},
    markAt: () => null,
    close() {},
  }
}

const open: Contender['open'] = async (model, stage, look, built) => {
  // As the worker does on `load`.
  const scene = buildScene(model)
  const boxes = frameBoxes(scene)
  const trees = pickTrees(scene, boxes)
  const extent = extentOf(scene, trees, { isVisible: () => true, section: null })
  const chunks = frameChunks(scene.frames, boxes, trees.frames)
  built()
  const { name, bounds, units } = model
  const counts = { node: 0, frame: 0, member: 0, area: 0, support: 0, section: 0, material: 0, gridLine: 0 }
  const summary = { id: null, name, revision: null, units, counts, storeys: storeysOf(model), bounds }
  const session = sessionOf({ scene, trees, extent, chunks, summary, changed: [], places: NO_PLACES, up: null })
  const opened = await show(session, stage, look, isLarge(model))
  // The worker answers what colours there are once the scene has gone to the page.
  session.derived.set({ colouring: modelIndex(model).colours(session.view.get().colourBy, []) })
  return opened
}

contend({
  open,
  openAddress(address, stage, look) {
    const addresses = { model: address, events: '/events', check: '/check', revisions: null }
    const session = openSession(webHost({ place: 'page', can: [], addresses }))
    return show(session, stage, look, Number(address.split('/').pop()) > 60_000)
  },
})
