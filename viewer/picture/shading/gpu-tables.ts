import {
  DataTexture,
  FloatType,
  type IUniform,
  Matrix3,
  NearestFilter,
  RedIntegerFormat,
  RGBAFormat,
  RGBAIntegerFormat,
  RGIntegerFormat,
  UnsignedByteType,
  UnsignedIntType,
  Vector2,
  Vector3,
  Vector4,
} from 'three'
import { ofHex } from '#lib/drawing/palette.ts'
import { bodySize } from '#lib/geometry/body-size.ts'
import { sizesOf } from '#lib/geometry/frame-chunks.ts'
import { capacityFor, ROW } from '#lib/geometry/rows.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { toModel } from '#lib/model/display-axes.ts'
import { directionOf } from '#lib/model/shape/vector.ts'
import type { Up } from '#lib/model/up-axis.ts'

/** A list of whole numbers for a shader to look up; made at its full size, used from the start. */
export function listTable(most: number) {
  const items = capacityFor(most)
  const width = Math.min(items, ROW)
  const values = new Uint32Array(items)
  const texture = new DataTexture(values, width, items / width, RedIntegerFormat, UnsignedIntType)
  texture.internalFormat = 'R32UI'
  texture.minFilter = texture.magFilter = NearestFilter
  texture.needsUpdate = true
  return { values, texture }
}

export type Table = { texture: DataTexture; values: Float32Array | Uint32Array | Uint8Array }

export function table(values: Float32Array | Uint32Array | Uint8Array, perItem: 4 | 2): Table {
  const items = capacityFor(values.length / perItem)
  const width = Math.min(items, ROW)
  const whole = inWholeRows(values, items * perItem)
  const [format, type, internal] =
    values instanceof Float32Array
      ? ([RGBAFormat, FloatType, 'RGBA32F'] as const)
      : values instanceof Uint32Array
        ? ([RGBAIntegerFormat, UnsignedIntType, 'RGBA32UI'] as const)
        : perItem === 2
          ? ([RGIntegerFormat, UnsignedByteType, 'RG8UI'] as const)
          : ([RGBAFormat, UnsignedByteType, 'RGBA8'] as const)
  const texture = new DataTexture(whole, width, items / width, format, type)
  texture.internalFormat = internal
  texture.minFilter = texture.magFilter = NearestFilter
  texture.generateMipmaps = false
  texture.unpackAlignment = 1
  texture.needsUpdate = true
  return { texture, values: whole }
}

/** The worker leaves room after what it writes, so that nothing is copied here. */
function inWholeRows(values: Table['values'], length: number): Table['values'] {
  const type = values.constructor as new (from: number | ArrayBufferLike, position?: number, length?: number) => Table['values']
  if (values.byteOffset + length * values.BYTES_PER_ELEMENT <= values.buffer.byteLength)
    return new type(values.buffer, values.byteOffset, length)
  const whole = new type(length)
  whole.set(values as never)
  return whole
}

/** Bits of an element's second state byte; its first is the place in the palette. */
export const HIDDEN = 1
export const SELECTED = 2
export const HOVERED = 4
export const CHANGED = 8
/** Beside another revision: it steps back; a node or support wears its colour of the palette. */
export const FADED = 16
export const PAINTED = 32

/** One scene as textures. State bytes are two an element: palette place, flags. */
export type GpuTables = ReturnType<typeof gpuTables>

export function gpuTables(scene: Scene) {
  const sizes = sizesOf(scene.bodies)
  const bodySizes = new Float32Array(4 * Math.max(1, sizes.length))
  for (const [k, body] of scene.bodies.entries()) {
    const { width, depth } = bodySize(body)
    bodySizes.set([width, depth, body.end?.shift.x ?? 0, body.end?.shift.y ?? 0], 4 * k)
  }
  const state = (count: number) => table(new Uint8Array(2 * Math.max(1, count)), 2)
  const tables = {
    points: table(scene.points, 4),
    records: table(scene.frames.records, 4),
    areas: table(scene.areas.records, 4),
    triangles: table(scene.areas.triangles, 4),
    edges: table(scene.areas.edges, 4),
    placements: table(scene.placements, 4),
    bodySizes: table(bodySizes, 4),
    frameState: state(scene.frames.count),
    areaState: state(scene.areas.count),
    nodeState: state(scene.nodes.length / 4),
    supportState: state(scene.supports.nodes.length),
  }
  return {
    ...tables,
    sizes,
    /** The edges of areas lie on the card: of many they come after the first picture. */
    hasEdges: false,
    dispose() {
      for (const { texture } of Object.values(tables)) texture.dispose()
    },
  }
}

