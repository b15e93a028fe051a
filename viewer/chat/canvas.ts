import { WebGLRenderer } from 'three'
import { openPicture, type Picture } from '../picture/open-picture.ts'
import type { Box } from '../picture/pointer/box-select.ts'
import { holdPrograms, likelyGroups } from '../picture/shading/programs.ts'
import type { ViewerSession } from '../session/session.ts'
import { isLarge } from '../session/view/is-large.ts'

type Drawable = { canvas: HTMLCanvasElement; gl: WebGLRenderer }

/** A pixel of a telephone is small enough when it is drawn twice as fine. */
const MOST_RATIO = 2

type CanvasListener = {
  /** There is no graphics card for it, or it cannot draw this. */
  cannot(): void
  /** The camera stands: it may be sent somewhere. */
  ready(): void
  /** A picture stands that no other follows. */
  rested(): void
  /** The browser has taken the graphics card back. */
  lost(): void
}

/**
 * The picture of a session in an element, as large as it is, drawn when something has changed. `end` gives the graphics card back
 * too: a page has few contexts.
 */
export function drawIn(stage: HTMLElement, session: ViewerSession, listener: CanvasListener) {
  const writing = element('canvas', 'writing')
  const box = element('div', 'box')
  let drawable: Drawable | null = null
  let picture: Picture | null = null
  let letGo = () => {}
  let frameRequest = 0
  let last = 0
  let altText = 'The model in 3D'
  let isReady = false

  const frame = (now: number) => {
    frameRequest = 0
    const isDrawn = picture?.draw(Math.min((now - last) / 1000, 0.25))
    last = now
    if (!isReady && session.rig?.isSet) {
      isReady = true
      listener.ready()
    }
    if (frameRequest || !isDrawn) return
    picture?.rested()
    if (isReady) listener.rested()
  }
  const redraw = () => {
    if (frameRequest) return
    frameRequest = requestAnimationFrame(frame)
  }
  const sizeNow = () => ({ width: Math.max(1, stage.clientWidth), height: Math.max(1, stage.clientHeight) })
  const resize = () => {
    const { width, height } = sizeNow()
    drawable?.gl.setPixelRatio(Math.min(devicePixelRatio, MOST_RATIO))
    drawable?.gl.setSize(width, height)
    picture?.resize(width, height)
  }
  const begin = () => {
    const { drawn } = session.model.state.get()
    if (!drawn || drawable) return
    const { frame: frames, area: areas } = drawn.summary.counts
    try {
      drawable = openCanvas(!isLarge({ frames, areas }))
    } catch {
      return listener.cannot() // no WebGL, or none left
    }
    drawable.canvas.setAttribute('aria-label', altText)
    stage.prepend(drawable.canvas, writing, box)
    drawable.canvas.addEventListener('webglcontextlost', listener.lost)
    letGo = holdPrograms(drawable.gl, session.stood, likelyGroups({ frames, areas }))
    resize()
    picture = openPicture(session, {
      gl: drawable.gl,
      writing,
      size: sizeNow(),
      redraw,
      isStill: () => frameRequest === 0,
      drawBox: (drawnBox) => showBox(box, drawnBox),
      failed: listener.cannot,
    })
  }
  const observer = new ResizeObserver(resize)
  observer.observe(stage)
  const stop = session.model.state.subscribe(begin)
  begin()
  return {
    /** What the picture is, in words. */
    label(words: string) {
      altText = words
      drawable?.canvas.setAttribute('aria-label', words)
    },
    /** The pixels of the picture and of what is written on it, in the turn in which it was drawn: later they are gone. */
    copyTo(flat: HTMLCanvasElement) {
      picture?.copyTo(flat)
    },
    end() {
      stop()
      observer.disconnect()
      cancelAnimationFrame(frameRequest)
      picture?.dispose()
      letGo()
      drawable?.canvas.removeEventListener('webglcontextlost', listener.lost)
      drawable?.gl.dispose()
      if (drawable && !drawable.gl.getContext().isContextLost()) drawable.gl.forceContextLoss()
      for (const part of [drawable?.canvas, writing, box]) part?.remove()
    },
  }
}

function openCanvas(antialias: boolean): Drawable {
  const canvas = element('canvas', 'picture')
  canvas.tabIndex = 0
  canvas.setAttribute('role', 'img')
  return {
    canvas,
    gl: new WebGLRenderer({ canvas, antialias, alpha: true, powerPreference: 'high-performance', stencil: false }),
  }
}

function showBox(shown: HTMLElement, box: Box | null) {
  shown.hidden = box === null
  if (!box) return
  const { x0, y0, x1, y1 } = box
  shown.classList.toggle('touching', x1 < x0)
  shown.style.left = `${Math.min(x0, x1)}px`
  shown.style.top = `${Math.min(y0, y1)}px`
  shown.style.width = `${Math.abs(x1 - x0)}px`
  shown.style.height = `${Math.abs(y1 - y0)}px`
}

/** One element with a class; `box` and `writing` let the pointer through. */
function element<Tag extends 'canvas' | 'div'>(tag: Tag, name: string): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = name
  made.dataset.seeThrough = '' // no cover of the picture
  if (tag === 'div') made.hidden = true
  return made
}
