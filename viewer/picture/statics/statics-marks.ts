import { drawLoads } from './load-drawing.ts'
import type { StaticsInk } from './statics-ink.ts'

/** Loads and results, over the model. */
export function drawStatics(ink: StaticsInk) {
  const { shown } = ink.stage.session.loads.get()
  if (shown) drawLoads(ink, shown)
}
