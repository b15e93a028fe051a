import type { SnapKind } from '#lib/geometry/pick/snap-candidates.ts'
import type { ColourBy } from '#lib/model/colourings.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { LengthDisplay } from '#lib/model/units.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { Comparing } from '#lib/model/view-query.ts'
import type { OlderElement } from '../../worker/compare/comparison.ts'
import type { ElementRef, Filters, FoundElement } from '../../worker/elements.ts'
import type { Dimension, Measures } from '../measure/dimensions.ts'
import type { ResultsView } from '../results/results-state.ts'
import { createStore, type Store } from '../store.ts'
import type { Drawing } from './drawings.ts'
import type { Preset } from './presets.ts'
import type { Camera } from './rig.ts'
import type { SectionBox, Side } from './section-box.ts'
import type { How } from './time.ts'

/** A grid bubble or a mark of the levels that the pointer is on: what it says, and what a press opens. */
export type Mark = { says: string; more?: string; drawing?: Drawing; elevation?: number; levels?: true; element?: FoundElement }

/** Where a snap is, in the picture and in model axes; `along`: the axis that the point is held to. */
export type ShownSnap = { kind: SnapKind | 'held'; at: Vec; x: number; y: number; along: 'X' | 'Y' | 'Z' | null }

export type ViewState = {
  selected: FoundElement[]
  hovered: FoundElement | null
  /** Elements out of sight, or the only ones in sight. */
  hidden: ElementRef[]
  isolated: ElementRef[] | null
  filters: Filters
  colourBy: ColourBy
  /** Coloured by finding: of this code alone. */
  findingCode: string | null
  /** The finding that is looked at, by `findingKey`. */
  finding: string | null
  /** Null until somebody chooses: what suits the model (`presets.ts`). */
  preset: Preset | null
  projection: 'perspective' | 'parallel'
  layers: Layers
  labels: Labels
  /** Whose loads are drawn, where they are; null: of the first that has any. */
  loadCase: string | null
  /** What the panel of results shows; null: it is not open. A case of null is the first. */
  results: ResultsView | null
  units: LengthDisplay
  /** What the model's lengths are multiplied by since it began, where this view's places stand (`view-scale.ts`). */
  scaled: number
  /** The axis of the model that is up in the picture; null: +Z. */
  up: Up | null
  section: SectionBox | null
  /** An old revision is looked at; null: the newest. */
  revision: number | null
  /** Two revisions are looked at beside each other. */
  compare: Comparing | null
  how: How
  /** Side by side: where the line between them is, as a part of the picture's width. */
  split: number
  /** Of the earlier one: what was removed since and is looked at. */
  ghost: OlderElement | null
  /** The side of the section box that the pointer is on or drags. */
  side: Side | null
  /** The plan or elevation that the section was cut for. */
  drawing: Drawing | null
  /** What the next press measures; null: it selects. */
  measuring: Measures | null
  dimensions: readonly Dimension[]
  /** The next press adds to the last dimension, which is a chain. */
  isChaining: boolean
  /** Somebody walks through the model: what they looked at before. */
  walking: {
    camera: Camera | null
    projection: 'perspective' | 'parallel'
    section: SectionBox | null
    drawing: Drawing | null
  } | null
  /** Why the last press measured nothing. */
  refused: string | null
  /** What the pointer would measure to. */
  snap: ShownSnap | null
  /** `full`: shaded and smoothed whatever it costs; else a machine that takes long is spared. */
  quality: 'auto' | 'full'
  /** The next drag selects a box. */
  boxing: boolean
  /** What the pointer is on beside the model. */
  mark: Mark | null
  /** Where in the picture the list of levels stands open. */
  levelsAt: { x: number; y: number } | null
}

export type Layers = {
  nodes: boolean
  frames: boolean
  areas: boolean
  supports: boolean
  grid: boolean
  axes: boolean
  ground: boolean
  loads: boolean
  shading: boolean
  shadows: boolean
}
export type Labels = { nodes: boolean; frames: boolean; areas: boolean; sections: boolean }

export const FIRST_VIEW: ViewState = {
  selected: [],
  hovered: null,
  hidden: [],
  isolated: null,
  filters: {},
  colourBy: 'kind',
  findingCode: null,
  finding: null,
  preset: null,
  projection: 'perspective',
  layers: {
    nodes: false,
    frames: true,
    areas: true,
    supports: true,
    grid: true,
    axes: false,
    ground: true,
    loads: false,
    shading: true,
    shadows: false,
  },
  labels: { nodes: false, frames: false, areas: false, sections: false },
  loadCase: null,
  results: null,
  units: 'model',
  scaled: 1,
  up: null,
  section: null,
  revision: null,
  compare: null,
  how: 'overlay',
  split: 0.5,
  ghost: null,
  side: null,
  drawing: null,
  measuring: null,
  dimensions: [],
  isChaining: false,
  walking: null,
  refused: null,
  snap: null,
  quality: 'auto',
  boxing: false,
  mark: null,
  levelsAt: null,
}

export type View = Store<ViewState>
export const createView = (from: Partial<ViewState> = {}): View => createStore<ViewState>({ ...FIRST_VIEW, ...from })
