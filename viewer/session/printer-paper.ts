import type { PaperChoice } from '#lib/drawing/sheet/paper.ts'
import { isInFeet, readUnits } from '#lib/model/units.ts'
import type { ViewerSession } from './session.ts'

type Read = Pick<ViewerSession, 'model' | 'view'>

/** The model is read in feet and inches, and so are its drawings: on American paper. */
export const isReadInFeet = ({ model, view }: Read): boolean =>
  isInFeet(readUnits(model.state.get().drawn?.summary.units).length, view.get().units)

/** What lies in the printer of whoever reads the model, across. */
export const printerPaper = (session: Read): PaperChoice => ({
  name: isReadInFeet(session) ? 'ANSI A' : 'A4',
  isPortrait: false,
})
