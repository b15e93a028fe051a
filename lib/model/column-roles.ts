import { AREA_ROLES, type AreaFamily, FRAME_ROLES, type FrameFamily, familyOfArea, familyOfFrame } from '#lib/schema/roles.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { columnsOf, type ModelColumns } from './columns.ts'
import { FRAME_KINDS, type FrameGraph, guessFrames } from './frame-guess.ts'
import { areasOfSections } from './section/section-area.ts'
import { type AreaLabel, kindOfOutline } from './shape/shell-axes.ts'
import type { Vec } from './shape/vector.ts'

/** Roles of a model in columns, where each is the place of its word, plus 1, and 0 is none. */

/** That of the frame's own role, else of its member's; undefined without either. */
function familyOfFramePlace({ frames, members }: Pick<ModelColumns, 'frames' | 'members'>, k: number): FrameFamily | undefined {
  const role = FRAME_ROLES[(frames.role[k] || members.role[frames.member[k]! - 1] || 0) - 1]
  return role && familyOfFrame(role)
}

/** Of each frame its place in `FRAME_KINDS`: by its role, else by its member's, else guessed. */
export function frameKindsOf(model: ModelColumns): Uint8Array {
  const found = knownKinds.get(model.nodes)
  if (found) return found
  const kinds = guessFrames(graphOf(model))
  for (let k = 0; k < kinds.length; k++) {
    const family = familyOfFramePlace(model, k)
    if (family) kinds[k] = FRAME_KINDS.indexOf(family)
  }
  knownKinds.set(model.nodes, kinds)
  return kinds
}

/** The same of a model that is no columns. */
export function frameFamiliesOf(model: ViewerModel): readonly FrameFamily[] {
  let families = knownFamilies.get(model)
  if (!families) {
    families = Array.from(frameKindsOf(columnsOf(model)), (kind) => FRAME_KINDS[kind]!)
    knownFamilies.set(model, families)
  }
  return families
}

const knownFamilies = new WeakMap<ViewerModel, readonly FrameFamily[]>()

/** By the nodes, which a model that is shown with another way up has anew. */
const knownKinds = new WeakMap<ModelColumns['nodes'], Uint8Array>()

function graphOf({ head, nodes, frames, areas, supports }: ModelColumns): FrameGraph {
  const { sections = [], sectionDefinitions = [] } = head
  const ordinals = (places: ArrayLike<number>) => Int32Array.from(places, (place) => (place > nodes.count ? -1 : place - 1))
  let held: Set<number> | undefined
  const areaOf = areasOfSections(sections, sectionDefinitions)
  return {
    nodes,
    frames: { count: frames.count, start: ordinals(frames.start), end: ordinals(frames.end) },
    isHeld: (node) => {
      held ??= new Set(Array.from(supports.node, (place) => place - 1))
      return held.has(node)
    },
    *areaEdges() {
      for (let i = 0; i + 1 < areas.loop.length; i++) {
        const loop = areas.node.subarray(areas.loop[i]!, areas.loop[i + 1]!)
        for (let n = 0; n < loop.length; n++) yield [loop[n]! - 1, loop[(n + 1) % loop.length]! - 1]
      }
    },
    sectionArea: (k) => areaOf(frames.section[k]! - 1),
  }
}

export function familyOfAreaPlace({ areas }: Pick<ModelColumns, 'areas'>, k: number): AreaFamily | undefined {
  const role = AREA_ROLES[areas.role[k]! - 1]
  return role && familyOfArea(role)
}

/** `labels`: what the kinds of areas are read as. */
export const familyOfPlace = (
  model: Pick<ModelColumns, 'areas'>,
  k: number,
  labels: readonly (AreaLabel | undefined)[],
  outline: () => readonly Vec[],
): AreaFamily => familyOfAreaPlace(model, k) ?? kindOfOutline(labels[model.areas.kind[k]! - 1], outline)
