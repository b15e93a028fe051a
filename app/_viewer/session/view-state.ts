import type { SnapKind } from '#lib/geometry/snap-candidates.ts'
import { COLOURINGS, type ColourBy } from '#lib/model/colourings.ts'
import { refsText, textRefs } from '#lib/model/refs-text.ts'
import type { LengthDisplay } from '#lib/model/units.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { distance, perAxis, type Vec } from '#lib/model/vector.ts'
import { isKeyOf } from '#lib/values/keyed.ts'
import type { OlderElement } from '../worker/comparison.ts'
import { type ElementRef, FACETS, type Filters, type FoundElement } from '../worker/elements.ts'
import { type Dimension, dimensionsText, type Measures, textDimensions } from './dimensions.ts'
import { type Drawing, drawingText, textDrawing } from './drawings.ts'
import { PRESETS, type Preset } from './presets.ts'
import type { Camera } from './rig.ts'
import type { SectionBox, Side } from './section-box.ts'
import { createStore, type Store } from './store.ts'
import { type Comparing, compareText, HOWS, type How, readCompare, readRevision } from './time.ts'

/** A grid bubble or a mark of the levels that the pointer is on: what it says, and what a press opens. */
export type Mark = { says: string; more?: string; drawing?: Drawing; elevation?: number; levels?: true }

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
  units: LengthDisplay
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
    shading: true,
    shadows: false,
  },
  labels: { nodes: false, frames: false, areas: false, sections: false },
  units: 'model',
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

/** A view as text for the address: only what differs from the first view, ids instead of places. */
export function writeView(state: ViewState, camera: Camera | null): URLSearchParams {
  const query = new URLSearchParams()
  const put = (name: string, value: string | undefined | false) => value && query.set(name, value)
  if (camera) {
    const { position, target, zoom } = camera
    const places = [...position, ...target].map(asFineAs(distance(position, target)))
    put('camera', [...places, ...(state.projection === 'parallel' ? [Number(zoom.toPrecision(9))] : [])].join(','))
  }
  put('projection', state.projection === 'parallel' && 'parallel')
  put('selected', shortRefs(state.selected))
  put('hidden', shortRefs(state.hidden))
  put('only', state.isolated ? shortRefs(state.isolated) : undefined)
  for (const [facet, values] of Object.entries(state.filters))
    if (values.length) for (const value of values) query.append(`without-${facet}`, value)
  put('colour', state.colourBy !== FIRST_VIEW.colourBy && state.colourBy)
  put('of', state.colourBy === 'finding' && state.findingCode !== null && state.findingCode)
  put('finding', state.finding ?? undefined)
  put('style', state.preset ?? undefined)
  const changed = (now: Record<string, boolean>, first: Record<string, boolean>) =>
    Object.keys(first)
      .flatMap((key) => (now[key] === first[key] ? [] : [`${now[key] ? '' : '-'}${key}`]))
      .join(',')
  put('layers', changed(state.layers, FIRST_VIEW.layers))
  put('labels', changed(state.labels, FIRST_VIEW.labels))
  put('units', state.units !== FIRST_VIEW.units && state.units)
  put('up', state.up ?? undefined)
  if (state.section)
    put(
      'section',
      [...state.section.low, ...state.section.high].map((v) => (v === null ? '' : Number(v.toPrecision(12)))).join(','),
    )
  put('measure', dimensionsText(state.dimensions))
  put('drawing', state.drawing ? drawingText(state.drawing) : undefined)
  put('revision', state.revision !== null && String(state.revision))
  put('compare', state.compare ? compareText(state.compare) : undefined)
  put('how', state.compare !== null && state.how !== FIRST_VIEW.how && state.how)
  put('quality', state.quality !== FIRST_VIEW.quality && state.quality)
  return query
}

/**
 * Places rounded to what nobody sees: a part of how far the eye is from what it looks at. So a building in the coordinates of its
 * country is looked at from where it was, as one at the origin.
 */
function asFineAs(reach: number): (value: number) => number {
  const decimals = Math.min(20, Math.max(0, 8 - Math.floor(Math.log10(reach || 1))))
  return (value) => Number(value.toFixed(decimals)) + 0
}

/** The same read back; what makes no sense is left at the first view. Elements come as refs without a place. */
export function readView(query: URLSearchParams): { state: Partial<ViewState>; selected: ElementRef[]; camera: Camera | null } {
  const oneOf = <T extends string>(name: string, values: readonly T[]) => values.find((value) => value === query.get(name))
  const flags = <K extends string>(name: string, first: Record<K, boolean>): Record<K, boolean> => {
    const now = { ...first }
    for (const word of (query.get(name) ?? '').split(',')) {
      const key = word.replace(/^-/, '')
      if (isKeyOf(now, key)) now[key] = !word.startsWith('-')
    }
    return now
  }
  const filters: Filters = {}
  for (const facet of FACETS) {
    const values = query.getAll(`without-${facet}`)
    if (values.length) filters[facet] = values
  }
  const numbers = (query.get('camera') ?? '').split(',').map(Number)
  const isCamera = numbers.length >= 6 && numbers.every(Number.isFinite)
  const [px = 0, py = 0, pz = 0, tx = 0, ty = 0, tz = 0, zoom] = numbers
  const sides = query
    .get('section')
    ?.split(',')
    .map((text) => (text === '' || !Number.isFinite(Number(text)) ? null : Number(text)))
  const only = query.get('only')
  const drawing = textDrawing(query.get('drawing'))
  // A drawing that says nothing of a camera is seen square on.
  const isParallel = query.get('projection') === 'parallel' || (drawing !== null && !isCamera)
  return {
    state: {
      ...(isParallel && { projection: 'parallel' as const }),
      hidden: textRefs(query.get('hidden')),
      isolated: only ? textRefs(only) : null,
      filters,
      colourBy: oneOf('colour', COLOURINGS) ?? FIRST_VIEW.colourBy,
      findingCode: query.get('of') || null,
      finding: query.get('finding') || null,
      preset:
        oneOf<Preset>(
          'style',
          PRESETS.map(([name]) => name),
        ) ?? formerPreset(query),
      layers: flags('layers', FIRST_VIEW.layers),
      labels: flags('labels', FIRST_VIEW.labels),
      units: oneOf('units', ['metres', 'millimetres', 'feet-inches']) ?? FIRST_VIEW.units,
      up: oneOf('up', ['y', '-z', '-y'] satisfies Up[]) ?? null,
      section: sides?.length === 6 ? { low: perAxis((k) => sides[k]!), high: perAxis((k) => sides[3 + k]!) } : null,
      dimensions: textDimensions(query.get('measure')),
      drawing,
      revision: readRevision(query.get('revision')),
      compare: readCompare(query.get('compare')),
      how: oneOf('how', HOWS) ?? FIRST_VIEW.how,
      quality: oneOf('quality', ['full']) ?? FIRST_VIEW.quality,
    },
    selected: textRefs(query.get('selected')),
    camera: isCamera ? { position: [px, py, pz], target: [tx, ty, tz], zoom: zoom && zoom > 0 ? zoom : 0 } : null,
  }
}

/** Addresses written before there were presets. */
function formerPreset(query: URLSearchParams): Preset | null {
  if (query.get('style') === 'lines') return 'analytical'
  return query.get('areas') === 'solid' ? 'solid' : null
}

/** An address has no room for thousands: beyond that nothing is kept. */
export const MOST_REFS = 200
const shortRefs = (refs: readonly ElementRef[]) => (refs.length > MOST_REFS ? '' : refsText(refs))
