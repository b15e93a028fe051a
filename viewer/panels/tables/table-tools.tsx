import type { ViewerHost } from '../../viewer-host.ts'
import type { FileKind } from '../../worker/tables/table-types.ts'
import styles from './tables-dock.module.css'

export const OnlySelected = ({ isOn, onTurn }: { isOn: boolean; onTurn: (isOn: boolean) => void }) => (
  <label className={styles.check}>
    <input type="checkbox" checked={isOn} onChange={(event) => onTurn(event.target.checked)} /> Only selected
  </label>
)

/** The files that a table can become, where one can be saved. */
export const SaveButtons = ({ host, onSave }: { host: ViewerHost; onSave: (kind: FileKind) => Promise<void> }) =>
  host.can.has('file') &&
  (['csv', 'xlsx'] as const).map((kind) => (
    <button key={kind} type="button" className={styles.button} onClick={() => void onSave(kind)}>
      {kind.toUpperCase()}
    </button>
  ))
