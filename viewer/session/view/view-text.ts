import { COLOURINGS } from '#lib/model/colourings.ts'
import { distance } from '#lib/model/shape/vector.ts'
import { refsText, textRefs } from '#lib/model/validate/refs-text.ts'
import { compareText, readCamera, readCompare, readRevision, readSection, readUp, sectionText } from '#lib/model/view-query.ts'
import { isKeyOf } from '#lib/values/object-keys.ts'
import { type ElementRef, FACETS, type Filters } from '../../worker/elements.ts'
import { dimensionsText, textDimensions } from '../measure/dimensions.ts'
import { drawingText, textDrawing } from './drawings.ts'
import { PRESETS, type Preset } from './presets.ts'
import type { Camera } from './rig.ts'
import { HOWS } from './time.ts'
import { FIRST_VIEW, type ViewState } from './view-state.ts'

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
  put('loads', state.layers.loads && (state.loadCase ?? undefined))
  put('results', state.results ? `${state.results.show}:${state.results.case ?? ''}` : undefined)
  put('units', state.units !== FIRST_VIEW.units && state.units)
  put('up', state.up ?? undefined)
  put('scaled', state.scaled !== FIRST_VIEW.scaled && String(state.scaled))
  put('section', state.section !== null && sectionText(state.section))
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
  const camera = readCamera(query.get('camera'))
  const only = query.get('only')
  const scaled = Number(query.get('scaled'))
  const drawing = textDrawing(query.get('drawing'))
  // A drawing that says nothing of a camera is seen square on.
  const isParallel = query.get('projection') === 'parallel' || (drawing !== null && !camera)
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
      loadCase: query.get('loads') || null,
      results: textResults(query.get('results')),
      units: oneOf('units', ['metres', 'millimetres', 'feet-inches']) ?? FIRST_VIEW.units,
      scaled: Number.isFinite(scaled) && scaled > 0 ? scaled : FIRST_VIEW.scaled,
      up: readUp(query.get('up')),
      section: readSection(query.get('section')),
      dimensions: textDimensions(query.get('measure')),
      drawing,
      revision: readRevision(query.get('revision')),
      compare: readCompare(query.get('compare')),
      how: oneOf('how', HOWS) ?? FIRST_VIEW.how,
      quality: oneOf('quality', ['full']) ?? FIRST_VIEW.quality,
    },
    selected: textRefs(query.get('selected')),
    camera,
  }
}

/** `m3:ULS`. */
function textResults(text: string | null): ViewState['results'] {
  const [show, ...id] = (text ?? '').split(':')
  return show ? { show, case: id.join(':') || null } : null
}

/** Addresses written before there were presets. */
function formerPreset(query: URLSearchParams): Preset | null {
  if (query.get('style') === 'lines') return 'analytical'
  return query.get('areas') === 'solid' ? 'solid' : null
}

/** An address has no room for thousands: beyond that nothing is kept. */
export const MOST_REFS = 200
const shortRefs = (refs: readonly ElementRef[]) => (refs.length > MOST_REFS ? '' : refsText(refs))
