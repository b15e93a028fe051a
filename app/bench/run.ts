import { KIND_COLOURS } from '#lib/drawing/kind-colours.ts'
import { frameKind } from '#lib/geometry/frame-records.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { add } from '#lib/model/shape/vector.ts'
import { median } from '#lib/values/median.ts'
import { keyed } from '#lib/values/object-keys.ts'
import { isLarge } from '#viewer/session/view/is-large.ts'
import { type Colouring, ELEMENT_KINDS } from '#viewer/worker/elements.ts'
import type { Built } from './building-thread.ts'
import { gpu } from './gl-counters.ts'
import { showInstanced } from './instanced.ts'
import { type Box, lookOf } from './look.ts'
import { type Frames, finish, measureFrames, measurePicks, type Opened } from './measure.ts'
import { outlinesOfScene, placerOfScene } from './outline.ts'
import { sessionOf, showViewer } from './show-viewer.ts'

export type Contender = 'viewer' | 'instanced'
type Pictures = Omit<Frames, 'times'> & { time: number }

/** Milliseconds and bytes. `first`: from the first step of building to the end of the first picture. */
export type Measured = {
  build: number
  first: number
  whole: Pictures
  close: Pictures
  pick: number
  gpuBytes: number
  /** Null where the browser does not tell. */
  heap: number | null
  /** The name of what draws, as the browser tells it. */
  renderer: string
}

const PICTURES = { most: 30, milliseconds: 2500 }

/** Builds and draws so many frames on the stage, and measures as the bench does; `says` hears what goes on. */
export async function run(
  contender: Contender,
  frames: number,
  stage: HTMLElement,
  says: (text: string) => void,
): Promise<Measured> {
  says('building')
  await painted()
  const [bytesBefore, heapBefore] = [gpu.bytes, heapNow()]
  const since = performance.now()
  let build = Number.NaN
  const built = () => {
    build = performance.now() - since
  }
  const { opened, box } = await (contender === 'viewer' ? openViewer : openInstanced)(frames, stage, built)
  try {
    finish(opened.gl)
    const first = performance.now() - since
    const [gpuBytes, heapAfter] = [gpu.bytes - bytesBefore, heapNow()]
    const pictures = async (view: 'whole' | 'close'): Promise<Pictures> => {
      says(view === 'whole' ? 'drawing, whole building in view' : 'drawing, close')
      await painted()
      const { times, ...counted } = measureFrames(opened, box, view, PICTURES.most, PICTURES.milliseconds)
      return { ...counted, time: median(times) }
    }
    const [whole, close] = [await pictures('whole'), await pictures('close')]
    says('picking')
    await painted()
    const pick = median(measurePicks(opened, box, 'close', 200, 1500).times)
    // Told in large steps, minutes late: what has not grown was not measured.
    const heap = heapBefore === null || heapAfter === null || heapAfter <= heapBefore ? null : heapAfter - heapBefore
    return { build, first, whole, close, pick, gpuBytes, heap, renderer: rendererOf(opened.gl) }
  } finally {
    opened.close()
  }
}

async function openViewer(frames: number, stage: HTMLElement, built: () => void): Promise<{ opened: Opened; box: Box }> {
  const parts = (await buildInThread(frames, true)) as Built
  built()
  const box = boxOf(parts.scene)
  const counts = keyed(ELEMENT_KINDS, (kind) => (kind === 'frame' ? frames : 0))
  const pointAt = ([x, y, z]: typeof box.low) => ({ x, y, z })
  const [min, max] = [pointAt(box.low), pointAt(box.high)]
  const summary = {
    id: null,
    name: '',
    revision: null,
    units: { length: 'm' },
    counts,
    storeys: [],
    bounds: { min, max },
    scaled: 1,
  }
  const session = sessionOf({ ...parts, summary })
  session.derived.set({ colouring: kindsOf(parts.scene) })
  return { opened: await showViewer(session, stage, lookOf(box, 'whole'), { frames, areas: 0 }), box }
}

async function openInstanced(frames: number, stage: HTMLElement, built: () => void): Promise<{ opened: Opened; box: Box }> {
  const { scene } = await buildInThread(frames, false)
  const box = boxOf(scene)
  const building = { outlines: outlinesOfScene(scene), place: placerOfScene(scene), box, isLarge: isLarge({ frames, areas: 0 }) }
  return { opened: showInstanced(building, stage, lookOf(box, 'whole'), built), box }
}

function buildInThread(frames: number, isWhole: boolean): Promise<Pick<Built, 'scene'>> {
  const worker = new Worker(new URL('./building-thread.ts', import.meta.url), { type: 'module', name: 'building' })
  return new Promise<Built>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Built>) => resolve(data)
    worker.onerror = ({ message }) => reject(new Error(message || 'The building does not fit into the memory of this browser.'))
    worker.postMessage({ frames, isWhole })
  }).finally(() => worker.terminate())
}

/** Columns in one colour, beams in another, as the viewer's first view has them. */
function kindsOf({ frames: { count, records } }: Scene): Colouring {
  const frames = new Uint8Array(count)
  for (let k = 0; k < count; k++) frames[k] = frameKind(records[4 * k + 3]!) === 'column' ? 0 : 1
  const legend = (['column', 'beam'] as const).map((kind) => ({ label: kind, colour: KIND_COLOURS[kind], count: 0 }))
  return { frames, areas: new Uint8Array(0), legend }
}

const boxOf = ({ low, high, origin }: Scene): Box => ({ low: add(low, origin), high: add(high, origin) })

/** Two pictures of the page later: what was said stands on screen. */
const painted = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))

/** Chromium alone tells. */
const heapNow = () => (performance as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? null

function rendererOf(gl: WebGL2RenderingContext): string {
  const named = gl.getExtension('WEBGL_debug_renderer_info')
  return String(gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
}
