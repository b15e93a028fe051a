import {
  BufferGeometry,
  DoubleSide,
  FrontSide,
  Group,
  InstancedBufferGeometry,
  LineSegments,
  Mesh,
  type Object3D,
  Points,
} from 'three'
import { detailOfRuns, hasThinBodies, LINE, nearestFirst, RIBBON, SOLID, sizesOf } from '#lib/geometry/frame-chunks.ts'
import { bodyOf, isUndrawn, isWithoutLength, NO_BODY } from '#lib/geometry/frame-records.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import type { SectionBody } from '#lib/geometry/section-body.ts'
import { presetOf } from '../../session/view/preset-now.ts'
import { newSeen } from '../camera/sight.ts'
import {
  LINE_VERTEX,
  LINK_VERTEX,
  MARKER_FRAGMENT,
  MARKER_VERTEX,
  RIBBON_FRAGMENT,
  RIBBON_VERTEX,
  SOLID_FRAGMENT,
  SOLID_VERTEX,
} from '../shading/frame-shaders.ts'
import type { SharedUniforms } from '../shading/gpu-tables.ts'
import { PLAIN_FRAGMENT } from '../shading/shaders.ts'
import { castsShade } from './bodies.ts'
import { attribute, type Drawing, disposeAll, setClipped, shader } from './drawing.ts'
import { faintTwins } from './faint.ts'
import { ListedInstances } from './listed-instances.ts'
import { stripsOf, verticesOf } from './listed-shapes.ts'
import { ListedStrokes } from './listed-strokes.ts'
import type { Stage } from './stage.ts'

/** Of the axes of frames, when axes are what is drawn. */
const AXIS_PIXELS = 2
/** Of a frame without a section in a chat, where no preset draws axes wider. */
const CHAT_AXIS_PIXELS = 2
/** A model below this many triangles is drawn in full, but for what is thinner than a pixel. */
const FULL_BELOW = 100_000

export function makeFrames(stage: Stage): Drawing {
  const { drawn, tables, shared, session } = stage
  const { scene, chunks, solids: shapes } = drawn
  const group = new Group()
  const faint = faintTwins(stage)
  const isInChat = session.host.place === 'app'
  const widths = { uLineWidth: { value: 0 }, uLeastAxis: { value: isInChat ? CHAT_AXIS_PIXELS : 1.4 } }
  const most = chunks.order.length
  const ribbons = new ListedStrokes(stripsOf(1, most), most)
  const lines = new ListedStrokes(verticesOf(2), most)
  const materials = materialsOf(shared, widths, ribbons, lines)
  const links = makeLinks(scene, shared)
  const { solid: solidMaterial, ribbon: ribbonMaterial, line: lineMaterial, marker: markerMaterial } = materials

  const show = (object: Object3D) => {
    object.frustumCulled = false // the shader places everything; chunks are culled below
    object.matrixAutoUpdate = false
    castsShade(object)
    group.add(object)
    if (object instanceof Mesh || object instanceof LineSegments) group.add(...faint.of(object))
    return object
  }
  const runs = chunks.runs.length / 4
  const perBody = new Uint32Array(scene.bodies.length)
  for (let run = 0; run < runs; run++) {
    const [body, first, end] = [chunks.runs[4 * run]!, chunks.runs[4 * run + 1]!, chunks.runs[4 * run + 2]!]
    if (body !== NO_BODY) perBody[body]! += end - first
  }
  const solids = shapes.map((solid, index) => {
    const geometry = new InstancedBufferGeometry()
    geometry.setAttribute('at', attribute(solid.at, 3))
    geometry.setAttribute('facing', attribute(solid.normal, 3))
    geometry.setAttribute('edge', attribute(solid.edge, 2))
    geometry.setIndex(attribute(solid.index, 1))
    const list = new ListedInstances(geometry, 'frame', 1, perBody[index]!)
    return { list, mesh: show(new Mesh(geometry, solidMaterial)) }
  })
  const ribbonMesh = show(new Mesh(ribbons.geometry, ribbonMaterial))
  const lineObject = show(new LineSegments(lines.geometry, lineMaterial))
  show(links.mesh)

  const markers = withoutLength(drawn)
  if (markers.hasAttribute('frame')) show(new Points(markers, markerMaterial))

  const isSmall = isDrawnInFull(drawn)
  const detail = new Int8Array(runs)
  const seen = newSeen()
  const together = runsTogether(chunks)

  return {
    object: group,
    update(camera, height) {
      const { layers, section, drawing } = session.view.get()
      const isAnalytical = presetOf(session) === 'analytical'
      group.visible = layers.frames
      solidMaterial.side = section ? DoubleSide : FrontSide
      setClipped(section !== null, ...Object.values(materials), links.material, ...faint.materials())
      widths.uLineWidth.value = isAnalytical ? AXIS_PIXELS : 0
      links.mesh.visible = isAnalytical && links.count > 0
      const sight = seen.anew(camera, height, `${isAnalytical} ${drawing === null}`)
      if (!sight) return faint.update()
      // What a drawing cuts is seen end on, and of an outline of few pixels little is left.
      detailOfRuns(chunks, tables.sizes, sight, isSmall && drawing === null, detail)
      for (const { list } of solids) list.clear()
      ribbons.clear()
      lines.clear()
      for (const run of nearestFirst(chunks, sight.eye)) {
        const position = detail[run]!
        if (position < LINE) continue
        const body = chunks.runs[4 * run]!
        const asLines = isAnalytical || body === NO_BODY
        const isRibbon = asLines ? isSmall || isAnalytical || isInChat : position === RIBBON
        together.add(isRibbon ? ribbons : position === SOLID && !asLines ? solids[body]!.list : lines, run)
      }
      together.done()
      for (const { list, mesh } of solids) {
        list.done()
        mesh.visible = list.count > 0
      }
      ribbons.done()
      ribbonMesh.visible = ribbons.count > 0
      lines.done()
      lineObject.visible = lines.count > 0
      faint.update()
    },
    dispose() {
      disposeAll(...Object.values(materials), markers)
      links.dispose()
      faint.dispose()
      ribbons.dispose()
      lines.dispose()
      for (const { list } of solids) list.geometry.dispose()
    },
  }
}

