import { vec } from '#lib/model/shape/vector.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { gpu } from '../../../app/bench/gl-counters.ts'
import { type Box, type Look, lookOf, type View } from '../../../app/bench/look.ts'
import { type Frames, finish, measureFrames, measurePicks, type Opened } from '../../../app/bench/measure.ts'
import { building } from '../building.ts'

/** One way to show a model: from objects in memory, or from an address where its JSON lies. */
export type Contender = {
  /** Resolves when the first picture has been sent to the GPU; calls `built` when the geometry is ready. */
  open: (model: ViewerModel, stage: HTMLElement, look: Look, built: () => void) => Promise<Opened>
  openAddress: (address: string, stage: HTMLElement, look: Look) => Promise<Opened>
}

export type Bench = {
  make: (frames: number) => void
  openModel: () => Promise<{ build: number; first: number; gpuBytes: number }>
  /** `name`: the end of the model's address. */
  openAddress: (name: string) => Promise<{ first: number; longestTask: number; gpuBytes: number }>
  /** At most so many pictures of a moving camera, in about so many milliseconds; at least one. */
  frames: (view: View, most: number, milliseconds: number) => Frames
  picks: (view: View, most: number, milliseconds: number) => { times: number[]; found: (number | null)[] }
}

/** Waits until the GPU has drawn all it was sent, the page left free meanwhile. */
async function finished(gl: WebGL2RenderingContext) {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  if (!fence) throw new Error('the context is lost')
  gl.flush()
  while (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) await new Promise((next) => setTimeout(next, 1))
}

export const boxOf = ({ bounds }: Pick<ViewerModel, 'bounds'>): Box => ({ low: vec(bounds.min), high: vec(bounds.max) })

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
      opened = await contender.open(model, stage, lookOf(boxOf(model), 'whole'), () => {
        build = performance.now() - since
      })
      finish(opened.gl)
      return { build, first: performance.now() - since, gpuBytes: gpu.bytes }
    },
    async openAddress(name) {
      // Told by the server: a model made here would be collected as garbage while the other is read.
      const bounds: ViewerModel['bounds'] = await (await fetch(`/bounds/${name}`)).json()
      const look = lookOf(boxOf({ bounds }), 'whole')
      let longestTask = 0
      const tasks = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
      })
      await new Promise((next) => setTimeout(next, 200)) // what was done so far is not a task of the loading
      tasks.observe({ type: 'longtask' })
      const since = performance.now()
      opened = await contender.openAddress(`/model/${name}`, stage, look)
      await finished(opened.gl)
      const first = performance.now() - since
      await new Promise((next) => setTimeout(next, 300)) // tasks are told after they have ended
      tasks.disconnect()
      return { first, longestTask, gpuBytes: gpu.bytes }
    },
    frames(view, most, milliseconds) {
      const { model, opened } = now()
      return measureFrames(opened, boxOf(model), view, most, milliseconds)
    },
    picks(view, most, milliseconds) {
      const { model, opened } = now()
      return measurePicks(opened, boxOf(model), view, most, milliseconds)
    },
  }
  Object.assign(globalThis, { bench })
  const alone = new URLSearchParams(location.search).get('open')
  if (alone) void openAndTell(bench, alone)
}

/** In a browser that nobody drives: opens a model, tells the server, and goes on to the page that it answers with. */
async function openAndTell({ openAddress }: Bench, name: string) {
  await new Promise((next) => setTimeout(next, 3000)) // what the graphics process still draws of the page before is not this one's
  const next = await fetch('/told', { method: 'POST', body: JSON.stringify(await openAddress(name)) })
  location.assign(await next.text())
}
