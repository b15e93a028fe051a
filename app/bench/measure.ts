import { countAnew, drawn } from './gl-counters.ts'
import { type Box, HEIGHT, type Look, lookOf, turned, type View, WIDTH } from './look.ts'

/** A model on screen. */
export type Opened = {
  gl: WebGL2RenderingContext
  look: (look: Look) => void
  /** Draws one picture, now. */
  draw: () => void
  /** The frame under a place of the picture, as its index in the model. */
  pick: (x: number, y: number) => number | null
  close: () => void
}

/** Waits until the GPU has drawn all it was sent, standing still meanwhile. */
export function finish(gl: WebGL2RenderingContext) {
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
}

export type Frames = { times: number[]; calls: number; triangles: number }

/** At most so many pictures of a moving camera, in about so many milliseconds; at least one. */
export function measureFrames(opened: Opened, box: Box, view: View, most: number, milliseconds: number): Frames {
  const look = lookOf(box, view)
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
}

/** At most so many picks at places of the picture, the same ones each time; at least three. */
export function measurePicks(opened: Opened, box: Box, view: View, most: number, milliseconds: number) {
  opened.look(lookOf(box, view))
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
}