type List = Pick<ListedStrokes | ListedInstances, 'add'>

/** Adds runs to lists, those that follow each other in one of them at once: there are thousands. */
function runsTogether({ order, runs }: Stage['drawn']['chunks']) {
  let to: List | null = null
  let [from, until] = [0, 0]
  const done = () => {
    to?.add(order, from, until)
    to = null
  }
  return {
    add(list: List, run: number) {
      const first = runs[4 * run + 1]!
      if (list !== to || first !== until) {
        done()
        to = list
        from = first
      }
      until = runs[4 * run + 2]!
    },
    done,
  }
}

/** It has few enough triangles. */
function isDrawnInFull({ chunks: { runs }, solids }: Pick<Stage['drawn'], 'chunks' | 'solids'>): boolean {
  let triangles = 0
  for (let offset = 0; offset < runs.length; offset += 4) {
    const [body, first, end] = [runs[offset]!, runs[offset + 1]!, runs[offset + 2]!]
    triangles += (end - first) * (body === NO_BODY ? 2 : solids[body]!.index.length / 3)
  }
  return triangles < FULL_BELOW
}

/** None of them is drawn as a ribbon or a line where the whole is seen, unless axes are what is drawn. */
export const areAllSolid = (drawn: Pick<Stage['drawn'], 'chunks' | 'solids' | 'scene'>) =>
  isDrawnInFull(drawn) &&
  drawn.chunks.runs.every((body, k) => k % 4 !== 0 || body !== NO_BODY) &&
  !hasThinBodies(drawn.scene, sizesOf(drawn.scene.bodies))

/** The frames of which something is so; without a list of all, of which there may be millions. */
function framesThat({ frames: { count } }: Scene, is: (frame: number) => boolean): Uint32Array {
  const found: number[] = []
  for (let k = 0; k < count; k++) if (is(k)) found.push(k)
  return Uint32Array.from(found)
}

/** Frames whose ends coincide, a point each. */
function withoutLength({ scene, chunks }: Stage['drawn']): BufferGeometry {
  const { records, count } = scene.frames
  const isEachInChunks = chunks.order.length === count // then each has a length
  const found = isEachInChunks ? [] : framesThat(scene, (k) => isWithoutLength(records[4 * k + 3]!))
  const markers = new BufferGeometry()
  if (!found.length) return markers
  markers.setAttribute('frame', attribute(Uint32Array.from(found), 1))
  markers.setDrawRange(0, found.length)
  return markers
}

const hasShift = (body: SectionBody | undefined): boolean =>
  body?.end !== undefined && (body.end.shift.x !== 0 || body.end.shift.y !== 0)

/** From the nodes to the axis of each frame that has an offset: two strips a frame, for the view of axes. */
function makeLinks(scene: Scene, shared: SharedUniforms) {
  const { placements, bodies } = scene
  const { records } = scene.frames
  const isOffset = (k: number) => {
    const placement = 4 * records[4 * k + 2]!
    const hasAxis = !isUndrawn(records[4 * k + 3]!) && !isWithoutLength(records[4 * k + 3]!)
    const isMoved = placements[placement + 2] !== 0 || placements[placement + 3] !== 0
    return hasAxis && (isMoved || hasShift(bodies[bodyOf(records[4 * k + 3]!)]))
  }
  // Placements are few, and in most models none has an offset.
  const hasOffsets = placements.some((value, k) => k % 4 > 1 && value !== 0) || bodies.some(hasShift)
  const offset = hasOffsets ? framesThat(scene, isOffset) : new Uint32Array()
  const strips = new ListedStrokes(stripsOf(2, offset.length), offset.length)
  strips.add(offset, 0, offset.length)
  strips.done()
  const material = shader({
    vertexShader: LINK_VERTEX,
    fragmentShader: PLAIN_FRAGMENT,
    uniforms: { ...shared, ...strips.uniforms },
    side: DoubleSide,
  })
  const mesh = new Mesh(strips.geometry, material)
  mesh.visible = false
  const dispose = () => {
    disposeAll(material)
    strips.dispose()
  }
  return { mesh, material, count: offset.length, dispose }
}

function materialsOf(
  shared: SharedUniforms,
  widths: Record<'uLineWidth' | 'uLeastAxis', { value: number }>,
  ribbons: ListedStrokes,
  lines: ListedStrokes,
) {
  return {
    solid: shader({ vertexShader: SOLID_VERTEX, fragmentShader: SOLID_FRAGMENT, uniforms: shared }),
    ribbon: shader({
      vertexShader: RIBBON_VERTEX,
      fragmentShader: RIBBON_FRAGMENT,
      uniforms: { ...shared, ...ribbons.uniforms, ...widths },
      side: DoubleSide,
    }),
    line: shader({ vertexShader: LINE_VERTEX, fragmentShader: PLAIN_FRAGMENT, uniforms: { ...shared, ...lines.uniforms } }),
    marker: shader({ vertexShader: MARKER_VERTEX, fragmentShader: MARKER_FRAGMENT, uniforms: shared }),
  }
}
