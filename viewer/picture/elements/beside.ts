import { DoubleSide, Group, Mesh, type Object3D, type WebGLRenderer } from 'three'
import type { Vec } from '#lib/model/shape/vector.ts'
import { comparedNow } from '../../session/comparison.ts'
import type { Drawn } from '../../session/live-model.ts'
import { isHere } from '../../session/lookups.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { FoundElement } from '../../worker/elements.ts'
import { bindTables, gpuTables, type SharedUniforms } from '../shading/gpu-tables.ts'
import { STROKE_FRAGMENT, STROKE_VERTEX } from '../shading/setting-shaders.ts'
import { makeAreas } from './areas.ts'
import { type Drawing, disposeAll, type Stroke, shader, strokeGeometry } from './drawing.ts'
import { REMOVED, SAME, writeOlderStates } from './element-states.ts'
import { makeFrames } from './frames.ts'
import { makeNodes } from './nodes.ts'
import type { Stage, ViewCamera } from './stage.ts'
import { makeSupports } from './supports.ts'

export type Older = Stage & {
  drawings: readonly Drawing[]
  removed: FoundElement[]
  /** Nodes of the newer revision that were added or changed: they are drawn even where nodes are hidden. */
  differing: FoundElement[]
  dashes: Object3D
}

/** Opacity of removed areas; unchanged ones are a little more opaque. */
const GHOST = 0.35
const O: Vec = [0, 0, 0]

/**
 * The older one of two revisions that are looked at beside each other: its removed parts in the picture of the newer one, or all of it
 * beside that or in its place.
 */
export function besideNewer(session: ViewerSession, shared: SharedUniforms, root: Group, redraw: () => void) {
  const group = new Group()
  root.add(group)
  let older: Older | null = null
  const leave = () => {
    for (const { object, dispose } of older?.drawings ?? []) {
      object.removeFromParent()
      dispose()
    }
    older?.tables.dispose()
    older = null
  }
  const mark = () => {
    const compared = comparedNow(session)
    const { how, ghost } = session.view.get()
    if (older && compared) writeOlderStates(older, compared.before.fates, how, session.derived.get().olderShown, ghost)
    redraw()
  }
  const make = () => {
    leave()
    older = olderStage(session, shared)
    if (older) group.add(...older.drawings.map(({ object }) => object))
    mark()
  }
  make()
  const stops = [
    session.derived.subscribe((state, before) => {
      if (state.compared !== before.compared) make()
      else if (state.olderShown !== before.olderShown) mark()
    }),
    // Symbols of supports are drawn on the lower side.
    session.model.state.subscribe(({ drawn }, before) => {
      if (older && drawn && drawn.up !== before.drawn?.up) make()
    }),
    session.view.subscribe((state, before) => {
      if (state.how !== before.how || state.split !== before.split || state.ghost !== before.ghost) mark()
    }),
  ]
  return {
    /** For a fit: null while nothing is compared. */
    stage: () => older,
    /** `newer`: all that belongs to the newer model alone. */
    render(gl: WebGLRenderer, camera: ViewCamera, size: { width: number; height: number }, newer: Object3D) {
      const { how, split } = session.view.get()
      if (!older) return gl.render(root, camera)
      for (const { update } of older.drawings) update?.(camera, size.height)
      older.dashes.visible = how === 'overlay'
      const part = (isOlder: boolean, isNewer: boolean) => {
        group.visible = isOlder
        newer.visible = isNewer
        gl.render(root, camera)
        newer.visible = true
      }
      if (how !== 'slider') return part(how !== 'after', how !== 'before')
      const x = split * size.width
      gl.setScissorTest(true)
      gl.setScissor(0, 0, x, size.height)
      part(true, false)
      gl.setScissor(x, 0, size.width - x, size.height)
      part(false, true)
      gl.setScissorTest(false)
    },
    dispose() {
      for (const stop of stops) stop()
      leave()
    },
  }
}

function olderStage(session: ViewerSession, shared: SharedUniforms): Older | null {
  const compared = comparedNow(session)
  const { drawn: newer } = session.model.state.get()
  if (!compared || !newer) return null
  const { fates, revision: _, lookup, ...made } = compared.before
  const drawn: Drawn = { ...newer, ...made, lookups: isHere(lookup), changed: [] }
  const tables = gpuTables(made.scene)
  tables.hasEdges = true // no first picture waits for it
  const own = { ...shared, uFaint: { value: GHOST } }
  for (const name of TABLES) own[name] = { value: null }
  bindTables(own, tables)
  const stage: Stage = { drawn, tables, shared: own, session, model: session.model, isOlder: true }
  const dashes = makeDashes(stage, compared.dashes)
  const drawings = [makeFrames(stage), makeSupports(stage), makeNodes(stage), makeAreas(stage), dashes]
  const removed = (['frame', 'area', 'support', 'node'] as const).flatMap((kind) =>
    [...fates[`${kind}s`].entries()].flatMap(([index, status]) => (status === REMOVED ? [{ kind, id: '', index }] : [])),
  )
  const differing = [...compared.after.nodes.entries()].flatMap(([index, status]) =>
    status === SAME ? [] : [{ kind: 'node' as const, id: '', index }],
  )
  return { ...stage, drawings, removed, differing, dashes: dashes.object }
}

const TABLES = [
  ...(['uNodes', 'uRecords', 'uPlacements', 'uBodySizes'] as const),
  ...(['uAreas', 'uTriangles', 'uAreaEdges'] as const),
  ...(['uFrameState', 'uAreaState', 'uNodeState', 'uSupportState'] as const),
] as const

/** Where something stood before it moved. */
function makeDashes({ shared }: Stage, points: Float32Array): Drawing {
  const pointAt = (k: number): Vec => [points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!]
  const lines = Array.from(
    { length: points.length / 6 },
    (_, k): Stroke => ({ at: O, from: pointAt(2 * k), to: pointAt(2 * k + 1), tint: O, reach: 0 }),
  )
  const geometry = strokeGeometry(lines)
  const material = shader({
    vertexShader: STROKE_VERTEX,
    fragmentShader: STROKE_FRAGMENT,
    uniforms: { ...shared, uWidth: { value: 1.8 }, uSize: { value: 0 }, uDash: { value: 12 }, uTint: { value: AMBER } },
    defines: { ONE_TINT: 1, EVEN: 1 },
    side: DoubleSide,
    transparent: true,
    depthWrite: false,
    depthTest: false,
  })
  const object = new Mesh(geometry, material)
  object.frustumCulled = false
  object.matrixAutoUpdate = false
  object.renderOrder = 4
  if (lines.length === 0) object.geometry.setDrawRange(0, 0)
  return { object, dispose: () => disposeAll(material, geometry) }
}
/** Display colours from 0 to 1. */
const AMBER = [0.79, 0.51, 0.04]
