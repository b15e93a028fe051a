import type { Drawn } from '../session/live-model.ts'
import type { Derived } from '../session/session.ts'
import type { ViewState } from '../session/view-state.ts'
import { CHANGED, type GpuTables, HIDDEN, HOVERED, SELECTED } from './gpu-tables.ts'

/**
 * Writes each element's two state bytes: its place in the palette, and whether it is hidden, selected, hovered or lit up. One
 * small upload, however many elements change.
 */
export function writeStates(drawn: Drawn, tables: GpuTables, view: ViewState, derived: Derived) {
  const { glyphOf } = drawn.scene.supports
  const { shown, colouring, isolated } = derived
  const kinds = {
    frame: { table: tables.frameState, count: drawn.scene.frames.count, colours: colouring?.frames, shown: shown?.frames },
    area: { table: tables.areaState, count: drawn.scene.areas.count, colours: colouring?.areas, shown: shown?.areas },
    node: { table: tables.nodeState, count: drawn.scene.nodes.length / 4, colours: undefined, shown: shown?.nodes },
    support: { table: tables.supportState, count: drawn.scene.supports.nodes.length, colours: undefined, shown: undefined },
  }
  for (const { table, count, colours, shown: mask } of Object.values(kinds)) {
    const bytes = table.values
    const base = isolated ? HIDDEN : 0
    for (let k = 0; k < count; k++) {
      bytes[2 * k] = colours?.[k] ?? 0
      bytes[2 * k + 1] = mask && mask[k] === 0 ? HIDDEN : base
    }
  }
  for (const [k, isShown] of shown?.supports.entries() ?? [])
    if (!isShown) tables.supportState.values[2 * (glyphOf[k] as number) + 1] = HIDDEN

  const flag = (elements: readonly { kind: string; index: number }[], change: (flags: number) => number) => {
    for (const { kind, index } of elements) {
      const entry = kinds[kind as keyof typeof kinds]
      const at = kind === 'support' ? glyphOf[index] : index
      if (!entry || at === undefined || at >= entry.count) continue
      entry.table.values[2 * at + 1] = change(entry.table.values[2 * at + 1] as number)
    }
  }
  if (isolated) flag(isolated, (flags) => flags & ~HIDDEN)
  flag(derived.hidden, (flags) => flags | HIDDEN)
  flag(derived.changed, (flags) => flags | CHANGED)
  flag(derived.selected, (flags) => flags | SELECTED)
  if (view.hovered) flag([view.hovered], (flags) => flags | HOVERED)
  for (const { table } of Object.values(kinds)) table.texture.needsUpdate = true
}
