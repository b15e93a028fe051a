import { type AreaMesh, areaMesh } from '#lib/geometry/area-mesh.ts'
import { buildScene } from '#lib/geometry/scene.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { distance, perAxis, scale, subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import type { ViewerFrame, ViewerModel } from '#lib/schema/schema.ts'
import { FileRefused, overLimit } from '../file-refused.ts'
import type { ModelToWrite } from '../model-to-write.ts'
import { noteLosses } from '../note-losses.ts'
import type { ExportReport } from '../report.ts'
import { originOf, type Quaternion, toGltf, turnOf } from './glb-axes.ts'
import { GlbBuffer, glbLength, glbPieces } from './glb-buffer.ts'
import { GlbMeshes, MATERIALS } from './glb-meshes.ts'

/** The shape of a model for viewers of glTF 2.0, in metres: a node for each frame and area, with its id. */
export function writeGlb({ model, unit, options, report }: ModelToWrite): Iterable<Uint8Array> {
  const glb = new Glb(model, unit?.metres ?? 1, report)
  const isInstanced = options.instancing === 'on' || (options.instancing !== 'off' && glb.frames.length > MOST_NODES)
  const json = glb.json(isInstanced)
  if (glbLength(json, glb.buffer) > LONGEST)
    throw new FileRefused([overLimit(['query', 'format'], `a GLB file holds ${LONGEST} bytes, the model has more`, LONGEST)])
  return glbPieces(json, glb.buffer)
}

/** A file says its length in 32 bits. */
const LONGEST = 2 ** 32 - 1
/** Above so many frames they are instances of their meshes. */
const MOST_NODES = 200_000
const PIECE = 256 * 1024
const INSTANCING = 'EXT_mesh_gpu_instancing'

type PlacedFrame = { frame: ViewerFrame; mesh: number; translation: Vec; rotation: Quaternion; length: number }

class Glb {
  readonly buffer = new GlbBuffer()
  readonly frames: PlacedFrame[] = []
  readonly #meshes: GlbMeshes
  /** What the root node holds, in model axes and metres. */
  readonly #origin: Vec
  readonly #areaNodes: string[]

  constructor(
    readonly model: ViewerModel,
    readonly metres: number,
    readonly report: ExportReport,
  ) {
    this.#meshes = new GlbMeshes(model, metres, this.buffer)
    this.#origin = originOf(model.bounds, metres)
    if (this.#isMoved) report.note('guessed', 'origin_moved')
    this.#placeFrames()
    this.#areaNodes = this.#placeAreas()
    noteLosses(model, report, ['areas', 'openings', 'tapers', 'endOffsets'])
    for (const { id } of model.supports ?? []) report.note('dropped', 'element_type', { example: `support ${id}` })
  }

  get #isMoved(): boolean {
    return this.#origin.some((value) => value !== 0)
  }

  #placeFrames() {
    const nodes = new Map(this.model.nodes.map(({ id, position }) => [id, position]))
    for (const frame of this.model.frames ?? []) {
      const [from, to] = [nodes.get(frame.startNodeId), nodes.get(frame.endNodeId)]
      if (!from || !to) continue
      const example = `frame ${frame.id}`
      const [start, end] = [vec(from), vec(to)]
      const axes = localAxes(start, end, frame.rotation)
      if (!axes) {
        this.report.note('dropped', 'zero_length', { example })
        continue
      }
      const translation = toGltf(scale(start, this.metres), this.#origin)
      const length = distance(start, end) * this.metres
      const isInRange = Math.fround(length) > 0 && [...translation, length].every((value) => Number.isFinite(Math.fround(value)))
      const mesh = isInRange ? this.#meshes.ofFrame(frame) : null
      if (mesh === null) this.report.note('dropped', 'out_of_range', { example })
      else this.frames.push({ frame, mesh, translation, rotation: turnOf(axes), length })
    }
  }

