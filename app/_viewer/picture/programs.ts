import { BufferGeometry, Camera, type Material, Mesh, Scene, type WebGLRenderer } from 'three'
import { keysOf } from '#lib/model/keyed.ts'
import { EDGE_FRAGMENT, EDGE_VERTEX, FACE_FRAGMENT, FACE_VERTEX } from './area-shaders.ts'
import { OCCLUSION_FRAGMENT, SHADE_FRAGMENT, SMOOTH_FRAGMENT } from './corner-shaders.ts'
import { disposeAll, shader } from './drawing.ts'
import {
  BACKDROP_FRAGMENT,
  GROUND_FRAGMENT,
  GROUND_VERTEX,
  SCREEN_VERTEX,
  STROKE_FRAGMENT,
  STROKE_VERTEX,
} from './setting-shaders.ts'
import {
  DOT_FRAGMENT,
  LINE_VERTEX,
  NODE_FRAGMENT,
  NODE_VERTEX,
  PLAIN_FRAGMENT,
  RIBBON_FRAGMENT,
  RIBBON_VERTEX,
  SOLID_FRAGMENT,
  SOLID_VERTEX,
  SUPPORT_DOT_VERTEX,
  SUPPORT_VERTEX,
} from './shaders.ts'

/** Vertex and fragment shader of each program that every picture may use, by what is drawn with it, in the order of need. */
const PROGRAMS = {
  setting: [
    [SCREEN_VERTEX, BACKDROP_FRAGMENT],
    [GROUND_VERTEX, GROUND_FRAGMENT],
    [STROKE_VERTEX, STROKE_FRAGMENT],
  ],
  frames: [
    [SOLID_VERTEX, SOLID_FRAGMENT],
    [RIBBON_VERTEX, RIBBON_FRAGMENT],
    [LINE_VERTEX, PLAIN_FRAGMENT],
  ],
  areas: [
    [FACE_VERTEX, FACE_FRAGMENT],
    [EDGE_VERTEX, EDGE_FRAGMENT],
  ],
  supports: [
    [SUPPORT_VERTEX, PLAIN_FRAGMENT],
    [SUPPORT_DOT_VERTEX, DOT_FRAGMENT],
  ],
  nodes: [[NODE_VERTEX, NODE_FRAGMENT]],
  corners: [
    [SCREEN_VERTEX, OCCLUSION_FRAGMENT],
    [SCREEN_VERTEX, SMOOTH_FRAGMENT],
    [SCREEN_VERTEX, SHADE_FRAGMENT],
  ],
} as const satisfies Record<string, readonly (readonly [vertex: string, fragment: string])[]>
type Group = keyof typeof PROGRAMS
const GROUPS = keysOf(PROGRAMS)

/** Of three's own program: asking for its uniforms waits for the compiler, and for all that was sent to the graphics card before. */
type Program = { isReady: () => boolean; getUniforms: () => unknown; getAttributes: () => unknown }

const POLL_MS = 4
const rest = () => new Promise((resume) => setTimeout(resume, POLL_MS))

const making = new WeakMap<WebGLRenderer, (group: Group) => Promise<void>>()

/**
 * Holds the programs that every picture uses: the driver compiles them while the model is still on its way, and a new revision
 * finds them ready. three shares a program by its source for as long as one material uses it. Gives the way to let them go.
 */
export function holdPrograms(gl: WebGLRenderer): () => void {
  gl.debug.checkShaderErrors = process.env.NODE_ENV !== 'production' // asking waits for the compiler
  const geometry = new BufferGeometry()
  const materials: Material[] = []
  const made = new Map<Group, Promise<void>>()
  let isOver = false
  const make = async (group: Group) => {
    const own = PROGRAMS[group].map(([vertexShader, fragmentShader]) => shader({ vertexShader, fragmentShader }))
    materials.push(...own)
    gl.compile(new Scene().add(...own.map((material) => new Mesh(geometry, material))), new Camera())
    const programs = own.map((material) => (gl.properties.get(material) as { currentProgram: Program }).currentProgram)
    const isWaiting = () => !isOver && !gl.getContext().isContextLost() && !programs.every((program) => program.isReady())
    while (isWaiting()) await rest()
    for (const program of programs) {
      await rest() // one a task: some drivers do not tell how far they are
      if (isOver) return
      // Asked for at its first use, they would wait for the pictures before it.
      program.getUniforms()
      program.getAttributes()
    }
  }
  const once = (group: Group) => {
    const begun = made.get(group) ?? make(group)
    made.set(group, begun)
    return begun
  }
  const inTurn = async () => {
    for (const group of GROUPS) if (!isOver) await once(group)
  }
  making.set(gl, once)
  inTurn().catch(console.error)
  return () => {
    isOver = true
    making.delete(gl)
    disposeAll(geometry, ...materials)
  }
}

/** Pictures of these can be drawn from then on without waiting for the compiler. */
export async function programsFor(gl: WebGLRenderer, groups: readonly Group[]): Promise<void> {
  await Promise.all(groups.map((group) => making.get(gl)?.(group)))
}
