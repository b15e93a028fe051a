import type { SheetComment } from '#lib/drawing/sheet/comment-marks.ts'
import type { PaperChoice } from '#lib/drawing/sheet/paper.ts'
import type { SheetResults } from '#lib/drawing/sheet/result-marks.ts'
import type { TitleBlock } from '#lib/drawing/sheet/sheet-frame.ts'
import type { ColourBy } from '#lib/model/colourings.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { LengthDisplay } from '#lib/model/units.ts'
import type { Finding } from '#lib/schema/schema.ts'
import type { Colouring, ElementRef, Filters } from './elements.ts'

/** What frames, areas and nodes are named by. */
export type SheetNames = {
  frames: 'none' | 'section' | 'id'
  areas: 'none' | 'thickness' | 'id'
  /** By their ids; `supported`: those alone that have a support. */
  nodes: 'none' | 'supported' | 'all'
  /** By their numbers, with a list. */
  comments: 'none' | 'open' | 'all'
}

/** A plan or an elevation as it is asked for on paper. */
export type SheetAsk = {
  /** `at`: its coordinate in model axes; `low`, `high`: its slab there. */
  drawing: { axis: 'X' | 'Y' | 'Z'; at: number; low: number | null; high: number | null; isPlan: boolean }
  toward: Vec
  up: Vec
  paper: PaperChoice
  /** The N of 1:N; null takes the largest that fits. */
  scale: number | null
  display: LengthDisplay
  colourBy: ColourBy
  findings?: readonly Finding[]
  shown: {
    hidden: readonly ElementRef[]
    isolated: readonly ElementRef[] | null
    out: Filters
    frames: boolean
    areas: boolean
    supports: boolean
    grid: boolean
  }
  names: SheetNames
  comments?: readonly SheetComment[]
  /** Of an analysis, drawn over what is built, which is in its colours. */
  results?: {
    drawn: SheetResults
    title: string
    banner: string
    colouring: Colouring
    keys: readonly { label: string; fill: string }[]
  }
  block: Omit<TitleBlock, 'scale' | 'unit' | 'results'>
  /** Only at which scale it would be drawn: nothing is, and the SVG is empty. */
  isScaleOnly?: true
}

export type Sheet = {
  state: 'drawn'
  svg: string
  scale: number | null
  /** Frames and areas; and whether they are painted, as there are too many for lines. */
  count: number
  isPainted: boolean
}
/** Too large at this scale: how much it needs, and what the sheet has. */
export type Refused = { state: 'refused'; says: string }
export type SheetAnswer = Sheet | Refused
