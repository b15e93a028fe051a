import type { Hinge, Spring } from '#lib/drawing/hinge-marks.ts'
import type { LoadMark } from '#lib/drawing/load-marks.ts'
import type { Vec } from '#lib/model/shape/vector.ts'

/** Loads as the picture draws them, with places about the origin of the scene. Types only. */

export type CaseEntry = { id: string; name: string | null; nature: string | null; selfWeight: number; loads: number }

/** `index`: of the node, frame or area that it is on; what is hidden carries no mark. */
export type PlacedMark = { kind: 'node' | 'frame' | 'area'; index: number; mark: LoadMark }

export type ShownLoads = {
  /** Null: the model has no load case. */
  loadCase: CaseEntry | null
  marks: PlacedMark[]
  /** What acts of it along X, Y and Z, in the model's unit of force. */
  sum: Vec
  unit: string
  hinges: { frame: number; hinge: Hinge }[]
  springs: { node: number; spring: Spring }[]
  diaphragms: { name: string; outline: Vec[] }[]
}
