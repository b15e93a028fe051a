import { type Hit, insideOf, type PickOptions, pick } from '#lib/geometry/pick.ts'
import type { Vec } from '#lib/geometry/vector.ts'
import { fitAll, flyTo, openDrawing } from '../session/navigate.ts'
import { select } from '../session/selection.ts'
import type { ViewerSession } from '../session/session.ts'
import type { FoundElement } from '../worker/elements.ts'
import type { CameraRig } from './camera-rig.ts'
import { type GpuTables, HIDDEN } from './gpu-tables.ts'
import { areNodesDrawn, nodeLift } from './nodes.ts'
import { type Drag, type Handle, handleAt, startDrag } from './section-handles.ts'
import type { Stage } from './stage.ts'
import { SYMBOL_PIXELS } from './supports.ts'

/** A press that moves farther than this is a drag. */
const STILL = 5
/** A press that lasts longer is no click; of a finger it adds to the selection. */
const LONG_MS = 600

export type Box = { x0: number; y0: number; x1: number; y1: number }

/**
 * What a mouse, a pen or a finger does on the canvas besides moving the camera: hover, click to select (with Ctrl, Cmd or
 * Shift to add), drag with Shift to select a box (to the right: what lies inside; to the left: what it touches), double-click
 * to fly there; a click on a grid bubble opens its elevation. A long touch adds to the selection.
 */
