import type { Hit, PickOptions } from '#lib/geometry/pick/pick.ts'
import { nodeLift, SYMBOL_PIXELS } from '#lib/geometry/pick/symbol-sizes.ts'
import { toModel } from '#lib/model/display-axes.ts'
import { isOlderAt, isOverlaid } from '../../session/comparison.ts'
import { foundAt } from '../../session/selection.ts'
import type { ViewerSession } from '../../session/session.ts'
import type { FoundElement } from '../../worker/elements.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import { areNodesDrawn } from '../elements/nodes.ts'
import type { Stage } from '../elements/stage.ts'
import { type GpuTables, HIDDEN } from '../shading/gpu-tables.ts'
import { PICKING } from './picking-part.ts'

/** What everything that a pointer does needs to know. */
export type Pointing = {
  element: HTMLElement
  rig: CameraRig
  session: ViewerSession
  stageNow: () => Stage | null
  /** The earlier one of two revisions, while it is drawn too. */
  olderNow: () => Stage | null
}

/** `isOlder`: of the earlier one of two revisions. */
export type Pointed = Hit & { isOlder: boolean }

/** A mouse means what is this near, in pixels, a finger what is twice as far. */
export const REACH = { mouse: 12, touch: 24 }
/** A press that moves farther than this is a drag. */
export const STILL = 5

/** Resolves when it can be told what lies under a place, and fails where that could not be fetched; null where it can. */
export function lookingUp({ stageNow }: Pointing): Promise<unknown> | null {
  const lookups = stageNow()?.drawn.lookups
  if (!lookups || (lookups.now() && PICKING.now())) return null
  return Promise.all([lookups.bring(), PICKING.bring()])
}

/** What lies under a place of the picture. */
export function hitAt({ rig, session, stageNow, olderNow }: Pointing, x: number, y: number): Pointed | null {
  const ray = rig.ray(x, y, session.view.get().section)
  const hitIn = (stage: Stage | null, isOlder: boolean): Pointed | null => {
    const found = stage?.drawn.lookups.now()
    const hit = stage && found && PICKING.now()?.pick(stage.drawn.scene, found.trees, ray, pickOptions(stage, rig))
    return hit ? { ...hit, isOlder } : null
  }
  if (isOlderAt(session, x / rig.size.width)) return hitIn(olderNow(), true)
  const newer = hitIn(stageNow(), false)
  const ghost = isOverlaid(session) ? hitIn(olderNow(), true) : null
  return ghost && (!newer || ghost.distance < newer.distance) ? ghost : newer
}

/** The element that was hit; null too where a revision came meanwhile. */
export async function found(
  { session, stageNow }: Pointing,
  hit: Pick<Hit, 'kind' | 'index'> | null,
): Promise<FoundElement | null> {
  const stage = stageNow()
  if (!hit || !stage) return null
  const [element] = (await foundAt(session, stage.drawn.scene, [elementAt(stage, hit)])) ?? []
  return element ?? null
}

/** A glyph may stand for several supports: the first of them is meant. */
export const elementAt = (stage: Stage | null, { kind, index }: Pick<Hit, 'kind' | 'index'>) => ({
  kind,
  index: kind === 'support' ? (stage?.drawn.scene.supports.glyphOf.indexOf(index) ?? -1) : index,
})

export function pickOptions(
  { drawn, tables, session }: Pick<Stage, 'drawn' | 'tables' | 'session'>,
  rig: Pick<CameraRig, 'pixelAt'>,
): PickOptions {
  const { layers } = session.view.get()
  const flagsOf: Record<Hit['kind'], GpuTables['frameState']> = {
    node: tables.nodeState,
    frame: tables.frameState,
    area: tables.areaState,
    support: tables.supportState,
  }
  const isOn: Record<Hit['kind'], boolean> = {
    node: areNodesDrawn(drawn, session),
    frame: layers.frames,
    area: layers.areas,
    support: layers.supports,
  }
  return {
    pixelAt: rig.pixelAt,
    isVisible: (kind, index) => isOn[kind] && (flagsOf[kind].values[2 * index + 1]! & HIDDEN) === 0,
    nodeLift: nodeLift(tables.sizes),
    symbolPixels: SYMBOL_PIXELS,
    up: toModel(drawn.up, [0, 0, 1]),
  }
}
