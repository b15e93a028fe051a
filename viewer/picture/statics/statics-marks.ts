import { drawLoads } from './load-drawing.ts'
import { drawResults } from './result-drawing.ts'
import type { StaticsInk } from './statics-ink.ts'

/** Loads and results, over the model. */
export function drawStatics(ink: StaticsInk) {
  const { shown } = ink.stage.session.loads.get()
  const { drawn } = ink.stage.session.results.get()
  if (drawn && !ink.stage.isOlder) drawResults(ink, drawn)
  if (shown) drawLoads(ink, shown)
}