export function listenToPointer(
  element: HTMLElement,
  rig: CameraRig,
  session: ViewerSession,
  stageNow: () => Stage | null,
  drawBox: (box: Box | null) => void,
): () => void {
  const { view } = session
  let pressed: { x: number; y: number; at: number; isBox: boolean; pointer: number } | null = null
  let dragged: Drag | null = null

  const place = (event: MouseEvent) => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const hitAt = (x: number, y: number): Hit | null => {
    const stage = stageNow()
    if (!stage) return null
    const { scene, trees } = stage.drawn
    return pick(scene, trees, rig.ray(x, y, view.get().section), pickOptions(stage, rig))
  }
  const found = async (hit: Hit | null): Promise<FoundElement | null> => {
    const stage = stageNow()
    if (!hit || !stage) return null
    // A glyph may stand for several supports: the first of them is meant.
    const index = hit.kind === 'support' ? stage.drawn.scene.supports.glyphOf.indexOf(hit.index) : hit.index
    const [id] = await session.model.ask('idOf', { refs: [{ kind: hit.kind, index }] })
    return id == null ? null : { kind: hit.kind, id, index }
  }

  let hovering = 0
  const hover = async (x: number, y: number) => {
    const mine = ++hovering
    const handle = handleAt(rig, stageNow(), x, y, 13)
    const mark = handle ? null : session.markAt(x, y)
    const hit = handle || mark ? null : hitAt(x, y)
    const { hovered, boxing, side } = view.get()
    element.style.cursor = handle ? 'grab' : boxing ? 'crosshair' : hit || mark ? 'pointer' : ''
    if (handle?.axis !== side?.axis || handle?.which !== side?.which) view.set({ side: handle })
    if (mark?.says !== view.get().mark?.says || mark?.more !== view.get().mark?.more) view.set({ mark })
    if (hit?.kind === hovered?.kind && hit?.index === hovered?.index) return
    const element_ = await found(hit)
    if (mine === hovering) view.set({ hovered: element_ })
  }

  const down = (event: PointerEvent) => {
    const { x, y } = place(event)
    // A second finger pans and zooms, whatever the first was about to do.
    if (pressed && !event.isPrimary) return cancel()
    const handle = event.button === 0 ? handleAt(rig, stageNow(), x, y, event.pointerType === 'touch' ? 24 : 13) : null
    if (handle) return takeHold(handle, event)
    const isBox = event.button === 0 && (view.get().boxing || (event.shiftKey && event.pointerType !== 'touch'))
    pressed = { x, y, at: event.timeStamp, isBox, pointer: event.pointerId }
    rig.controls.enabled = !isBox
    if (event.button === 0 && !isBox) {
      const hit = hitAt(x, y)
      if (hit) rig.orbitAbout(hit.point)
    }
  }
  const takeHold = (handle: Handle, event: PointerEvent) => {
    const stage = stageNow()
    const { x, y } = place(event)
    dragged = stage && startDrag(handle, rig, stage, rig.ray(x, y, null))
    if (!dragged) return
    rig.controls.enabled = false
    session.isDragging = true
    element.setPointerCapture(event.pointerId)
    view.set({ side: handle, hovered: null })
  }
  const letGo = (isKept: boolean) => {
    if (!dragged) return
    if (!isKept) view.set({ section: dragged.before })
    dragged = null
    rig.controls.enabled = true
    session.isDragging = false
    view.set({ side: null })
    session.rested()
  }
  const takeBack = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !dragged) return
    event.stopImmediatePropagation()
    letGo(false)
  }
  const move = (event: PointerEvent) => {
    const { x, y } = place(event)
    if (dragged) return view.set({ section: dragged.to(rig.ray(x, y, null)) })
    if (pressed?.isBox) return drawBox({ x0: pressed.x, y0: pressed.y, x1: x, y1: y })
    if (event.buttons === 0) void hover(x, y)
  }
  const up = async (event: PointerEvent) => {
    if (dragged) return letGo(true)
    const start = pressed
    pressed = null
    rig.controls.enabled = true
    drawBox(null)
    if (!start || start.pointer !== event.pointerId || event.button !== 0) return
    const { x, y } = place(event)
    const isStill = Math.hypot(x - start.x, y - start.y) <= STILL
    if (!isStill && start.isBox) return selectBox({ x0: start.x, y0: start.y, x1: x, y1: y }, event.ctrlKey || event.metaKey)
    const isLong = event.timeStamp - start.at > LONG_MS
    const isTouch = event.pointerType === 'touch'
    if (!isStill || (isLong && !isTouch)) return
    const mark = session.markAt(x, y)
    if (mark?.drawing) return openDrawing(session, mark.drawing)
    if (mark?.levels) return view.set({ levelsAt: { x, y } })
    if (view.get().levelsAt) return view.set({ levelsAt: null })
    if (view.get().measuring) return measure(x, y, isTouch ? 24 : 14)
    const element_ = await found(hitAt(x, y))
    const adds = event.shiftKey || event.ctrlKey || event.metaKey || (isTouch && isLong)
    if (element_) select(session, [element_], adds ? 'toggle' : 'replace')
    else if (!adds) select(session, [])
  }
  /** The node under the pointer, else the nearest one within `reach` pixels. */
  const measure = async (x: number, y: number, reach: number) => {
    const stage = stageNow()
    if (!stage) return
    const hit = hitAt(x, y)
    const node = hit?.kind === 'node' ? hit.index : nearestNode(stage, rig, x, y, reach)
    if (node === null) return
    const [id] = await session.model.ask('idOf', { refs: [{ kind: 'node', index: node }] })
    const { measuring } = view.get()
    if (id != null && measuring && id !== measuring.at(-1)?.id) view.set({ measuring: [...measuring, { kind: 'node', id }] })
  }
  const selectBox = async (box: Box, adds: boolean) => {
    const stage = stageNow()
    if (!stage) return
    const inside = insideOf(
      stage.drawn.scene,
      stage.drawn.trees,
      boxPlanes(rig, box),
      box.x1 >= box.x0 ? 'all' : 'any',
      pickOptions(stage, rig).isVisible,
    )
    const kinds = [
      ...inside.frames.map((index) => ({ kind: 'frame' as const, index })),
      ...inside.areas.map((index) => ({ kind: 'area' as const, index })),
      ...(view.get().layers.nodes ? inside.nodes.map((index) => ({ kind: 'node' as const, index })) : []),
    ]
    const ids = await session.model.ask('idOf', { refs: kinds })
    const elements = kinds.flatMap((ref, k): FoundElement[] => (ids[k] == null ? [] : [{ ...ref, id: ids[k] as string }]))
    view.set({ boxing: false })
    select(session, elements, adds ? 'add' : 'replace')
  }
  const double = async (event: MouseEvent) => {
    const { x, y } = place(event)
    const element_ = await found(hitAt(x, y))
    if (element_) void flyTo(session, [element_])
    else fitAll(session)
  }
  const leave = () => {
    hovering++
    if (!dragged) view.set({ hovered: null, side: null, mark: null })
  }
  const cancel = () => {
    letGo(false)
    pressed = null
    rig.controls.enabled = true
    drawBox(null)
  }

  // Before the camera's own listeners, which ask whether they are enabled.
  element.addEventListener('pointerdown', down, { capture: true })
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', up)
  element.addEventListener('pointercancel', cancel)
  element.addEventListener('pointerleave', leave)
  element.addEventListener('dblclick', double)
  window.addEventListener('keydown', takeBack, { capture: true })
  return () => {
    element.removeEventListener('pointerdown', down, { capture: true })
    element.removeEventListener('pointermove', move)
    element.removeEventListener('pointerup', up)
    element.removeEventListener('pointercancel', cancel)
    element.removeEventListener('pointerleave', leave)
    element.removeEventListener('dblclick', double)
    window.removeEventListener('keydown', takeBack, { capture: true })
    letGo(false)
  }
}

