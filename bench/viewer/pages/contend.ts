import type { ViewerModel } from '#lib/model/schema.ts'
import { building } from '../building.ts'
import { countAnew, drawn, gpu } from './gl-counters.ts'
import { HEIGHT, type Look, lookOf, turned, type View, WIDTH } from './look.ts'

/** A model on screen. */
export type Opened = {
  gl: WebGL2RenderingContext
  look: (look: Look) => void
  /** Draws one picture, now. */
  draw: () => void
  /** The frame under a place of the picture, as its index in the model. */
  pick: (x: number, y: number) => number | null
}

/** One way to show a model: from objects in memory, or from an address where its JSON lies. */
export type Contender = {
  /** Resolves when the first picture has been sent to the GPU; calls `built` when the geometry is ready. */
  open: (model: ViewerModel, stage: HTMLElement, look: Look, built: () => void) => Promise<Opened>
  openAddress: (address: string, stage: HTMLElement, look: Look) => Promise<Opened>
}

export type Bench = {
  make: (frames: number) => void
  openModel: () => Promise<{ build: number; first: number; gpuBytes: number }>
  openAddress: (frames: number) => Promise<{ first: number; longestTask: number }>
  /** At most so many pictures of a moving camera, in about so many milliseconds; at least one. */
  frames: (view: View, most: number, milliseconds: number) => { times: number[]; calls: number; triangles: number }
  picks: (view: View, most: number, milliseconds: number) => { times: number[]; found: (number | null)[] }
}

/** Waits until the GPU has drawn all it was sent, standing still meanwhile. */
function finish(gl: WebGL2RenderingContext) {
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
}

/** The same, with the page left free. */
async function finished(gl: WebGL2RenderingContext) {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  if (!fence) throw new Error('the context is lost')
  gl.flush()
  while (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) await new Promise((next) => setTimeout(next, 1))
}

/** Puts a contender at the disposal of the bench that drives this page. */
export function contend(contender: Contender) {
  const stage = document.querySelector<HTMLElement>('#stage')
  if (!stage) throw new Error('no stage')
  let model: ViewerModel | null = null
  let opened: Opened | null = null
  const now = () => {
    if (!model || !opened) throw new Error('nothing is open')
    return { model, opened }
  }
  const bench: Bench = {
    make(frames) {
      model = building(frames)
    },
    async openModel() {
      if (!model) throw new Error('no model yet')
      let build = Number.NaN
      const since = performance.now()
      opened = await contender.open(model, stage, lookOf(model, 'whole'), () => {
        build = performance.now() - since
      })
      finish(opened.gl)
      return { build, first: performance.now() - since, gpuBytes: gpu.bytes }
    },
    async openAddress(frames) {
      const look = lookOf(building(frames), 'whole')
      let longestTask = 0
      const tasks = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
      })
      await new Promise((next) => setTimeout(next, 200)) // what was done so far is not a task of the loading
      tasks.observe({ type: 'longtask' })
      const since = performance.now()
      opened = await contender.openAddress(`/model/${frames}`, stage, look)
      await finished(opened.gl)
      const first = performance.now() - since
      await new Promise((next) => setTimeout(next, 300)) // tasks are told after they have ended
      tasks.disconnect()
      return { first, longestTask }
    },
    frames(view, most, milliseconds) {
      const { model, opened } = now()
      const look = lookOf(model, view)
      const times: number[] = []
      let [calls, triangles] = [0, 0]
      const end = performance.now() + milliseconds
      for (let k = 0; k <= most && (k < 2 || performance.now() < end); k++) {
        finish(opened.gl)
        countAnew()
        const since = performance.now()
        opened.look(turned(look, k * 0.4)) // moving, so that nothing rests on the picture before
        opened.draw()
        finish(opened.gl)
        if (k > 0) times.push(performance.now() - since) // the first of a view may compile
        calls = Math.max(calls, drawn.calls)
        triangles = Math.max(triangles, drawn.triangles)
      }
      return { times, calls, triangles }
    },
    picks(view, most, milliseconds) {
      const { model, opened } = now()
      opened.look(lookOf(model, view))
      opened.draw()
      finish(opened.gl)
      const times: number[] = []
      const found: (number | null)[] = []
      let seed = 12345
      const random = () => {
        seed = (seed * 1103515245 + 12345) % 2 ** 31
        return seed / 2 ** 31
      }
      const end = performance.now() + milliseconds
      for (let k = 0; k < most && (k < 3 || performance.now() < end); k++) {
        const [x, y] = [Math.round((0.2 + 0.6 * random()) * WIDTH), Math.round((0.2 + 0.6 * random()) * HEIGHT)]
        const since = performance.now()
        const hit = opened.pick(x, y)
        times.push(performance.now() - since)
        found.push(hit)
      }
      return { times, found }
    },
  }
  Object.assign(globalThis, { bench })
}
