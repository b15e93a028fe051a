import { createContext, useContext } from 'react'
import type { OrthographicCamera, PerspectiveCamera } from 'three'
import type { GpuTables, SharedUniforms } from './gpu-tables.ts'
import type { Drawn, LiveModel } from './live-model.ts'
import type { ViewerSession } from './session.ts'

/** What every drawn kind needs: the scene as it is now, its tables on the GPU, and the uniforms all materials share. */
export type Stage = { drawn: Drawn; tables: GpuTables; shared: SharedUniforms; session: ViewerSession; model: LiveModel }

export type ViewCamera = PerspectiveCamera | OrthographicCamera

export const StageContext = createContext<Stage | null>(null)

export function useStage(): Stage {
  const stage = useContext(StageContext)
  if (!stage) throw new Error('drawn outside the canvas')
  return stage
}
