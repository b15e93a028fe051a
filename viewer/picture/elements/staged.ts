import { type Object3D, Group as Objects } from 'three'
import { keysOf } from '#lib/values/object-keys.ts'
import type { Drawn } from '../../session/live-model.ts'
import type { ViewerSession } from '../../session/session.ts'
import { isLarge } from '../../session/view/is-large.ts'
import { isFitted } from '../../session/view/move-camera.ts'
import { presetOf } from '../../session/view/preset-now.ts'
import { GRID, hasMarks, MARKS } from '../later.ts'
import { PICKING } from '../pointer/picking-part.ts'
import { makeCornerShading, type Shaded } from '../shading/corner-shading.ts'
import { gpuTables, type SharedUniforms } from '../shading/gpu-tables.ts'
import { type Group, programsFor } from '../shading/programs.ts'
import { isSmall, send } from '../shading/uploads.ts'
import { makeAreas } from './areas.ts'
import type { Drawing } from './drawing.ts'
import { areAllSolid, makeFrames } from './frames.ts'
import { makeGridLines, makeGround } from './grid-lines.ts'
import { makeLocalAxes } from './local-axes.ts'
import { areNodesDrawn, makeNodes } from './nodes.ts'
import type { Stage } from './stage.ts'
import { makeSupports } from './supports.ts'

const yieldNow = () => new Promise((resume) => setTimeout(resume))

/** One scene on the graphics card, and all that is drawn of it. */
export type Staged = Stage & {
  drawings: readonly Drawing[]
  /** What is drawn of the model itself. */
  own: Object3D
  /** What stands around it. While it is not visible, nothing is written either. */
  setting: Object3D
  objects: readonly Object3D[]
  /** Sends what the first picture did without; whether there was anything. */
  finish: () => Promise<boolean>
  dispose: () => void
}

/**
 * With rests between: a large scene takes each step its time. The very first picture is the model alone, as nobody can look at
 * anything before; what surrounds it comes with the second. So do edges and sides of areas, unless they are few: those of a later
 * scene come with it, as the picture must not lose them for a moment. `isStale`: another scene has come since.
 */
export async function stageScene(
  session: ViewerSession,
  drawn: Drawn,
  shared: SharedUniforms,
  shaded: Omit<Shaded, 'bodies'>,
  isStale: () => boolean,
): Promise<Staged> {
  const tables = gpuTables(drawn.scene)
  const { points, records, areas, triangles, edges } = tables
  const isSet = session.stood.get().once
  const isSent = !isSmall([points, records, areas, triangles, edges])
  tables.hasEdges = isSet || !isSent
  if (isSent) {
    await yieldNow()
    await send(shaded.gl, [points, records, areas, triangles, ...(tables.hasEdges ? [edges] : [])], isStale)
  }
  // What is missing then comes with a later picture.
  const marks = hasMarks(session) ? [MARKS.bring()] : []
  // Who is to see all of it stands where that can be seen.
  const looked = isFitted(session) ? [drawn.lookups.bring()] : []
  const groups = [...programsOf(session, drawn, tables.hasEdges), ...(isSet ? programsAround(session, drawn) : [])]
  await Promise.all([programsFor(shaded.gl, groups), Promise.allSettled(marks), ...looked])
  const stage: Stage = { drawn, tables, shared, session, model: session.model }
  // In this order they are drawn where nothing else decides.
  const bodies = [makeFrames(stage), makeAreas(stage)] as const
  const around = [makeGround(stage), makeGridLines(stage)]
  const ofModel = [bodies[0], makeSupports(stage), makeNodes(stage), makeLocalAxes(stage), bodies[1]]
  const shading = makeCornerShading(stage, { ...shaded, bodies })
  const own = new Objects().add(...ofModel.map(({ object }) => object))
  const setting = new Objects().add(...around.map(({ object }) => object))
  setting.visible = isSet
  const drawings = [...around, ...ofModel, shading]
  if (isLarge({ frames: drawn.scene.frames.count, areas: drawn.scene.areas.count })) await yieldNow() // its first draw is a task of its own
  return {
    ...stage,
    drawings,
    own,
    setting,
    objects: [setting, own, shading.object],
    async finish() {
      const isWhole = setting.visible && tables.hasEdges
      if (!tables.hasEdges) await send(shaded.gl, [edges], isStale)
      const missing = [...programsAround(session, drawn), ...(tables.hasEdges ? [] : (['sides', 'edges'] as const))]
      // What is written goes by where all lies.
      await Promise.all([
        programsFor(shaded.gl, missing),
        drawn.lookups.bring(),
        Promise.allSettled([GRID.bring(), PICKING.bring()]),
      ])
      tables.hasEdges = true
      setting.visible = true
      return !isWhole
    },
    dispose() {
      for (const drawing of drawings) {
        // Drawn once more after it was given back, it would be uploaded again and then belong to nobody.
        drawing.object.removeFromParent()
        drawing.dispose()
      }
      own.removeFromParent()
      setting.removeFromParent()
      tables.dispose()
    },
  }
}

/** What the first picture of the model itself is drawn with. */
function programsOf(session: ViewerSession, drawn: Drawn, hasEdges: boolean): Group[] {
  const { frames, areas, supports } = drawn.scene
  const needed = {
    solids: frames.count > 0,
    far: frames.count > 0 && (presetOf(session) === 'analytical' || !areAllSolid(drawn)),
    faces: areas.count > 0,
    sides: areas.count > 0 && hasEdges,
    edges: areas.count > 0 && hasEdges,
    supports: supports.nodes.length > 0,
    nodes: areNodesDrawn(drawn, session),
  } satisfies Partial<Record<Group, boolean>>
  return keysOf(needed).filter((group) => needed[group])
}

function programsAround(session: ViewerSession, { scene: { grid } }: Drawn): Group[] {
  const { layers } = session.view.get()
  return [
    ...(layers.ground ? (['ground'] as const) : []),
    ...(layers.grid && grid.plan.length + grid.curves.length > 0 ? (['gridLines'] as const) : []),
  ]
}
