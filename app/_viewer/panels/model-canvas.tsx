'use client'

import { addTail, useFrame, useThree } from '@react-three/fiber'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { getConsoleFunction, Object3D, setConsoleFunction } from 'three'
import { Areas } from '../picture/areas.tsx'
import { cameraRig } from '../picture/camera-rig.ts'
import { CornerShading } from '../picture/corner-shading.tsx'
import { writeStates } from '../picture/element-states.ts'
import { Frames } from '../picture/frames.tsx'
import { bindTables, gpuTables, type SharedUniforms, setPalette, sharedUniforms } from '../picture/gpu-tables.ts'
import { Backdrop, GridLines } from '../picture/grid-lines.tsx'
import { labelPainter } from '../picture/labels.ts'
import { LocalAxes } from '../picture/local-axes.tsx'
import { Nodes } from '../picture/nodes.tsx'
import { insetsOf, overlaysOn, watchOverlays } from '../picture/overlays.ts'
import { type Box, listenToPointer } from '../picture/pointer.ts'
import { Programs } from '../picture/programs.tsx'
import { sectionPlanes } from '../picture/scene-points.ts'
import { type Stage, StageContext } from '../picture/stage.ts'
import { Supports } from '../picture/supports.tsx'
import { takePicture } from '../picture/take-picture.ts'
import type { Drawn } from '../session/live-model.ts'
import type { ViewerSession } from '../session/session.ts'
import { useStore } from '../session/store.ts'
import styles from './model-canvas.module.css'
import { ThreeCanvas } from './three-canvas.tsx'

Object3D.DEFAULT_UP.set(0, 0, 1)

// react-three-fiber 9 still makes a THREE.Clock, which three calls deprecated at every page. All else is said as ever.
if (!getConsoleFunction())
  setConsoleFunction((type, message, ...more) => {
    if (!message.startsWith('THREE.Clock: This module has been deprecated')) console[type](message, ...more)
  })

type Props = { session: ViewerSession; onLost: (isLost: boolean) => void; isLarge: boolean }

/** The picture, the writing over it, and the box of a box selection. Draws only when something has changed. */
export default function ModelCanvas({ session, onLost, isLarge }: Props) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const isFull = useStore(session.view, ({ quality }) => quality === 'full')
  // A canvas is smooth or not for as long as it stands.
  const antialias = !isLarge || isFull
  const writing = useRef<HTMLCanvasElement>(null)
  const [box, setBox] = useState<Box | null>(null)
  return (
    <div className={styles.stage}>
      <ThreeCanvas
        key={String(antialias)}
        label="The model in 3D. The outline lists the same elements as text."
        antialias={antialias}
        onLost={onLost}
      >
        <Programs />
        {drawn && <Picture session={session} drawn={drawn} writing={writing} drawBox={setBox} />}
      </ThreeCanvas>
      <canvas ref={writing} className={styles.writing} />
      {box && <SelectionBox box={box} />}
    </div>
  )
}

function SelectionBox({ box: { x0, y0, x1, y1 } }: { box: Box }) {
  return (
    <div
      className={x1 >= x0 ? styles.box : `${styles.box} ${styles.touching}`}
      style={{ left: Math.min(x0, x1), top: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) }}
    />
  )
}

type PictureProps = {
  session: ViewerSession
  drawn: Drawn
  writing: RefObject<HTMLCanvasElement | null>
  drawBox: (box: Box | null) => void
}

function Picture({ session, drawn, writing, drawBox }: PictureProps) {
  const shared = useMemo(sharedUniforms, [])
  const stage = useStageOf(session, drawn, shared)
  const stageRef = useRef<Stage | null>(null)
  stageRef.current = stage
  useRig(session, stageRef, writing, drawBox)
  useEffect(() => {
    if (stage) session.rig?.setScene(stage.drawn.scene, session.firstCamera)
  }, [stage, session])
  useLook(session, shared, stage)
  usePublished(session, stageRef)
  if (!stage) return null
  return (
    <StageContext value={stage}>
      <Backdrop />
      <GridLines />
      <Frames />
      <Supports />
      <Nodes />
      <LocalAxes />
      <Areas />
      <CornerShading />
    </StageContext>
  )
}

