import type { Object3D } from 'three'
import type { Drawn } from '../session/live-model.ts'
import type { ViewerSession } from '../session/session.ts'
import { makeAreas } from './areas.ts'
import { makeCornerShading, type Shaded } from './corner-shading.ts'
import type { Drawing } from './drawing.ts'
import { makeFrames } from './frames.ts'
import { gpuTables, type SharedUniforms } from './gpu-tables.ts'
import { makeBackdrop, makeGridLines } from './grid-lines.ts'
import { makeLocalAxes } from './local-axes.ts'
import { makeNodes } from './nodes.ts'
import type { Stage } from './stage.ts'
import { makeSupports } from './supports.ts'

/** One scene on the graphics card, and all that is drawn of it. */
export type Staged = Stage & { drawings: readonly Drawing[]; objects: readonly Object3D[]; dispose: () => void }

/** In two steps, with a rest between them: a large scene takes each of them its time. */
export async function stageScene(session: ViewerSession, drawn: Drawn, shared: SharedUniforms, shaded: Shaded): Promise<Staged> {
  const tables = gpuTables(drawn.scene)
  await new Promise((resume) => setTimeout(resume))
  const stage: Stage = { drawn, tables, shared, session, model: session.model }
  // In this order they are drawn where nothing else decides.
  const drawings = [
    makeBackdrop(stage),
    makeGridLines(stage),
    makeFrames(stage),
    makeSupports(stage),
    makeNodes(stage),
    makeLocalAxes(stage),
    makeAreas(stage),
    makeCornerShading(stage, shaded),
  ]
  return {
    ...stage,
    drawings,
    objects: drawings.map(({ object }) => object),
    dispose() {
      for (const drawing of drawings) {
        // Drawn once more after it was given back, it would be uploaded again and then belong to nobody.
        drawing.object.removeFromParent()
        drawing.dispose()
      }
      tables.dispose()
    },
  }
}
