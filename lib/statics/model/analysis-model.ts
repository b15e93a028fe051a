import type { Axes } from '#lib/model/shape/local-axes.ts'
import { add, scale, type Vec } from '#lib/model/shape/vector.ts'
import type { Arms, Joints } from '../solver/element-stiffness.ts'
import type { AnalysisUnits } from './analysis-units.ts'
import type { FrameProperties } from './frame-properties.ts'
import type { FrameTaper } from './frame-taper.ts'

/** A model as it is analysed: N, m, kg, radians, places about the middle of the structure, references resolved. */
export type AnalysisModel = {
  units: AnalysisUnits
  /** Nodes of frames with a length, then supported ones without. */
  nodes: AnalysisNodes
  frames: readonly AnalysisFrame[]
  supports: readonly AnalysisSupport[]
  diaphragms: readonly AnalysisDiaphragm[]
  /** By motion of the nodes. A node that another moves with has none of its own. */
  isHeld: Uint8Array
  springs: Float64Array
  /** Frames that taper, and are chains of prisms. */
  tapers: number
  /** Frames without length that are left out; frames whose offset is, or whose taper, as it fits no more; areas, whose stiffness is. */
  leftOut: { framesWithoutLength: number; offsets: number; tapers: number; areasAsStiffness: number }
}

export type AnalysisNodes = {
  ids: string[]
  /** By the place of the node in the model; -1: not analysed. */
  placeOf: Int32Array
  coordinates: readonly [Float64Array, Float64Array, Float64Array]
  /** The node that each moves with, which is itself where no frame without length ties it to another. */
  rootOf: Int32Array
  /** Where no frame ends and no support holds: 1 by motion. Nothing may act there. */
  isOpen: Uint8Array
  /** About which all coordinates are, in m. */
  middle: Vec
  /** Longest frame, and D of the conventions, in m. */
  longest: number
  diagonal: number
}

export type AnalysisFrame = {
  id: string
  /** In the model. */
  ordinal: number
  start: number
  end: number
  length: number
  axes: Axes
  /** Of what tapers those of its middle. */
  properties: FrameProperties
  joints: Joints | null
  /** From the nodes that move it to its centroid line. */
  arms: Arms
  /** From the node line to the centroid line, at the start. */
  offset: Vec
  sectionId: string
  taper: FrameTaper | null
}

export type AnalysisSupport = { id: string; node: number }

/** The first node is the master. */
export type AnalysisDiaphragm = { id: string; nodes: Int32Array }

export const positionOf = ({ coordinates: [x, y, z] }: AnalysisNodes, node: number): Vec => [x[node]!, y[node]!, z[node]!]

/** What a frame is made of, one behind the other: itself, or the chain of a taper. `offset`: of the centroid line, from the node line. */
export function prismsOf({ length, properties, offset, axes, taper }: AnalysisFrame) {
  if (!taper) return [{ from: 0, to: length, properties, offset }]
  return taper.chain.segments.map(({ from, to, properties: own, offset: [along2, along3] }) => ({
    ...{ from, to, properties: own },
    offset: add(scale(axes[1], along2), scale(axes[2], along3)),
  }))
}
