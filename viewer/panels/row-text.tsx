import { readUnits } from '#lib/model/units.ts'
import { rowText } from '../session/row-text.ts'
import type { ViewerSession } from '../session/session.ts'
import type { ElementText } from '../worker/element-text.ts'
import { useStore } from './use-store.ts'

/** What a row of a list says, in the unit that is shown. */
export function RowText({ session, row }: { session: ViewerSession; row: ElementText }) {
  const units = useStore(session.model.state, ({ drawn }) => drawn?.summary.units)
  const display = useStore(session.view, (view) => view.units)
  return rowText(row, readUnits(units).length, display)
}
