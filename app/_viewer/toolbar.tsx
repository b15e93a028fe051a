'use client'

import { VIEWS, type ViewName } from './camera-rig.ts'
import { Icon, type IconName } from './icon.tsx'
import { hideSelected, isolateSelected, showAll, type ViewerSession } from './session.ts'
import { useStore } from './store.ts'
import styles from './toolbar.module.css'

const VIEW_NAMES: Record<ViewName, string> = {
  iso: 'Isometric',
  plan: 'Plan',
  front: 'Front',
  right: 'Right',
  back: 'Back',
  left: 'Left',
  below: 'From below',
}

type Props = { session: ViewerSession; onPicture: () => void; onLink: () => void; onHelp: () => void; onSection: () => void }

export function Toolbar({ session, onPicture, onLink, onHelp, onSection }: Props) {
  const { view } = session
  const projection = useStore(view, (state) => state.projection)
  const isMeasuring = useStore(view, (state) => state.measuring !== null)
  const isCut = useStore(view, (state) => state.section !== null)
  const hasSelection = useStore(view, (state) => state.selected.length > 0)
  const isPartial = useStore(
    view,
    (state) =>
      state.hidden.length > 0 || state.isolated !== null || Object.values(state.filters).some((values) => values?.length),
  )
  return (
    <div className={styles.bar} role="toolbar" aria-label="View">
      <Tool icon="fit" label="Fit everything" keys="F" onPress={() => session.rig?.fit()} />
      <label className={styles.views}>
        <span className="visually-hidden">Standard view</span>
        <select value="" onChange={(event) => session.rig?.look(event.target.value as ViewName)}>
          <option value="" disabled>
            Views
          </option>
          {(Object.keys(VIEWS) as ViewName[]).map((name, k) => (
            <option key={name} value={name}>
              {k + 1} · {VIEW_NAMES[name]}
            </option>
          ))}
        </select>
      </label>
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
      <Tool
        icon="measure"
        label="Measure between nodes"
        keys="M"
        isOn={isMeasuring}
        onPress={() => view.set({ measuring: isMeasuring ? null : { nodes: [] } })}
      />
      <Tool icon="section" label="Section box" keys="X" isOn={isCut} onPress={onSection} />
      <span className={styles.gap} />
      <Tool icon="camera" label="Save a picture (PNG)" onPress={onPicture} />
      <Tool icon="link" label="Copy a link to this view" onPress={onLink} />
      <Tool icon="help" label="Keys and gestures" keys="?" onPress={onHelp} />
    </div>
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
