'use client'

import type { ReactNode } from 'react'
import { isKeyOf, keysOf } from '#lib/values/object-keys.ts'
import { turnMeasuring } from '../../session/measure/measure-mode.ts'
import { hideSelected, isolateSelected, showAll } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import { type Drawing, isSame, titleOf } from '../../session/view/drawings.ts'
import { drawingGroups, fitAll, lookAt, openDrawing } from '../../session/view/navigate.ts'
import { VIEW_NAMES, VIEWS } from '../../session/view/standard-views.ts'
import { startWalking } from '../../session/view/walk-mode.ts'
import { Icon, type IconName } from '../icon.tsx'
import { useStore } from '../use-store.ts'
import styles from './toolbar.module.css'

type Props = {
  session: ViewerSession
  onPicture: () => void
  onLink: () => void
  onHelp: () => void
  onSection: () => void
  hasTables: boolean
  onTables: () => void
  hasResults: boolean
  onResults: () => void
  /** Before the list of keys. */
  children: ReactNode
}

export function Toolbar({
  session,
  onPicture,
  onLink,
  onHelp,
  onSection,
  hasTables,
  onTables,
  hasResults,
  onResults,
  children,
}: Props) {
  const { view, host } = session
  const projection = useStore(view, (state) => state.projection)
  const isMeasuring = useStore(view, (state) => state.measuring !== null)
  const isBoxing = useStore(view, (state) => state.boxing)
  const isCut = useStore(view, (state) => state.section !== null)
  const hasSelection = useStore(view, (state) => state.selected.length > 0)
  const isPartial = useStore(
    view,
    (state) =>
      state.hidden.length > 0 || state.isolated !== null || Object.values(state.filters).some((values) => values?.length),
  )
  return (
    <div className={styles.bar} role="toolbar" aria-label="View">
      <Tool icon="fit" label="Fit everything" keys="F" onPress={() => fitAll(session)} />
      <Views session={session} />
      <Tool
        icon="parallel"
        label="Parallel projection"
        keys="P"
        isOn={projection === 'parallel'}
        onPress={() => view.set({ projection: projection === 'parallel' ? 'perspective' : 'parallel' })}
      />
      <span className={styles.gap} />
      <Tool
        icon="isolate"
        label="Isolate the selection"
        keys="I"
        isOff={!hasSelection}
        onPress={() => isolateSelected(session)}
      />
      <Tool icon="hide" label="Hide the selection" keys="H" isOff={!hasSelection} onPress={() => hideSelected(session)} />
      <Tool icon="show" label="Show everything" keys="A" isOff={!isPartial} onPress={() => showAll(session)} />
      <span className={styles.gap} />
      <Tool icon="measure" label="Measure" keys="M" isOn={isMeasuring} onPress={() => turnMeasuring(session)} />
      <Tool icon="box" label="Select with a box" keys="B" isOn={isBoxing} onPress={() => view.set({ boxing: !isBoxing })} />
      <Tool icon="section" label="Section box" keys="X" isOn={isCut} onPress={onSection} />
      <span className={styles.gap} />
      <Tool icon="table" label="Tables and quantities" keys="E" isOn={hasTables} onPress={onTables} />
      {host.can.has('analyse') && <Tool icon="results" label="Results" keys="R" isOn={hasResults} onPress={onResults} />}
      {host.can.has('file') && <Tool icon="camera" label="Save as picture, PDF or SVG" keys="S" onPress={onPicture} />}
      {host.can.has('clipboard') && <Tool icon="link" label="Copy a link to this view" onPress={onLink} />}
      {children}
      <Tool icon="help" label="Keys and gestures" keys="?" onPress={onHelp} />
    </div>
  )
}

const WALK = 'walk'

/** All views that have a name: the standard ones, the plans at the levels, the elevations at the grid lines. */
function Views({ session }: { session: ViewerSession }) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const { drawing, up } = useStore(session.view, (state) => state)
  const groups = drawn ? drawingGroups(session) : []
  const all = groups.flatMap(({ drawings }) => drawings)
  const key = ({ axis, at }: Drawing) => `${axis} ${at}`
  const choose = (value: string) => {
    const chosen = all.find((one) => key(one) === value)
    if (chosen) return openDrawing(session, chosen)
    if (value === WALK) return startWalking(session)
    if (isKeyOf(VIEWS, value)) lookAt(session, value)
  }
  const isKnown = drawing && all.some((one) => isSame(one, drawing))
  return (
    <label className={styles.views}>
      <span className="visually-hidden">Go to a view</span>
      <select value={isKnown ? key(drawing) : ''} onChange={(event) => choose(event.target.value)}>
        <option value="" disabled>
          Views
        </option>
        <optgroup label="Standard views">
          {keysOf(VIEWS).map((name, k) => (
            <option key={name} value={name}>
              {k} · {VIEW_NAMES[name]}
            </option>
          ))}
          <option value={WALK}>V · Walk inside</option>
        </optgroup>
        {groups.map(({ name, drawings }) => (
          <optgroup key={name} label={name}>
            {drawings.map((one) => (
              <option key={key(one)} value={key(one)}>
                {titleOf(one, up)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  )
}

type ToolProps = { icon: IconName; label: string; keys?: string; isOn?: boolean; isOff?: boolean; onPress: () => void }

export function Tool({ icon, label, keys, isOn, isOff = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      aria-pressed={isOn}
      title={keys ? `${label} (${keys})` : label}
      disabled={isOff}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
