import { frameAt } from '#lib/geometry/frame-at.ts'
import { bodyOf } from '#lib/geometry/frame-records.ts'
import { type FrameSolid, frameSolid } from '#lib/geometry/frame-solid.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import type { SectionBody } from '#lib/geometry/section-body.ts'
import { length, subtract } from '#lib/model/shape/vector.ts'

/** An outline of unit length, right-handed in (local 2, local 3, local 1), and the frames that have it. */
export type Outline = { positions: Float32Array; normals: Float32Array; index: Uint32Array; frames: readonly number[] }

export function solidOf(body: SectionBody): Omit<Outline, 'frames'> {
  const { at, normal, index } = frameSolid(body)
  return { positions: swapped(at), normals: swapped(normal), index }
}

/** (x along 3, y along 2, t) as (2, 3, 1). */
function swapped(values: FrameSolid['at']) {
  const turned = new Float32Array(values.length)
  for (let k = 0; k < values.length; k += 3) turned.set([values[k + 1]!, values[k]!, values[k + 2]!], k)
  return turned
}

/** One display colour an outline, alike for all. */
export const colourOf = (outline: number): [number, number, number] => [
  0.45 + 0.4 * Math.abs(Math.sin(outline)),
  0.5 + 0.3 * Math.abs(Math.sin(outline * 2.3)),
  0.55 + 0.3 * Math.abs(Math.cos(outline)),
]

export function outlinesOfScene({ bodies, frames: { count, records } }: Scene): Outline[] {
  const frames: number[][] = bodies.map(() => [])
  for (let k = 0; k < count; k++) frames[bodyOf(records[4 * k + 3]!)]?.push(k)
  return bodies.map((body, k) => ({ ...solidOf(body), frames: frames[k] ?? [] })).filter((outline) => outline.frames.length > 0)
}

/** Writes the matrix of a frame: columns local 2, local 3, start to end, start, about the scene's origin. */
export function placerOfScene(scene: Scene): (frame: number, into: Float32Array) => void {
  return (k, into) => {
    const { start, end, axes } = frameAt(scene, k)
    if (!axes) throw new Error(`frame ${k} has no length`)
    const size = length(subtract(end, start))
    const [e1, e2, e3] = axes
    into.set([...e2, 0, ...e3, 0, e1[0] * size, e1[1] * size, e1[2] * size, 0, ...start, 1])
  }
}
