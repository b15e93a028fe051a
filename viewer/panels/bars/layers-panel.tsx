'use client'

import { readUnits } from '#lib/model/units.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { ViewerSession } from '../../session/session.ts'
import { presetOf } from '../../session/view/preset-now.ts'
import { PRESETS } from '../../session/view/presets.ts'
import type { Labels, Layers } from '../../session/view/view-state.ts'
import { turnUp } from '../../session/view/way-up-question.ts'
import type { Facet, FacetValue } from '../../worker/elements.ts'
import { Check, Choice } from '../fields.tsx'
import { LoadCaseChoice } from '../loads/load-case-choice.tsx'
import { useFacets } from '../outline/use-facets.ts'
import styles from '../panel.module.css'
import { RequestResult } from '../request-result.tsx'
import { useStore } from '../use-store.ts'
import { COLOURS } from './colour-choices.ts'

const LAYERS: readonly (readonly [keyof Layers, string])[] = [
  ['frames', 'Frames'],
  ['areas', 'Areas'],
  ['supports', 'Supports'],
  ['nodes', 'Nodes'],
  ['grid', 'Grid lines and levels'],
  ['axes', 'Local axes (1 red, 2 green, 3 blue)'],
  ['loads', 'Loads, hinges, springs, diaphragms'],
  ['ground', 'Ground'],
  ['shading', 'Darker corners, when at rest'],
  ['shadows', 'Shadows, when at rest'],
]
const LABELS: readonly (readonly [keyof Labels, string])[] = [
  ['frames', 'Frames'],
  ['sections', 'Sections'],
  ['areas', 'Areas'],
  ['nodes', 'Nodes'],
]
const FACETS: readonly (readonly [Facet, string])[] = [
  ['kind', 'Kind'],
  ['storey', 'Storey'],
  ['section', 'Section'],
  ['material', 'Material'],
]

const UPS: readonly (readonly [Up | 'z', string])[] = [
  ['z', '+Z, as usual'],
  ['y', '+Y'],
  ['-z', '−Z'],
  ['-y', '−Y'],
]

/** What is drawn, how, and what is left out. */
export function LayersPanel({ session }: { session: ViewerSession }) {
  const { view } = session
  const { layers, labels, colourBy, units, up, quality } = useStore(view, (state) => state)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const hasUnit = readUnits(drawn?.summary.units).length !== undefined
  return (
    <div className={styles.layers}>
      <fieldset>
        <legend>Show</legend>
        {LAYERS.map(([key, name]) => (
          <Check
            key={key}
            label={name}
            isOn={layers[key]}
            onChange={(isOn) => view.set({ layers: { ...layers, [key]: isOn } })}
          />
        ))}
        {layers.loads && <LoadCaseChoice session={session} label="Load case" />}
      </fieldset>
      <fieldset>
        <legend>Labels</legend>
        {LABELS.map(([key, name]) => (
          <Check
            key={key}
            label={name}
            isOn={labels[key]}
            onChange={(isOn) => view.set({ labels: { ...labels, [key]: isOn } })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>Appearance</legend>
        <Choice label="Colour by" value={colourBy} options={COLOURS} onChange={(colourBy) => view.set({ colourBy })} />
        <Choice label="Bodies" value={presetOf(session)} options={PRESETS} onChange={(preset) => view.set({ preset })} />
        {hasUnit ? (
          <Choice
            label="Lengths in"
            value={units}
            options={[
              ['model', "The model's unit"],
              ['metres', 'm'],
              ['millimetres', 'mm'],
              ['feet-inches', 'ft-in'],
            ]}
            onChange={(units) => view.set({ units })}
          />
        ) : (
          <p className="muted small">The model does not say its length unit: numbers are shown as they are.</p>
        )}
        <Check
          label="Always full (also where the picture takes long)"
          isOn={quality === 'full'}
          onChange={(isOn) => view.set({ quality: isOn ? 'full' : 'auto' })}
        />
        <Choice
          label="Up in the picture"
          value={up ?? 'z'}
          options={UPS}
          onChange={(next) => turnUp(session, next === 'z' ? null : next)}
        />
      </fieldset>
      {drawn && <Filters session={session} />}
    </div>
  )
}

function Filters({ session }: { session: ViewerSession }) {
  return (
    <RequestResult request={useFacets(session)} busy="Reading what can be filtered…">
      {(facets) => <Facets session={session} facets={facets} />}
    </RequestResult>
  )
}

function Facets({ session, facets }: { session: ViewerSession; facets: Record<Facet, FacetValue[]> }) {
  const filters = useStore(session.view, (state) => state.filters)
  const turn = (facet: Facet, value: string, isOn: boolean) => {
    const others = (filters[facet] ?? []).filter((other) => other !== value)
    session.view.set({ filters: { ...filters, [facet]: isOn ? others : [...others, value] } })
  }
  const showOnly = (facet: Facet, value: string) => {
    const others = facets[facet].map((one) => one.value).filter((other) => other !== value)
    session.view.set({ filters: { ...filters, [facet]: others } })
  }
  return FACETS.filter(([facet]) => facets[facet].length > 1).map(([facet, name]) => (
    <details key={facet} className={styles.facet} open={facet === 'kind' || (filters[facet]?.length ?? 0) > 0}>
      <summary>
        Filter by {name.toLowerCase()}
        {filters[facet]?.length ? <span className={styles.badge}>{filters[facet].length} off</span> : null}
      </summary>
      <div className={styles.facetTools}>
        <button type="button" onClick={() => session.view.set({ filters: { ...filters, [facet]: [] } })}>
          All
        </button>
        <button
          type="button"
          onClick={() => session.view.set({ filters: { ...filters, [facet]: facets[facet].map(({ value }) => value) } })}
        >
          None
        </button>
      </div>
      {facets[facet].slice(0, 200).map(({ value, label, count }) => (
        <div key={value} className={styles.value}>
          <Check
            label={label}
            count={count}
            isOn={!filters[facet]?.includes(value)}
            onChange={(isOn) => turn(facet, value, isOn)}
          />
          <button type="button" aria-label={`Only ${label}`} onClick={() => showOnly(facet, value)}>
            only
          </button>
        </div>
      ))}
    </details>
  ))
}
