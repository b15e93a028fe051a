import type { ViewerSession } from '../../session/session.ts'
import { isSame, titleOf } from '../../session/view/drawings.ts'
import { drawingGroups, openDrawing } from '../../session/view/navigate.ts'
import { useStore } from '../use-store.ts'
import styles from './views-panel.module.css'

/** The plans at the levels and the elevations on the grid lines. */
export function DrawingList({ session }: { session: ViewerSession }) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const { drawing, up } = useStore(session.view, (state) => state)
  if (!drawn) return null
  return drawingGroups(session).map(({ name, drawings }) => (
    <section key={name} className={styles.drawings}>
      <h3>{name}</h3>
      <ul>
        {drawings.map((one) => (
          <li key={one.at}>
            <button
              type="button"
              aria-current={drawing !== null && isSame(one, drawing)}
              onClick={() => openDrawing(session, one)}
            >
              {titleOf(one, up)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  ))
}
