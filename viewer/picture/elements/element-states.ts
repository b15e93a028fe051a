import { isKeyOf } from '#lib/values/object-keys.ts'
import type { Drawn } from '../../session/live-model.ts'
import type { Derived } from '../../session/session.ts'
import type { How } from '../../session/view/time.ts'
import type { ViewState } from '../../session/view/view-state.ts'
import type { ChangeStatuses } from '../../worker/compare/compare.ts'
import type { OlderShown } from '../../worker/compare/comparison.ts'
import type { Colouring } from '../../worker/elements.ts'
import { CHANGED, FADED, type GpuTables, HIDDEN, HOVERED, PAINTED, SELECTED } from '../shading/gpu-tables.ts'

/** `colouring`: perhaps without a legend yet. */
type Coloured = Omit<Derived, 'colouring'> & { colouring: Pick<Colouring, 'frames' | 'areas'> | null }

/**
 * Writes each element's two state bytes: its place in the palette, and whether it is hidden, selected, hovered or lit up. One
 * small upload, however many elements change.
 */
export function writeStates(drawn: Drawn, tables: GpuTables, view: ViewState, derived: Coloured) {
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
    if (!isShown) tables.supportState.values[2 * glyphOf[k]! + 1] = HIDDEN

  const flag = (elements: readonly { kind: string; index: number }[], change: (flags: number) => number) => {
    for (const { kind, index } of elements) {
      if (!isKeyOf(kinds, kind)) continue
      const entry = kinds[kind]
      const position = kind === 'support' ? glyphOf[index] : index
      if (position === undefined || position >= entry.count) continue
      entry.table.values[2 * position + 1] = change(entry.table.values[2 * position + 1]!)
    }
  }
  if (derived.compared?.state === 'compared') markFates(derived.compared.after, drawn, tables, view.how, derived.colouring)
  if (isolated) flag(isolated, (flags) => flags & ~HIDDEN)
  flag(derived.hidden, (flags) => flags | HIDDEN)
  flag(derived.changed, (flags) => flags | CHANGED)
  flag(derived.selected, (flags) => flags | SELECTED)
  if (view.hovered) flag([view.hovered], (flags) => flags | HOVERED)
  for (const { table } of Object.values(kinds)) table.texture.needsUpdate = true
}

/** As `worker/compare.ts` numbers them. */
export const SAME = 0
export const REMOVED = 2

/** What is as it was steps back behind what is not; nodes and supports wear the colours of their fates. */
function markFates(
  { nodes, supports }: Pick<ChangeStatuses, 'nodes' | 'supports'>,
  { scene }: Drawn,
  tables: GpuTables,
  how: How,
  colouring: Coloured['colouring'],
) {
  const step = (table: GpuTables['frameState'], fates: Uint8Array | undefined) => {
    for (const [k, status] of fates?.entries() ?? []) if (status === SAME) table.values[2 * k + 1]! |= FADED
  }
  if (how === 'overlay') {
    step(tables.frameState, colouring?.frames)
    step(tables.areaState, colouring?.areas)
  }
  paint(tables.nodeState, nodes, (k) => k, false)
  paint(tables.supportState, supports, (k) => scene.supports.glyphOf[k]!, true)
}

/** `isAll`: also what is as it was. A glyph that stands for several supports wears the fate of one that has one. */
function paint(table: GpuTables['frameState'], fates: Uint8Array, placeOf: (k: number) => number, isAll: boolean) {
  for (const [k, status] of fates.entries()) {
    if (status === SAME && !isAll) continue
    const offset = 2 * placeOf(k)
    table.values[offset] = Math.max(table.values[offset]!, status)
    table.values[offset + 1]! |= PAINTED
  }
}

type Marked = { kind: string; index: number }

/**
 * The same of the earlier one: over the later one only what was removed, as ghosts. `left`: what the view leaves out of it; `ghost`:
 * what is looked at.
 */
export function writeOlderStates(
  {
    drawn: { scene },
    tables,
  }: { drawn: { scene: Pick<Drawn['scene'], 'supports'> }; tables: Pick<GpuTables, `${(typeof KINDS)[number]}State`> },
  fates: ChangeStatuses,
  how: How,
  left: OlderShown | null,
  ghost: Marked | null,
) {
  const isAlone = how !== 'overlay'
  const bodies = [
    [tables.frameState, fates.frames],
    [tables.areaState, fates.areas],
  ] as const
  for (const [table, ofKind] of bodies)
    for (const [k, status] of ofKind.entries()) {
      table.values[2 * k] = status
      table.values[2 * k + 1] = isAlone ? 0 : status === REMOVED ? FADED : HIDDEN
    }
  for (const table of [tables.nodeState, tables.supportState])
    for (let k = 0; k < table.values.length / 2; k++) table.values.set([SAME, isAlone ? 0 : HIDDEN], 2 * k)
  const shown = (ofKind: Uint8Array) => ofKind.map((status) => (isAlone || status === REMOVED ? status : SAME))
  paint(tables.nodeState, shown(fates.nodes), (k) => k, false)
  paint(tables.supportState, shown(fates.supports), (k) => scene.supports.glyphOf[k]!, isAlone)
  for (const table of [tables.nodeState, tables.supportState])
    for (let k = 0; k < table.values.length / 2; k++) if (table.values[2 * k]! > SAME) table.values[2 * k + 1] = PAINTED
  for (const kind of KINDS) {
    const { values, texture } = tables[`${kind}State`]
    const placesOf = (elements: readonly Marked[]) =>
      new Set(
        elements.flatMap((one) =>
          one.kind === kind ? ((kind === 'support' ? scene.supports.glyphOf[one.index] : one.index) ?? []) : [],
        ),
      )
    const filtered = [...(left?.shown?.[`${kind}s`].entries() ?? [])].flatMap(([index, isShown]) =>
      isShown ? [] : [{ kind, index }],
    )
    const gone = placesOf([...(left?.hidden ?? []), ...filtered])
    const isolated = left?.isolated ? placesOf(left.isolated) : null
    for (let k = 0; k < values.length / 2; k++) if (gone.has(k) || (isolated && !isolated.has(k))) values[2 * k + 1]! |= HIDDEN
    for (const k of placesOf(ghost ? [ghost] : [])) values[2 * k + 1]! |= SELECTED
    texture.needsUpdate = true
  }
}
const KINDS = ['frame', 'area', 'node', 'support'] as const