/** The tables of a scene live as long as it is drawn. Made in an effect: StrictMode calls memos twice and forgets one. */
function useStageOf(session: ViewerSession, drawn: Drawn, shared: SharedUniforms): Stage | null {
  const [stage, setStage] = useState<Stage | null>(null)
  useEffect(() => {
    const tables = gpuTables(drawn.scene)
    bindTables(shared, tables)
    writeStates(drawn, tables, session.view.get(), session.derived.get())
    setStage({ drawn, tables, shared, session, model: session.model })
    return () => tables.dispose()
  }, [session, drawn, shared])
  return stage
}

/** Camera, pointer and the writing over the picture, for as long as the canvas stands. */
function useRig(
  session: ViewerSession,
  stage: RefObject<Stage | null>,
  writing: RefObject<HTMLCanvasElement | null>,
  drawBox: (box: Box | null) => void,
) {
  const { gl, set, invalidate, get } = useThree()
  const size = useThree((three) => three.size)
  const painter = useRef<ReturnType<typeof labelPainter> | null>(null)
  useEffect(() => {
    const rig = cameraRig({
      element: gl.domElement,
      takeCamera: (camera) => set({ camera: camera as never }),
      redraw: () => invalidate(),
      rested: session.rested,
      jumped: session.jumped,
      insets(isFirst) {
        const { width, height } = get().size
        const covered = insetsOf(overlaysOn(gl.domElement), width, height)
        // The first look is the same for everybody, whichever panel has come by then.
        const [left, right] = isFirst ? [0, 0] : [covered.left, covered.right]
        // The marks of levels stand beside the model.
        const marks = stage.current?.drawn.scene.grid.levels.length ? Math.min(130 / width, 0.3) : 0
        return { ...covered, left, right: Math.min(right + marks, 0.6) }
      },
    })
    rig.resize(get().size.width, get().size.height)
    set({ camera: rig.camera3 as never })
    session.rig = rig
    session.redraw = () => invalidate()
    painter.current = labelPainter(rig, () => stage.current)
    const { projection, isYUp } = session.view.get()
    rig.setProjection(projection)
    if (stage.current) rig.setScene(stage.current.drawn.scene, session.firstCamera)
    rig.setUp(isYUp)
    const unsubscribe = session.view.subscribe((state, before) => {
      if (state.projection !== before.projection) rig.setProjection(state.projection)
      if (state.isYUp !== before.isYUp) rig.setUp(state.isYUp)
      invalidate()
    })
    const unwatch = watchOverlays(gl.domElement, () => invalidate())
    const stop = listenToPointer(gl.domElement, rig, session, () => stage.current, drawBox)
    session.picture = (sheet) => takePicture(get, session, writing.current, sheet)
    session.bubbleAt = painter.current.bubbleAt
    return () => {
      stop()
      unwatch()
      unsubscribe()
      session.firstCamera = rig.camera() ?? session.firstCamera
      session.rig = null
      session.picture = null
      session.bubbleAt = () => null
      session.redraw = () => {}
      rig.dispose()
    }
  }, [gl, set, invalidate, get, session, stage, writing, drawBox])
  useEffect(() => session.rig?.resize(size.width, size.height), [session, size])

  useFrame((three, seconds) => {
    const rig = session.rig
    if (!rig || !stage.current) return
    const moves = rig.update(seconds)
    const { shared } = stage.current
    const camera = rig.camera3
    const isParallel = 'isOrthographicCamera' in camera
    shared.uPixel.value.set(isParallel ? 0 : rig.pixelAt(1), isParallel ? 1 / camera.zoom : 0)
    const planes = sectionPlanes(session.view.get().section, stage.current.drawn.scene.origin)
    shared.uClipCount.value = planes.length
    for (const [k, plane] of planes.entries()) shared.uClip.value[k]?.set(...plane)
    const canvas = writing.current
    if (canvas) {
      const ratio = three.gl.getPixelRatio()
      const [width, height] = [Math.round(rig.size.width * ratio), Math.round(rig.size.height * ratio)]
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width
        canvas.height = height
      }
      const context = canvas.getContext('2d')
      if (context) painter.current?.paint(context, ratio, moves)
    }
    three.gl.domElement.dataset.picture = moves || shared.uPulse.value > 0 || session.isDragging ? 'moving' : 'resting'
    three.gl.domElement.dataset.view = session.address()
    if (moves || shared.uPulse.value > 0) invalidate()
  }, -1)
}

