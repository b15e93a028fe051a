import type { Theme } from '../../session/theme.ts'
import type { Mark } from '../../session/view/view-state.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import type { Stage } from '../elements/stage.ts'
import type { Page } from './writing.ts'

/** A place of the picture that says something and opens a drawing, or the list of levels, when it is pressed. */
export type Pressable = { x: number; y: number; halfWidth: number; halfHeight: number; mark: Mark }

export type Ink = {
  context: CanvasRenderingContext2D
  rig: CameraRig
  stage: Stage
  theme: Theme
  page: Page
  pressable: Pressable[]
}
