import { pick } from '#lib/geometry/pick/pick.ts'
import { webHost } from '#viewer/hosts/web-host.ts'
import { takeCanvas } from '#viewer/picture/canvas.ts'
import { webgl2Of } from '#viewer/picture/elements/drawing.ts'
import type { Picture } from '#viewer/picture/open-picture.ts'
import { pickOptions } from '#viewer/picture/pointer/hit.ts'
import { runPicture } from '#viewer/picture/run-picture.ts'
import { gpuTables } from '#viewer/picture/shading/gpu-tables.ts'
import { openRenderer } from '#viewer/picture/shading/renderer.ts'
import { shadowMap } from '#viewer/picture/shading/shadow-map.ts'
import { NO_COMMENTS } from '#viewer/session/comments/comments-state.ts'
import { createRequest } from '#viewer/session/create-request.ts'
import { type Drawn, type LiveModel, type LiveState, NOTHING_READ } from '#viewer/session/live-model.ts'
import { isHere } from '#viewer/session/lookups.ts'
import { NOTHING_YET } from '#viewer/session/open-session.ts'
import { NO_RESULTS } from '#viewer/session/results/results-state.ts'
import type { DrawnLoads, ViewerSession } from '#viewer/session/session.ts'
import { createStore } from '#viewer/session/store.ts'
import { LIGHT } from '#viewer/session/theme.ts'
import { trackPending } from '#viewer/session/track-pending.ts'
import { isLarge, isSmooth } from '#viewer/session/view/is-large.ts'
import { createView } from '#viewer/session/view/view-state.ts'
import type { Lookup } from '#viewer/worker/scene-steps.ts'
import { countAnew, drawn } from './gl-counters.ts'
import type { Look } from './look.ts'
import type { Opened } from './measure.ts'

/** The viewer's own picture in its first view: backdrop, ground grid, edges and all; its panels stay away. */
export async function showViewer(
  session: ViewerSession,
  stage: HTMLElement,
  first: Look,
  counts: { frames: number; areas: number },
): Promise<Opened> {
  session.firstCamera = { position: first.eye, target: first.target, zoom: 0 }
  countAnew()
  const antialias = isSmooth(session.view.get(), isLarge(counts))
  const [canvas, writing] = [takeCanvas(antialias), document.createElement('canvas')]
  stage.append(canvas, writing)
  const { gl, end } = openRenderer(canvas, antialias, session, counts)
  const open = Promise.withResolvers<Picture>()
  let picture: Picture | null = null
  const place = { stage, writing, gl, drawBox() {}, shadows: shadowMap }
  const running = runPicture(session, place, {
    opened(opened) {
      picture = opened
    },
    // The ground is two triangles: more than that is the model.
    rested() {
      if (drawn.triangles + drawn.others > 2 && picture) open.resolve(picture)
    },
    lost: (isLost) => isLost && open.reject(new Error('the graphics context is lost')),
    failed: open.reject,
  })
  const shownPicture = await open.promise
  const { rig } = session
  const shown = session.model.state.get().drawn
  if (!rig || !shown) throw new Error('the canvas does not stand')
  let tables: ReturnType<typeof gpuTables> | null = null
  return {
    gl: webgl2Of(gl),
    look({ eye, target }) {
      rig.setCamera({ position: eye, target, zoom: 0 }, false)
    },
    draw: () => void shownPicture.draw(1 / 60),
    pick(x, y) {
      const lookup = shown.lookups.now()
      if (!lookup) return null
      tables ??= gpuTables(shown.scene) // which elements are hidden: none
      const options = pickOptions({ drawn: shown, tables, session }, rig)
      const hit = pick(shown.scene, lookup.trees, rig.ray(x, y, null), options)
      return hit?.kind === 'frame' ? hit.index : null
    },
    close() {
      running.end()
      end()
      gl.dispose()
      gl.forceContextLoss()
      canvas.remove()
      writing.remove()
    },
  }
}

/** A session over what was built here, and not read from an address by the viewer's thread. */
export function sessionOf({
  lookup,
  ...built
}: Omit<Drawn, 'changed' | 'places' | 'up' | 'lookups'> & { lookup: Lookup }): ViewerSession {
  const drawn = { ...built, lookups: isHere(lookup), changed: [], places: NO_PLACES, up: null }
  const state = createStore<LiveState>({ ...NOTHING_READ, status: 'ready', line: 'live', drawn })
  const model: LiveModel = {
    state,
    ask: () => Promise.reject(new Error('there is no worker')),
    reload: async () => {},
    wake() {},
    show() {},
    turn: async () => {},
    close() {},
  }
  return {
    host: webHost({ place: 'embed', can: [], addresses: { model: '', events: null, check: '', revisions: null, views: null } }),
    model,
    view: createView(),
    derived: createStore(NOTHING_YET),
    dismissals: createStore({ by: {} }),
    checked: createRequest(model),
    following: [],
    viewsChanged: createStore({ count: 0 }),
    comments: createStore({ ...NO_COMMENTS }),
    loads: createStore<DrawnLoads>({ shown: null }),
    results: createStore(NO_RESULTS),
    theme: createStore(LIGHT),
    rig: null,
    firstCamera: null,
    firstMove: null,
    movesBegun: 0,
    say() {},
    redraw() {},
    picture: null,
    pictureNow: null,
    fetchPicture: null,
    stood: createStore<{ once: boolean }>({ once: false }),
    pending: trackPending(() => {}),
    isIdle: () => true,
    address: () => '',
    publish() {},
    isPosing: false,
    isDragging: false,
    rested() {},
    rests: createStore({ count: 0 }),
    jumped() {},
    markAt: () => null,
    close() {},
  }
}

const NO_PLACES: Drawn['places'] = { requested: [], selected: [], marked: [], hidden: [], isolated: null }
