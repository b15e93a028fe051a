import {
  createRoot,
  type GLProps,
  invalidate,
  type ReconcilerRoot,
  type RootState,
  type RootStore,
  useThree,
} from '@react-three/fiber'
import { Component, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

type Props = {
  label: string
  describedBy: string
  antialias: boolean
  take: (antialias: boolean) => HTMLCanvasElement
  /** Makes its renderer, once; `end` is called when the canvas goes. */
  open: (canvas: HTMLCanvasElement) => { gl: RootState['gl']; end: () => void }
  onLost: (isLost: boolean) => void
  children: ReactNode
}

/**
 * A canvas that fills its parent, with a React root of its own. react-three-fiber's `Canvas` brings the whole of three with it,
 * so that any of it may be written as an element; we write only `<primitive>`. Each mount has a canvas of its own: a context
 * that was given back does not come again.
 */
export function ThreeCanvas({ label, describedBy, antialias, take, open, onLost, children }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const root = useRef<ReconcilerRoot<HTMLCanvasElement> | null>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const end = useRef<() => void>(null)
  const opening = useRef<Props['open']>(null)
  const lost = useRef(onLost)
  lost.current = onLost
  if (error) throw error

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    setSize(element.getBoundingClientRect()) // the observer would wait for the next frame
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const isSized = size !== null && size.width > 0 && size.height > 0
  useEffect(() => {
    const element = frame.current
    if (!element || !isSized) return
    const canvas = take(antialias)
    canvas.style.display = 'block'
    element.append(canvas)
    const goes = () => lost.current(true)
    const comes = () => {
      lost.current(false)
      invalidate() // three makes everything anew from the arrays it was made from
    }
    canvas.addEventListener('webglcontextlost', goes)
    canvas.addEventListener('webglcontextrestored', comes)
    const made = createRoot(canvas)
    root.current = made
    return () => {
      root.current = null
      end.current?.()
      end.current = opening.current = null
      canvas.removeEventListener('webglcontextlost', goes)
      canvas.removeEventListener('webglcontextrestored', comes)
      made.unmount()
      canvas.remove()
    }
  }, [isSized, take, antialias])

  useEffect(() => {
    if (!size || !root.current) return
    opening.current = open
    root.current
      .configure({
        frameloop: 'demand',
        flat: true,
        dpr: [1, 2],
        gl: openedBy(opening, end),
        size: { width: size.width, height: size.height, top: 0, left: 0 },
      })
      .catch(setError)
    root.current.render(<Boundary onError={setError}>{children}</Boundary>)
  })

  return (
    <div
      ref={frame}
      role="img"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that keys move takes the focus, and is a picture all the same
      tabIndex={0}
      aria-label={label}
      aria-describedby={describedBy}
      style={{ width: '100%', height: '100%', overflow: 'hidden', outlineOffset: '-2px' }}
    />
  )
}

/** react-three-fiber keeps what it was configured with when the canvas has gone: then nothing of a model may be left in it. */
const openedBy =
  (opening: RefObject<Props['open'] | null>, end: RefObject<(() => void) | null>): GLProps =>
  ({ canvas }) => {
    if (!opening.current) throw new Error('the canvas has gone')
    const opened = opening.current(canvas as HTMLCanvasElement)
    end.current = opened.end
    return opened.gl
  }

/** What fails inside is told outside, where the page has words for it. */
class Boundary extends Component<{ onError: (error: unknown) => void; children: ReactNode }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

type Draw = (seconds: number) => unknown

/**
 * Draws in place of react-three-fiber, when its loop comes round. Its own `useFrame` does that too, but the loop keeps the subscriber
 * that it called last, and by it the whole model of a viewer that was left, until another one draws.
 */
export function useDrawing(draw: Draw | undefined) {
  const get = useThree((three) => three.get)
  useLayoutEffect(() => subscribed(get, draw), [get, draw])
}

function subscribed(get: () => RootState, draw: Draw | undefined): () => void {
  const called: { current: (state: RootState, seconds: number) => void } = { current: (_, seconds) => draw?.(seconds) }
  const store = { getState: get }
  // Of the store that it is given the loop asks for its state alone. With a priority it draws nothing by itself.
  const end = get().internal.subscribe(called, 1, store as RootStore)
  return () => {
    end()
    called.current = nothing
    store.getState = nothing as () => RootState
  }
}

const nothing = () => {}
