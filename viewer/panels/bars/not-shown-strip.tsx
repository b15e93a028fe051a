'use client'

import { useState } from 'react'
import type { Scene } from '#lib/geometry/scene.ts'
import { grouped } from '#lib/values/count-text.ts'
import { entriesOf } from '#lib/values/object-keys.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { Layers, ViewState } from '../../session/view/view-state.ts'
import { countText, type ElementKind, type Facet, type FacetValue, KIND_NAMES } from '../../worker/elements.ts'
import { useFacets } from '../outline/use-facets.ts'
import { useStore } from '../use-store.ts'
import styles from './not-shown.module.css'

/** One thing for which something is missing in the picture, and the view without it. */
type Missing = { key: string; text: string; without: Partial<ViewState> }

/** So many in the row; the rest behind a count. */
const MOST = 4
const KINDS = ['frame', 'area', 'support'] as const

/** What is missing in the picture and why, each to be taken back. An open drawing says so itself, in its bar. */
export function NotShownStrip({ session }: { session: ViewerSession }) {
  const view = useStore(session.view, (state) => state)
  const hidden = useStore(session.derived, (state) => state.hidden)
  const isolated = useStore(session.derived, (state) => state.isolated)
  const scene = useStore(session.model.state, (state) => state.drawn?.scene)
  const isFiltered = Object.values(view.filters).some((values) => values.length > 0)
  const facets = useFacets(session, isFiltered)
  const [isWhole, setWhole] = useState(false)
  const [isListed, setListed] = useState(false)
  const missing = [
    ...(hidden.length ? [{ key: 'hidden', text: `${grouped(hidden.length)} hidden`, without: { hidden: [] } }] : []),
    ...(isolated ? [{ key: 'only', text: `Only ${grouped(alone(isolated))}`, without: { isolated: null } }] : []),
    ...filtered(view, facets.face === 'answer' ? facets.answer : null),
    ...off(view.layers),
    ...(view.section && !view.drawing ? [{ key: 'section', text: 'Section box', without: { section: null } }] : []),
  ]
  const undrawn = scene ? undrawnWords(scene) : []
  const lost = scene ? scene.undrawn.nodes + scene.undrawn.frames + scene.undrawn.areas : 0
  if (missing.length + lost === 0) return null
  const notListed = isWhole ? 0 : Math.max(0, missing.length - MOST)
  return (
    <>
      {/* A list whose marks are taken off by a style is none to some screen readers. */}
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <ul className={styles.strip} role="list" aria-label="Not everything is shown">
        {missing.slice(0, missing.length - notListed).map(({ key, text, without }) => (
          <li key={key}>
            <button type="button" title={`${text}: show again`} onClick={() => session.view.set(without)}>
              <span>
                <bdi>{text}</bdi>
              </span>
              <span aria-hidden="true">×</span>
              <span className="visually-hidden">: show again</span>
            </button>
          </li>
        ))}
        {notListed > 0 && (
          <li>
            <button type="button" aria-label={`${notListed} more`} onClick={() => setWhole(true)}>
              +{notListed}
            </button>
          </li>
        )}
        {lost > 0 && (
          <li>
            <button type="button" aria-expanded={isListed} onClick={() => setListed(!isListed)}>
              <span>{grouped(lost)} cannot be drawn</span>
              <span aria-hidden="true">{isListed ? '▾' : '▸'}</span>
            </button>
          </li>
        )}
      </ul>
      {isListed && lost > 0 && (
        <ul className={styles.reasons}>
          {undrawn.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Those that were meant: nodes and supports come along with them. */
function alone(isolated: readonly { kind: ElementKind }[]): number {
  const meant = isolated.filter(({ kind }) => kind === 'frame' || kind === 'area')
  return meant.length || isolated.length
}

/** Until it is known what values are called, they say it themselves. */
function filtered({ filters }: ViewState, facets: Record<Facet, FacetValue[]> | null): Missing[] {
  return entriesOf(filters).flatMap(([by, values]) =>
    values.map((value) => ({
      key: `${by} ${value}`,
      text: `Without ${facets?.[by].find((one) => one.value === value)?.label ?? value}`,
      without: { filters: { ...filters, [by]: values.filter((other) => other !== value) } },
    })),
  )
}

const off = (layers: Layers): Missing[] =>
  KINDS.filter((kind) => !layers[`${kind}s`]).map((kind) => ({
    key: `layer ${kind}`,
    text: `${KIND_NAMES[kind][1]} off`,
    without: { layers: { ...layers, [`${kind}s`]: true } },
  }))

const undrawnWords = ({ undrawn: { nodes, frames, areas } }: Scene): string[] => [
  ...(nodes ? [`${countText(nodes, 'node')}: farther away than any screen can show`] : []),
  ...(frames ? [`${countText(frames, 'frame')}: at such a node, or at one that is missing`] : []),
  ...(areas
    ? [`${countText(areas, 'area')}: at such nodes, with corners that enclose nothing, or of an outline too large to be filled`]
    : []),
]
