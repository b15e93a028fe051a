import type { WebGLRenderer } from 'three'
import type { Box } from '../picture/pointer/box-select.ts'
import { runPicture } from '../picture/run-picture.ts'
import { openRenderer } from '../picture/shading/renderer.ts'
import type { ViewerSession } from '../session/session.ts'
import { isLarge } from '../session/view/is-large.ts'

type Drawing = { gl: WebGLRenderer; endPrograms: () => void; running: ReturnType<typeof runPicture> }

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

/** The picture of a session in an element. `end` gives the graphics card back too: a page has few contexts. */
export function drawIn(stage: HTMLElement, session: ViewerSession, listener: CanvasListener) {
  const canvas = element('canvas', 'picture')
  canvas.tabIndex = 0
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', 'The model in 3D')
  const writing = element('canvas', 'writing')
  const box = element('div', 'box')
  let drawing: Drawing | null = null

  const begin = () => {
    const { drawn } = session.model.state.get()
    if (!drawn || drawing) return
    const { frame: frames, area: areas } = drawn.summary.counts
    let renderer: ReturnType<typeof openRenderer>
    try {
      renderer = openRenderer(canvas, !isLarge({ frames, areas }), session, { frames, areas })
    } catch {
      return listener.cannot() // no WebGL, or none left
    }
    stage.prepend(canvas, writing, box)
    const place = { stage, writing, gl: renderer.gl, drawBox: (drawnBox: Box | null) => showBox(box, drawnBox) }
    const { ready, rested, cannot } = listener
    const running = runPicture(session, place, { ready, rested, failed: cannot, lost: (isLost) => isLost && listener.lost() })
    drawing = { gl: renderer.gl, endPrograms: renderer.end, running }
  }
  const stop = session.model.state.subscribe(begin)
  begin()
  return {
    /** What the picture is, in words. */
    label: (words: string) => canvas.setAttribute('aria-label', words),
    copyTo: (flat: HTMLCanvasElement) => drawing?.running.copyTo(flat),
    end() {
      stop()
      drawing?.running.end()
      drawing?.endPrograms()
      drawing?.gl.dispose()
      if (drawing && !drawing.gl.getContext().isContextLost()) drawing.gl.forceContextLoss()
      for (const part of [canvas, writing, box]) part.remove()
    },
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
