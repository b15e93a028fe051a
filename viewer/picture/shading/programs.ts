import { BufferGeometry, Camera, type Material, Mesh, Scene, type WebGLRenderer } from 'three'
import { keysOf } from '#lib/values/object-keys.ts'
import type { ViewerSession } from '../../session/session.ts'
import { disposeAll, shader } from '../elements/drawing.ts'
import { EDGE_FRAGMENT, EDGE_VERTEX, FACE_FRAGMENT, FACE_VERTEX } from './area-shaders.ts'
import { OCCLUSION_FRAGMENT, SHADE_FRAGMENT, SMOOTH_FRAGMENT } from './corner-shaders.ts'
import { LINE_VERTEX, RIBBON_FRAGMENT, RIBBON_VERTEX, SOLID_FRAGMENT, SOLID_VERTEX } from './frame-shaders.ts'
import { DOT_FRAGMENT, NODE_FRAGMENT, NODE_VERTEX, SUPPORT_DOT_VERTEX, SUPPORT_VERTEX } from './node-shaders.ts'
import { delay, POLL_MS, reached } from './reached.ts'
import { GROUND_FRAGMENT, GROUND_VERTEX, SCREEN_VERTEX, STROKE_FRAGMENT, STROKE_VERTEX } from './setting-shaders.ts'
import { PLAIN_FRAGMENT } from './shaders.ts'

/** Vertex and fragment shader of each program that every picture may use, by what is drawn with it, in the order of need. */
const PROGRAMS = {
  solids: [[SOLID_VERTEX, SOLID_FRAGMENT]],
  faces: [[FACE_VERTEX, FACE_FRAGMENT]],
  ground: [[GROUND_VERTEX, GROUND_FRAGMENT]],
  gridLines: [[STROKE_VERTEX, STROKE_FRAGMENT, { ONE_TINT: 1 }]],
  supports: [
    [SUPPORT_VERTEX, PLAIN_FRAGMENT],
    [SUPPORT_DOT_VERTEX, DOT_FRAGMENT],
  ],
  sides: [[FACE_VERTEX, FACE_FRAGMENT, { AROUND: 1 }]],
  edges: [[EDGE_VERTEX, EDGE_FRAGMENT]],
  far: [
    [RIBBON_VERTEX, RIBBON_FRAGMENT],
    [LINE_VERTEX, PLAIN_FRAGMENT],
  ],
  nodes: [[NODE_VERTEX, NODE_FRAGMENT]],
  corners: [
    [SCREEN_VERTEX, OCCLUSION_FRAGMENT],
    [SCREEN_VERTEX, SMOOTH_FRAGMENT],
    [SCREEN_VERTEX, SHADE_FRAGMENT],
  ],
} as const satisfies Record<string, readonly (readonly [vertex: string, fragment: string, defines?: Record<string, number>])[]>
export type Group = keyof typeof PROGRAMS
const GROUPS = keysOf(PROGRAMS)

/** Of three's own program: asking for its uniforms waits for the compiler, and for all that was sent to the graphics card before. */
type Program = { isReady: () => boolean; getUniforms: () => unknown; getAttributes: () => unknown }

const making = new WeakMap<WebGLRenderer, (group: Group) => Promise<void>>()

/** From so many frames on some are drawn as strips or lines where the whole is seen. */
const MANY_FRAMES = 2_000
/** Up to so many areas come with their sides and edges at once (`uploads.ts`). */
const FEW_AREAS = 30_000

/** What the first picture of so many elements is drawn with, as far as their numbers tell. */
export function likelyGroups({ frames, areas }: { frames: number; areas: number }): Group[] {
  const likely = {
    solids: frames > 0,
    faces: areas > 0,
    sides: areas > 0 && areas <= FEW_AREAS,
    edges: areas > 0 && areas <= FEW_AREAS,
    far: frames >= MANY_FRAMES,
    supports: frames + areas > 0,
  } satisfies Partial<Record<Group, boolean>>
  return keysOf(likely).filter((group) => likely[group])
}

/**
 * Holds the programs that every picture uses. The driver compiles `likely` ones while the model is still on its way; once it is known
 * what its first picture needs (`programsFor`), that alone, and the others when it stands: they would take the processor from those who
 * read the model and draw it. A new revision finds them all ready. three shares a program by its source for as long as one material
 * uses it. Gives the way to let them go.
 */
export function holdPrograms(gl: WebGLRenderer, stood: ViewerSession['stood'], likely: readonly Group[]): () => void {
  gl.debug.checkShaderErrors = process.env.NODE_ENV !== 'production' // asking waits for the compiler
  const geometry = new BufferGeometry()
  const materials: Material[] = []
  const made = new Map<Group, Promise<void>>()
  let isOver = false
  let drawn = 0
  /** No picture is being drawn: what is compiled meanwhile would hold it up, and what is asked would wait for it. */
  const finished = async () => {
    while (drawn < gl.info.render.frame && !isOver) {
      const sent = gl.info.render.frame
      await reached(gl, () => isOver, stood.get().once ? 8 * POLL_MS : POLL_MS)
      drawn = sent
    }
  }
  const make = async (group: Group) => {
    const own = PROGRAMS[group].map(([vertexShader, fragmentShader, defines]) =>
      shader({ vertexShader, fragmentShader, ...(defines && { defines: { ...defines } }) }),
    )
    materials.push(...own)
    gl.compile(new Scene().add(...own.map((material) => new Mesh(geometry, material))), new Camera())
    const programs = own.map((material) => (gl.properties.get(material) as { currentProgram: Program }).currentProgram)
    const isWaiting = () => !isOver && !gl.getContext().isContextLost() && !programs.every((program) => program.isReady())
    while (isWaiting()) await delay()
    for (const program of programs) {
      await delay() // one a task: some drivers do not tell how far they are
      await finished()
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
  let unsubscribe = () => {}
  const stands = new Promise<void>((resolve) => {
    const look = (now: { once: boolean }) => now.once && resolve()
    unsubscribe = stood.subscribe(look)
    look(stood.get())
  })
  /** Since it is known what the first picture needs, nothing else comes before it. */
  let isKnown = false
  const inTurn = async () => {
    for (const group of new Set([...likely, ...GROUPS])) {
      if (isKnown || !likely.includes(group)) {
        await stands
        await delay() // not in the task that has drawn
        await finished()
      }
      if (isOver) return
      await once(group)
    }
  }
  making.set(gl, (group) => {
    isKnown = true
    return once(group)
  })
  inTurn().catch(console.error)
  return () => {
    isOver = true
    unsubscribe()
    making.delete(gl)
    disposeAll(geometry, ...materials)
  }
}

/** Pictures of these can be drawn from then on without waiting for the compiler. */
export async function programsFor(gl: WebGLRenderer, groups: readonly Group[]): Promise<void> {
  await Promise.all(groups.map((group) => making.get(gl)?.(group)))
}