  /** A mesh for each, about its own first corner so that it keeps its digits. */
  #placeAreas(): string[] {
    const { areas = [] } = this.model
    if (areas.length === 0) return []
    const scene = buildScene({ ...this.model, frames: [], supports: [], gridLines: [] })
    const mesh = areaMesh(scene)
    const origin = toGltf(scale(scene.origin, this.metres), this.#origin)
    return areas.flatMap(({ id, sectionId }, k) => {
      const placed = areaAt(mesh, k, this.metres)
      if (!placed) {
        this.report.note('dropped', 'out_of_range', { example: `area ${id}` })
        return []
      }
      const translation = perAxis((axis) => origin[axis] + placed.first[axis])
      const extras = { kind: 'area', id, ...(sectionId != null && { sectionId }) }
      return [JSON.stringify({ name: id, mesh: this.#meshes.ofArea(id, placed.positions, placed.normals), translation, extras })]
    })
  }

  /** In pieces of bytes. Nothing is added to the buffer after it. */
  json(isInstanced: boolean): Uint8Array[] {
    const nodes = isInstanced ? this.#instances() : this.frames.map(nodeOf)
    for (const node of this.#areaNodes) nodes.push(node)
    const roots = nodes.map((_, k) => k)
    if (this.#isMoved) nodes.push(JSON.stringify({ name: 'origin', translation: toGltf(this.#origin), children: roots }))
    const { accessors, views, byteLength } = this.buffer
    const { meshes } = this.#meshes
    const scene = { name: this.model.name, ...(nodes.length > 0 && { nodes: this.#isMoved ? [roots.length] : roots }) }
    const extensions = { extensionsUsed: [INSTANCING], extensionsRequired: [INSTANCING] }
    return inPieces([
      '{"asset":{"version":"2.0","generator":"Structural Model Service"}',
      ...(isInstanced && this.frames.length > 0 ? [`,${JSON.stringify(extensions).slice(1, -1)}`] : []),
      `,"scene":0,"scenes":[${JSON.stringify(scene)}]`,
      ...(nodes.length > 0 ? [',"nodes":[', ...withCommas(nodes), ']'] : []),
      ...(meshes.length > 0 ? [`,"meshes":${JSON.stringify(meshes)},"materials":${JSON.stringify(MATERIALS)}`] : []),
      ...(accessors.length > 0 ? [`,"accessors":${JSON.stringify(accessors)},"bufferViews":${JSON.stringify(views)}`] : []),
      ...(byteLength > 0 ? [`,"buffers":[{"byteLength":${byteLength}}]`] : []),
      '}',
    ])
  }

  /** A node for each mesh, with all frames that it draws. */
  #instances(): string[] {
    const byMesh = new Map<number, PlacedFrame[]>()
    for (const one of this.frames) {
      const known = byMesh.get(one.mesh)
      if (known) known.push(one)
      else byMesh.set(one.mesh, [one])
    }
    return [...byMesh].map(([mesh, frames]) => {
      const floats = (type: 'VEC3' | 'VEC4', of: (one: PlacedFrame) => readonly number[]) => {
        const size = type === 'VEC3' ? 3 : 4
        const values = new Float32Array(size * frames.length)
        for (const [k, one] of frames.entries()) values.set(of(one), size * k)
        return this.buffer.instances(values, type)
      }
      const attributes = {
        TRANSLATION: floats('VEC3', ({ translation }) => translation),
        ROTATION: floats('VEC4', ({ rotation }) => rotation),
        SCALE: floats('VEC3', ({ length }) => [1, 1, length]),
      }
      const extras = { kind: 'frames', ids: frames.map(({ frame }) => frame.id) }
      return JSON.stringify({ mesh, extensions: { [INSTANCING]: { attributes } }, extras })
    })
  }
}

function nodeOf({ frame, mesh, translation, rotation, length }: PlacedFrame): string {
  const { id, sectionId } = frame
  const extras = { kind: 'frame', id, ...(sectionId != null && { sectionId }) }
  return JSON.stringify({ name: id, mesh, translation, rotation, scale: [1, 1, length], extras })
}

/** Null of an area without a face. */
function areaAt({ positions, normals, first }: AreaMesh, k: number, metres: number) {
  const [from, to] = [3 * first[k]!, 3 * first[k + 1]!]
  if (from === to) return null
  const pointAt = (array: Float32Array, i: number): Vec => toGltf([array[i]!, array[i + 1]!, array[i + 2]!])
  const corner = scale(pointAt(positions, from), metres)
  const placed = { first: corner, positions: new Float32Array(to - from), normals: new Float32Array(to - from) }
  for (let i = from; i < to; i += 3) {
    placed.positions.set(subtract(scale(pointAt(positions, i), metres), corner), i - from)
    placed.normals.set(pointAt(normals, i), i - from)
  }
  return placed.positions.every(Number.isFinite) ? placed : null
}

const withCommas = (texts: readonly string[]): string[] => texts.map((text, k) => (k === 0 ? text : `,${text}`))

function inPieces(texts: Iterable<string>): Uint8Array[] {
  const pieces: Uint8Array[] = []
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < PIECE) continue
    pieces.push(Buffer.from(piece))
    piece = ''
  }
  pieces.push(Buffer.from(piece))
  return pieces
}
