import type { ViewerSession } from '../session.ts'
import { firstPreset, PRESETS, type Preset } from './presets.ts'

/** What was chosen by hand, else what suits the model. */
export function presetOf({ view, model }: Pick<ViewerSession, 'view' | 'model'>): Preset {
  const { drawn } = model.state.get()
  return view.get().preset ?? firstPreset(drawn?.scene.frames.count ?? 0, drawn?.scene.areas.count ?? 0)
}

export function stepPreset(session: ViewerSession) {
  const index = PRESETS.findIndex(([name]) => name === presetOf(session))
  session.view.set({ preset: PRESETS[(index + 1) % PRESETS.length]?.[0] ?? null })
}
