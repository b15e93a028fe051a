import type { CardinalPoint } from '#lib/model/section/section-properties.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { dot, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { Point2, ViewerFrame } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import { offsetAtPoint, outlineSize, type Shape, shapeOfSubmitted } from '../frame-of-reference.ts'
import type { ModelBuilder } from '../model-builder.ts'
import type { ImportReport } from '../report.ts'

/** How a file says where a frame's section stands: a cardinal point, and how far each end is moved. */
export type InsertionRow = {
  point: CardinalPoint
  /** In axes 1, 2, 3 of the frame where `isLocal`, else in global axes. */
  start: Vec
  end: Vec
  isLocal: boolean
  isMirrored: boolean
}

const NOWHERE: Vec = [0, 0, 0]
const NOT_MOVED: Point2 = { x: 0, y: 0 }
/** Of a frame of which a file says nothing. */
export const AT_CENTROID: InsertionRow = { point: 10, start: NOWHERE, end: NOWHERE, isLocal: true, isMirrored: false }

const isPoint = (value: number): value is CardinalPoint => Number.isInteger(value) && value >= 1 && value <= 11
/** `8 (top center)`: the number counts. */
export const readPoint = (text: string | undefined): CardinalPoint | undefined => {
  const number = Number(/^\s*(\d+)/.exec(text ?? '')?.[1])
  return isPoint(number) ? number : undefined
}

/** Gives frames their `sectionOffset`: where the section stands by the file, and by its centroid where the file says nothing. */
export class FrameOffsets {
  readonly #shapes = new Map<string, Shape>()

  constructor(
    readonly model: ModelBuilder,
    readonly report: ImportReport,
  ) {}

  #shapeOf(sectionId: string): Shape | undefined {
    const known = this.#shapes.get(sectionId)
    if (known) return known
    const section = this.model.get('sections', sectionId)
    if (!section) return undefined
    const shape = shapeOfSubmitted(section, this.model.unit)
    this.#shapes.set(sectionId, shape)
    return shape
  }

  set(frame: ViewerFrame, row: InsertionRow = AT_CENTROID): void {
    const about = { example: `frame ${frame.id}` }
    if (row.isMirrored) this.report.note('dropped', 'mirror', about)
    const moved = this.#moved(frame, row)
    const section = frame.sectionId ?? undefined
    const start = this.#offsetOf(section, row.point, moved.start)
    const end = this.#offsetOf(frame.endSectionId ?? section, row.point, moved.end)
    if (start && end) {
      if (start.x === 0 && start.y === 0 && end.x === 0 && end.y === 0) return
      frame.sectionOffset = start
      if (start.x !== end.x || start.y !== end.y) frame.endSectionOffset = end
      this.report.note('converted', 'insertion_point_converted', about)
      return
    }
    if (row.point !== 10) {
      frame.source = { ...frame.source, cardinalPoint: row.point }
      this.report.note('kept', 'insertion_point_without_outline', about)
    }
    const isApart = moved.start.x !== moved.end.x || moved.start.y !== moved.end.y
    if (isApart || moved.start.x !== 0 || moved.start.y !== 0) frame.sectionOffset = moved.start
    if (isApart) frame.endSectionOffset = moved.end
  }

  /** Undefined without an outline to measure on. */
  #offsetOf(sectionId: string | undefined, point: CardinalPoint, moved: Point2): Point2 | undefined {
    const shape = sectionId === undefined ? undefined : this.#shapeOf(sectionId)
    const offset = shape && offsetAtPoint(shape, point, moved)
    const size = (shape && outlineSize(shape)) ?? 0
    return offset ? { x: settled(offset.x, size), y: settled(offset.y, size) } : undefined
  }

  /** Of both ends, along 3 and 2. */
  #moved(frame: ViewerFrame, { start, end, isLocal }: InsertionRow): { start: Point2; end: Point2 } {
    if ([...start, ...end].every((part) => part === 0)) return { start: NOT_MOVED, end: NOT_MOVED }
    const about = { example: `frame ${frame.id}` }
    const [one, other] = isLocal ? [start, end] : [start, end].map((vector) => this.#alongAxes(frame, vector))
    if (!one || !other) return { start: NOT_MOVED, end: NOT_MOVED }
    if (one[0] !== 0 || other[0] !== 0) this.report.note('dropped', 'offset_along_axis', about)
    return { start: { x: one[2] + 0, y: one[1] + 0 }, end: { x: other[2] + 0, y: other[1] + 0 } }
  }

  #alongAxes({ startNodeId, endNodeId, rotation }: ViewerFrame, vector: Vec): Vec {
    const [start, end] = [this.model.get('nodes', startNodeId), this.model.get('nodes', endNodeId)]
    const axes = start && end && localAxes(vec(start.position), vec(end.position), rotation)
    if (!axes) return NOWHERE
    return [twelveDigits(dot(vector, axes[0])), twelveDigits(dot(vector, axes[1])), twelveDigits(dot(vector, axes[2]))]
  }
}

/** Without what rounding leaves of a section that stands with its centroid on the line. */
const settled = (value: number, size: number): number => (Math.abs(value) <= 1e-12 * size ? 0 : twelveDigits(value))
