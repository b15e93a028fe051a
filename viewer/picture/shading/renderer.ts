import { WebGLRenderer } from 'three'
import type { ViewerSession } from '../../session/session.ts'
import { holdPrograms, likelyGroups } from './programs.ts'

/**
 * three's renderer on a canvas that has no size yet: the programs of a first picture are asked for before that, as the graphics process
 * takes its time for the memory of a large canvas, and the page waits for it. The canvas is not seen before its first picture: the
 * browser would put an empty one on the screen meanwhile. `end` lets the programs go; the renderer is its caller's.
 */
export function openRenderer(
  canvas: HTMLCanvasElement,
  antialias: boolean,
  { stood }: Pick<ViewerSession, 'stood'>,
  counts: { frames: number; areas: number },
): { gl: WebGLRenderer; end: () => void } {
  canvas.style.visibility = 'hidden'
  const gl = new WebGLRenderer({ canvas, antialias, powerPreference: 'high-performance', alpha: true, stencil: false })
  return { gl, end: holdPrograms(gl, stood, likelyGroups(counts)) }
}
