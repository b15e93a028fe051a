'use client'

import { useEffect, useRef } from 'react'
import { asHex, mixed } from '#lib/drawing/palette.ts'
import { type SketchPlace, sketchInk } from '#lib/drawing/sketch.ts'
import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import { placeNow } from '../../session/comments/sketch.ts'
import type { ViewerSession } from '../../session/session.ts'
import { useStore } from '../use-store.ts'
import styles from './comment-pins.module.css'
import { drawShapes } from './draw-shape.ts'
import { useOpenSketch } from './use-open-sketch.ts'

/**
 * The sketch of the comment that is open, or being written, while the picture is seen from where it was made; the panel says it in words.
 * While somebody sketches it takes what the pointer does.
 */
export function SketchOverlay({ session }: { session: ViewerSession }) {
  const sketch = useOpenSketch(session)
  const isDrawing = useStore(session.comments, ({ sketching }) => sketching?.isDrawing === true)
  const theme = useStore(session.theme, (state) => state)
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    if (!sketch) {
      session.comments.set({ isSketchAway: false })
      return
    }
    let frame = 0
    let seen = ''
    let place: SketchPlace | null = null
    let draft: SketchShape | null = null
    const paint = () => {
      paintSketch(element, place, draft ? [...sketch.shapes, draft] : sketch.shapes, theme.isDark)
      element.dataset.shown = String(place !== null && sketch.shapes.length > 0)
    }
    const follow = () => {
      frame = requestAnimationFrame(follow)
      const { rig } = session
      if (!rig) return
      const { width, height } = rig.size
      const now = [...rig.camera3.matrixWorldInverse.elements, ...rig.camera3.projectionMatrix.elements, width, height].join()
      if (now === seen) return
      seen = now
      place = placeNow(session, sketch)
      if (place) session.comments.set({ isSketchAway: false })
      paint()
    }
    // On its way there it is not away.
    const stopResting = session.rests.subscribe(() => session.comments.set({ isSketchAway: placeNow(session, sketch) === null }))
    const onShape = (shape: SketchShape | null) => {
      draft = shape
      paint()
    }
    const stopDrawing = isDrawing ? drawShapes(element, { session, place: () => place, onShape }) : null
    follow()
    return () => {
      cancelAnimationFrame(frame)
      stopResting()
      stopDrawing?.()
    }
  }, [session, sketch, isDrawing, theme])

  if (!sketch) return null
  return (
    <div className={styles.sketch} data-drawing={isDrawing} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  )
}

/** Around lines and words, so that they are read over any picture. */
const HALO = 3

function paintSketch(canvas: HTMLCanvasElement, place: SketchPlace | null, shapes: readonly SketchShape[], isDark: boolean) {
  const { width, height } = canvas.getBoundingClientRect()
  canvas.width = Math.round(width * devicePixelRatio)
  canvas.height = Math.round(height * devicePixelRatio)
  const pen = canvas.getContext('2d')
  if (!pen || !place) return
  pen.scale(devicePixelRatio, devicePixelRatio)
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  for (const shape of shapes) {
    const { lines, width: thick, words, colour } = sketchInk(shape, place)
    const ink = asHex(isDark ? mixed(colour, [255, 255, 255], 0.35) : colour)
    for (const [style, more] of [
      [isDark ? '#10151bcc' : '#ffffffcc', HALO],
      [ink, 0],
    ] as const) {
      pen.strokeStyle = style
      pen.lineWidth = thick + more
      pen.beginPath()
      for (const line of lines) for (const [k, { x, y }] of line.entries()) k === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)
      pen.stroke()
      if (!words) continue
      pen.font = `600 ${Math.max(10, words.size)}px system-ui, sans-serif`
      if (more > 0) pen.strokeText(words.text, words.at.x, words.at.y)
      pen.fillStyle = style
      pen.fillText(words.text, words.at.x, words.at.y)
    }
  }
}