export function pickOptions(
  { drawn, tables, session }: Pick<Stage, 'drawn' | 'tables' | 'session'>,
  rig: Pick<CameraRig, 'pixelAt'>,
): PickOptions {
  const { layers, measuring } = session.view.get()
  const flagsOf: Record<Hit['kind'], GpuTables['frameState']> = {
    node: tables.nodeState,
    frame: tables.frameState,
    area: tables.areaState,
    support: tables.supportState,
  }
  const isOn: Record<Hit['kind'], boolean> = {
    node: areNodesDrawn(drawn, session),
    frame: layers.frames && !measuring,
    area: layers.areas && !measuring,
    support: layers.supports && !measuring,
  }
  return {
    pixelAt: rig.pixelAt,
    isVisible: (kind, index) => isOn[kind] && ((flagsOf[kind].values[2 * index + 1] as number) & HIDDEN) === 0,
    nodeLift: nodeLift(tables.sizes),
    symbolPixels: SYMBOL_PIXELS,
  }
}

function nearestNode({ drawn: { scene }, tables }: Stage, rig: CameraRig, x: number, y: number, reach: number): number | null {
  let [nearest, best] = [null as number | null, reach]
  for (let k = 0; k < scene.nodes.length / 4; k++) {
    const [px, py, pz, isDrawn] = [0, 1, 2, 3].map((i) => scene.nodes[4 * k + i]) as [number, number, number, number]
    if (isDrawn < 0 || ((tables.nodeState.values[2 * k + 1] as number) & HIDDEN) !== 0) continue
    const at = rig.project([px, py, pz])
    const apart = at ? Math.hypot(at.x - x, at.y - y) : Infinity
    if (apart < best) [nearest, best] = [k, apart]
  }
  return nearest
}

/** Four planes through the sides of a box in the picture, positive inside. */
function boxPlanes(rig: CameraRig, { x0, y0, x1, y1 }: Box): [number, number, number, number][] {
  const [left, right, top, bottom] = [Math.min(x0, x1), Math.max(x0, x1), Math.min(y0, y1), Math.max(y0, y1)]
  const corners = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ].map(([x, y]) => rig.ray(x as number, y as number, null))
  const middle = rig.ray((left + right) / 2, (top + bottom) / 2, null)
  return corners.map((ray, k) => {
    const next = corners[(k + 1) % 4] as typeof ray
    const far = (one: typeof ray): Vec => [one.from[0] + one.along[0], one.from[1] + one.along[1], one.from[2] + one.along[2]]
    const [a, b, c] = [ray.from, far(ray), far(next)]
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const
    const d = -(n[0] * a[0] + n[1] * a[1] + n[2] * a[2])
    const inside = far(middle)
    const sign = n[0] * inside[0] + n[1] * inside[1] + n[2] * inside[2] + d >= 0 ? 1 : -1
    return [sign * n[0], sign * n[1], sign * n[2], sign * d]
  })
}
