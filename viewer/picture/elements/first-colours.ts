import { KIND_COLOURS } from '#lib/drawing/kind-colours.ts'
import { kindOfArea } from '#lib/geometry/area-records.ts'
import { frameKind } from '#lib/geometry/frame-records.ts'
import { keyed, keysOf } from '#lib/values/object-keys.ts'
import type { Drawn } from '../../session/live-model.ts'
import type { ViewState } from '../../session/view/view-state.ts'
import type { Colouring } from '../../worker/elements.ts'

/** Grey is what nothing is known of; then one place a kind. */
export const FIRST_PALETTE = ['#a0a0a0', ...Object.values(KIND_COLOURS)]
const places = keyed(keysOf(KIND_COLOURS), (kind) => FIRST_PALETTE.indexOf(KIND_COLOURS[kind]))

/**
 * Colours by kind before the worker has told them with their legend: a scene says of what kind each element is, so that not even a first
 * picture is grey. Null where colours are others, or the model is shown with another way up, in which kinds are others.
 */
export function firstColours({ scene, up }: Drawn, { colourBy }: ViewState): Pick<Colouring, 'frames' | 'areas'> | null {
  if (colourBy !== 'kind' || up !== null) return null
  const { frames, areas } = scene
  const slots = { frames: new Uint8Array(frames.count), areas: new Uint8Array(areas.count) }
  for (let k = 0; k < frames.count; k++) slots.frames[k] = places[frameKind(frames.records[4 * k + 3]!)]
  for (let k = 0; k < areas.count; k++) slots.areas[k] = places[kindOfArea(areas, k)]
  return slots
}
