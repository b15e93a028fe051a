import type { Ray } from '#lib/geometry/pick/ray.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { FoundElement } from '../../worker/elements.ts'
import type { Drawing } from './drawings.ts'
import type { SectionBox } from './section-box.ts'
import type { ViewName } from './standard-views.ts'

/** Where the eye is and what it looks at, in model axes: what an address keeps of a camera. */
export type Camera = {
  position: readonly [number, number, number]
  target: readonly [number, number, number]
  /** Pixels of a unit length; of a parallel view only. */
  zoom: number
}

type Matrix = { readonly elements: readonly number[] }

/** What the session and its panels may ask of the camera. The picture makes it (`picture/camera-rig.ts`). */
export type Rig = {
  /** It looks at a scene. */
  readonly isSet: boolean
  /** By how much the lengths of the model that it looks at were converted. */
  readonly scaled: number
  /** As it is at this moment, for what turns with it. */
  readonly camera3: { readonly matrixWorldInverse: Matrix; readonly projectionMatrix: Matrix }
  /** Of the picture, in CSS pixels. */
  readonly size: { readonly width: number; readonly height: number }

  look: (name: ViewName) => void
  /** `direction`: from the model to the eye, with Z up, whatever is up in the picture. */
  lookAlong: (direction: Vec) => void
  /** What lies in its slab, which must be cut already. */
  lookAtDrawing: (drawing: Drawing) => void
  fit: () => void
  /** `areOlder`: they lie in the earlier one of two revisions. */
  focus: (elements: readonly FoundElement[], areOlder?: boolean) => void
  /** By degrees about the target. */
  turn: (azimuth: number, polar: number) => void
  nearer: (factor: number) => void
  /** As it was before anybody moved it; `drawing`: the one that is open. */
  setFirst: (drawing: Drawing | null) => void
  /** For the address; null until somebody moves it. */
  camera: () => Camera | null
  setCamera: (camera: Camera, isAnimated: boolean) => void
  /** It stays where it is, whatever comes over the picture, and the address tells where that is. */
  hold: () => void

  /** Where a point about the scene's origin is in the picture, in CSS pixels; null behind the eye. */
  project: (point: Vec) => { x: number; y: number; depth: number } | null
  /** The ray under a place of the picture, cut by the section planes. */
  ray: (x: number, y: number, section: SectionBox | null) => Ray
  /** Where it would be fitted to on a sheet of pixels that nothing lies over, `scale` pixels a unit; null where somebody has moved it. */
  fitFor: (width: number, height: number, covers: readonly []) => { scale: number } | null
  /** Length of a pixel at a distance along such a ray. */
  pixelAt: (distance: number) => number
}
