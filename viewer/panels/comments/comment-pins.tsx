'use client'

import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { CommentThread } from '../../session/comments/comments-state.ts'
import { placeOfThread, stateOfThread } from '../../session/comments/thread-places.ts'
import type { ViewerSession } from '../../session/session.ts'
import { isOutside } from '../../session/view/section-box.ts'
import { useRequest } from '../use-request.ts'
import { useStore } from '../use-store.ts'
import { clusterPins, type Pin } from './cluster-pins.ts'
import styles from './comment-pins.module.css'
import { SketchOverlay } from './sketch-overlay.tsx'

/** More pins hide the model; the list beside it has all. */
const MOST = 1000
const RADIUS = 11

const NONE: readonly Pin[] = []

type Props = { session: ViewerSession; onChoose: (thread: CommentThread) => void }

/** What comments have over the picture. */
export function CommentMarks(props: Props) {
  return (
    <>
      <CommentPins {...props} />
      <SketchOverlay session={props.session} />
    </>
  )
}

/**
 * The numbers of the threads in the list, where they are pinned: at the first of their elements that is there, which they follow, else
 * at their point, and no plan, elevation or section leaves that out. On one canvas, however many there are; the list says the same in words,
 * and has all.
 */
function CommentPins({ session, onChoose }: Props) {
  const shown = useStore(session.comments, (state) => state.shown)
  const chosen = useStore(session.comments, (state) => state.chosen)
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const theme = useStore(session.theme, (state) => state)
  const canvas = useRef<HTMLCanvasElement>(null)
  const choose = useRef(onChoose)
  choose.current = onChoose

  const question = useCallback(async () => {
    if (!drawn) return []
    const pins = shown.slice(0, MOST).map(async (thread): Promise<Pin[]> => {
      const at = await placeOfThread(session, thread)
      return at ? [{ number: thread.number, at, state: stateOfThread(thread), thread }] : []
    })
    return (await Promise.all(pins)).flat()
  }, [session, shown, drawn])
  const request = useRequest(session, drawn && question)
  const section = useStore(session.view, (state) => state.section)
  const placed = request.face === 'answer' ? request.answer : NONE
  const pins = useMemo(
    () => (section && drawn ? placed.filter(({ at }) => !isOutside(section, [at], drawn.scene.origin)) : placed),
    [placed, section, drawn],
  )

  useEffect(() => {
    const element = canvas.current
    const around = element?.parentElement?.parentElement
    if (!element || !around) return
    let frame = 0
    let seen = ''
    let clusters: ReturnType<typeof clusterPins> = []
    void theme // whose colours the style has
    const colours = coloursOf(element)
    const follow = () => {
      frame = requestAnimationFrame(follow)
      const { rig } = session
      if (!rig) return
      const { width, height } = rig.size
      const now = [...rig.camera3.matrixWorldInverse.elements, ...rig.camera3.projectionMatrix.elements, width, height].join()
      if (now === seen) return
      seen = now
      clusters = clusterPins(pins, (point) => rig.project(point), rig.size, 2 * RADIUS)
      draw(element, clusters, { width, height, chosen, colours })
    }
    const clusterAt = (event: MouseEvent) => {
      const { left, top } = element.getBoundingClientRect()
      return clusters.find(({ x, y }) => Math.hypot(event.clientX - left - x, event.clientY - top - y) <= RADIUS + 2)
    }
    // Before the picture, which would select what lies behind.
    const press = (event: PointerEvent) => {
      const isDrawing = session.comments.get().sketching?.isDrawing === true
      const cluster = event.button === 0 && !isDrawing ? clusterAt(event) : undefined
      if (!cluster) return
      event.stopPropagation()
      const [first] = cluster.pins
      if (first) choose.current(first.thread)
    }
    around.addEventListener('pointerdown', press, { capture: true })
    follow()
    return () => {
      cancelAnimationFrame(frame)
      around.removeEventListener('pointerdown', press, { capture: true })
    }
  }, [pins, chosen, session, theme])

  return (
    <div className={styles.pins} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  )
}

type Colours = Record<Pin['state'] | 'surface', string>

function coloursOf(element: HTMLElement): Colours {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  return {
    open: read('--accent'),
    resolved: read('--ok'),
    overdue: read('--danger'),
    orphaned: read('--text-muted'),
    surface: read('--surface-raised'),
  }
}

type Drawing = { width: number; height: number; chosen: number | null; colours: Colours }

function draw(
  canvas: HTMLCanvasElement,
  clusters: ReturnType<typeof clusterPins>,
  { width, height, chosen, colours }: Drawing,
): void {
  const pixels = devicePixelRatio
  canvas.width = Math.round(width * pixels)
  canvas.height = Math.round(height * pixels)
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.scale(pixels, pixels)
  pen.font = '600 11px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  for (const { x, y, pins } of clusters) {
    const [first] = pins
    if (!first) continue
    const isChosen = pins.some(({ number }) => number === chosen)
    const isHollow = first.state === 'orphaned'
    pen.beginPath()
    pen.arc(x, y, RADIUS, 0, 2 * Math.PI)
    pen.fillStyle = isHollow ? colours.surface : colours[first.state]
    pen.fill()
    pen.lineWidth = isChosen ? 4 : 2
    pen.strokeStyle = isHollow ? colours.orphaned : colours.surface
    pen.stroke()
    pen.fillStyle = isHollow ? colours.orphaned : colours.surface
    pen.fillText(pins.length > 1 ? `×${pins.length}` : String(first.number), x, y + 0.5)
  }
}