/** Towards the light, in the axes of the display. */
const KEY = directionOf([-0.45, -0.72, 0.53])

/** What all materials share, by reference: one change is seen by every draw. */
export type SharedUniforms = ReturnType<typeof sharedUniforms>

/** Of a table, given by `bindTables`. */
const bound = (): IUniform => ({ value: null })

export function sharedUniforms() {
  const palette = new DataTexture(new Uint8Array(256 * 4), 256, 1, RGBAFormat, UnsignedByteType)
  palette.minFilter = palette.magFilter = NearestFilter
  palette.needsUpdate = true
  return {
    uPalette: { value: palette },
    /** Length of a pixel at distance 1 (perspective) and anywhere (parallel); one of them is 0. */
    uPixel: { value: new Vector2() },
    /** Of the canvas, in its own pixels. */
    uViewport: { value: new Vector2(1, 1) },
    /** Pixels of the canvas in one of CSS, across. */
    uRatio: { value: 1 },
    uClipCount: { value: 0 },
    uClip: { value: Array.from({ length: 6 }, () => new Vector4()) },
    uCap: { value: new Vector3() },
    uSky: { value: new Vector3() },
    uGroundLight: { value: new Vector3() },
    uKey: { value: new Vector3() },
    uKeyDirection: { value: new Vector3(...KEY) },
    uKeySide: { value: new Vector3(-KEY[0], -KEY[1], 0) },
    /** The display's axes in those of the model. */
    uDisplay: { value: new Matrix3() },
    uUp: { value: new Vector3(0, 0, 1) },
    uEdge: { value: new Vector4() },
    uAreaEdge: { value: 0.75 },
    uAccent: { value: new Vector3() },
    uLineTone: { value: 1 },
    uInk: { value: new Vector3() },
    uSupport: { value: new Vector3() },
    uAreaTone: { value: 1 },
    uWallTone: { value: 1 },
    uPulse: { value: 0 },
    /** How much is seen of what steps back beside another revision; of all else all. */
    uFaint: { value: 0.4 },
    uAlpha: { value: 1 },
    uNodes: bound(),
    uAreas: bound(),
    uTriangles: bound(),
    uAreaEdges: bound(),
    /** 1: areas are drawn in the middle of their bodies. */
    uMiddle: { value: 0 },
    uRecords: bound(),
    uPlacements: bound(),
    uBodySizes: bound(),
    uFrameState: bound(),
    uAreaState: bound(),
    uNodeState: bound(),
    uSupportState: bound(),
  }
}

/** Light comes from above the display, whatever axis of the model that is. */
export function setUp(shared: SharedUniforms, up: Up | null) {
  shared.uUp.value.set(...toModel(up, [0, 0, 1]))
  shared.uKeyDirection.value.set(...toModel(up, KEY))
  shared.uKeySide.value.set(...toModel(up, [-KEY[0], -KEY[1], 0]))
  const [x, y, z] = [toModel(up, [1, 0, 0]), toModel(up, [0, 1, 0]), toModel(up, [0, 0, 1])]
  shared.uDisplay.value.set(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])
}

export function bindTables(shared: SharedUniforms, tables: GpuTables) {
  shared.uNodes.value = tables.points.texture
  shared.uAreas.value = tables.areas.texture
  shared.uTriangles.value = tables.triangles.texture
  shared.uAreaEdges.value = tables.edges.texture
  shared.uRecords.value = tables.records.texture
  shared.uPlacements.value = tables.placements.texture
  shared.uBodySizes.value = tables.bodySizes.texture
  shared.uFrameState.value = tables.frameState.texture
  shared.uAreaState.value = tables.areaState.texture
  shared.uNodeState.value = tables.nodeState.texture
  shared.uSupportState.value = tables.supportState.texture
}

export function setPalette(shared: SharedUniforms, colours: readonly string[]) {
  const bytes = shared.uPalette.value.image.data as Uint8Array
  for (const [k, colour] of colours.entries()) bytes.set([...ofHex(colour), 255], 4 * k)
  shared.uPalette.value.needsUpdate = true
}