/**
 * Says on the canvas, for tests and for people's scripts, how far the picture is. `data-picture`: `moving`; `resting`, but
 * something will still change by itself; `complete`. `data-view`: the address that belongs to what is drawn.
 */
function usePublished(session: ViewerSession, stage: RefObject<Stage | null>) {
  const { gl, get } = useThree()
  useEffect(() => {
    const { dataset } = gl.domElement
    const isDrawable = () => stage.current?.drawn === session.model.state.get().drawn && !gl.getContext().isContextLost()
    const say = (isStill: boolean) => {
      const isComplete = isStill && stage.current !== null && isDrawable() && session.isSettled()
      dataset.view = session.address()
      dataset.picture = isComplete ? 'complete' : session.isDragging ? 'moving' : 'resting'
    }
    session.publish = () => say(get().internal.frames === 0)
    const waits = () => {
      if (dataset.picture === 'complete') dataset.picture = 'resting'
    }
    const stops = [
      session.view.subscribe(waits),
      session.derived.subscribe(waits),
      session.model.state.subscribe((state, before) => state.drawn !== before.drawn && waits()),
      addTail(() => say(true)),
    ]
    gl.domElement.addEventListener('webglcontextlost', waits)
    return () => {
      for (const stop of stops) stop()
      gl.domElement.removeEventListener('webglcontextlost', waits)
      session.publish = () => {}
    }
  }, [session, stage, gl, get])
}

/** Colours, marks and light follow the view, what the worker answers, and the theme. */
function useLook(session: ViewerSession, shared: SharedUniforms, stage: Stage | null) {
  const invalidate = useThree((three) => three.invalidate)
  useEffect(() => {
    if (!stage) return
    const { drawn, tables } = stage
    const mark = () => {
      writeStates(drawn, tables, session.view.get(), session.derived.get())
      invalidate()
    }
    const look = () => {
      const theme = session.theme.get()
      shared.uSky.value.set(...theme.sky)
      shared.uGroundLight.value.set(...theme.ground)
      shared.uKey.value.set(...theme.key)
      shared.uEdge.value.set(...theme.edge)
      shared.uAccent.value.set(...theme.accent)
      shared.uInk.value.set(...theme.ink)
      shared.uSupport.value.set(...theme.support)
      shared.uAreaTone.value = theme.areaTone
      invalidate()
    }
    const colour = () => {
      const { colouring } = session.derived.get()
      if (colouring)
        setPalette(
          shared,
          colouring.legend.map(({ colour }) => colour),
        )
    }
    let lit = 0
    const calm = matchMedia('(prefers-reduced-motion: reduce)')
    const pulse = () => {
      const gone = (performance.now() - lit) / 2600
      const isLit = session.derived.get().changed.length > 0 && gone < 1
      shared.uPulse.value = isLit ? (calm.matches ? 1 : (1 - gone) * (0.75 + 0.25 * Math.cos(gone * 18))) : 0
      invalidate()
      if (!isLit) return
      // Where a picture takes long, the glow leaves two thirds of the time to everything else.
      const asked = performance.now()
      const rest = () => setTimeout(pulse, 2 * (performance.now() - asked))
      requestAnimationFrame(() => requestAnimationFrame(rest))
    }
    const stops = [
      session.view.subscribe((state, before) => state.hovered !== before.hovered && mark()),
      session.theme.subscribe(look),
      session.derived.subscribe((state, before) => {
        if (state.colouring !== before.colouring) colour()
        if (state.changed !== before.changed && state.changed.length) {
          lit = performance.now()
          pulse()
        }
        mark()
      }),
    ]
    look()
    colour()
    mark()
    if (session.derived.get().changed.length) {
      lit = performance.now()
      pulse()
    }
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, shared, stage, invalidate])
}
