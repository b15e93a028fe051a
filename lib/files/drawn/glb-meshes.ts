import { sectionBody } from '#lib/geometry/body-of-section.ts'
import { frameSolid } from '#lib/geometry/frame-solid.ts'
import { type SectionBody, taperBody } from '#lib/geometry/section-body.ts'
import { offsetsOf, taperOf } from '#lib/model/taper.ts'
import { taperPairs } from '#lib/model/taper-pairs.ts'
import type { Point2, SectionDefinition, ViewerFrame, ViewerModel, ViewerSection } from '#lib/schema/schema.ts'
import type { GlbBuffer } from './glb-buffer.ts'

const look = (baseColorFactor: readonly number[]) => ({ baseColorFactor, metallicFactor: 0, roughnessFactor: 0.8 })
/** By their place in the file. */
export const MATERIALS = [
  { name: 'frames', pbrMetallicRoughness: look([0.45, 0.55, 0.68, 1]) },
  { name: 'areas', pbrMetallicRoughness: look([0.72, 0.72, 0.7, 1]), doubleSided: true },
] as const
const [FRAMES, AREAS] = [0, 1]
const LINES = 1

type Mesh = { name: string; primitives: readonly object[] }

/**
 * One mesh for all frames of a section, or of a taper, and an offset, of length 1 along its Z: X is -axis 3, Y axis 2, in metres. A frame without an outline
 * is its node line.
 */
export class GlbMeshes {
  readonly meshes: Mesh[] = []
  readonly #known = new Map<string, number>()
  readonly #bodies = new Map<string, SectionBody | null>()
  readonly #sections: ReadonlyMap<string, ViewerSection>
  readonly #definitions: ReadonlyMap<string, SectionDefinition>
  readonly #pairs: ReturnType<typeof taperPairs>

  constructor(
    { sections = [], sectionDefinitions = [] }: ViewerModel,
    readonly metres: number,
    readonly buffer: GlbBuffer,
  ) {
    this.#sections = new Map(sections.map((one) => [one.id, one]))
    this.#definitions = new Map(sectionDefinitions.map((one) => [one.id, one]))
    this.#pairs = taperPairs((id) => this.#sections.get(id), sectionDefinitions)
  }

  /** Null where the section cannot be drawn in 32-bit numbers. */
  ofFrame(frame: ViewerFrame): number | null {
    const { start, end } = offsetsOf(frame)
    const shift = { x: end.x - start.x, y: end.y - start.y }
    const parts = taperOf(frame)
    const key = JSON.stringify([
      start.x,
      start.y,
      frame.sectionId ?? '',
      shift.x,
      shift.y,
      parts && [frame.endSectionId, ...parts],
    ])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const own = this.#bodyOf(frame.sectionId ?? '')
    const pair =
      parts && this.#bodyOf(frame.endSectionId ?? '') ? this.#pairs(frame.sectionId ?? undefined, frame.endSectionId) : undefined
    const body = own && taperBody(own, pair, parts ?? [0, 1], shift)
    const mesh = body ? this.#solid(body, start.x, start.y) : this.#line([start, end])
    if (!mesh) return null
    const name = frame.sectionId ?? 'line'
    const place = this.meshes.push({ name: pair ? `${name} → ${frame.endSectionId}` : name, primitives: [mesh] }) - 1
    this.#known.set(key, place)
    return place
  }

  /** Triangles of an area, each with corners of its own. */
  ofArea(name: string, positions: Float32Array, normals: Float32Array): number {
    const attributes = { POSITION: this.buffer.positions(positions), NORMAL: this.buffer.normals(normals) }
    return this.meshes.push({ name, primitives: [{ attributes, material: AREAS }] }) - 1
  }

  #bodyOf(sectionId: string): SectionBody | null {
    const known = this.#bodies.get(sectionId)
    if (known !== undefined) return known
    const section = this.#sections.get(sectionId)
    const body = section ? sectionBody(section, this.#definitions.get(sectionId)) : null
    this.#bodies.set(sectionId, body)
    return body
  }

  #solid(body: SectionBody, x: number, y: number): object | null {
    const { at, normal, index } = frameSolid(body)
    const positions = Float32Array.from(at, (value, i) => {
      const axis = i % 3
      return axis === 0 ? 0 - (value + x) * this.metres : axis === 1 ? (value + y) * this.metres : value
    })
    if (!positions.every(Number.isFinite)) return null
    const normals = Float32Array.from(normal, (value, i) => (i % 3 === 0 ? 0 - value : value))
    const attributes = { POSITION: this.buffer.positions(positions), NORMAL: this.buffer.normals(normals) }
    return { attributes, indices: this.buffer.indices(index, positions.length / 3), material: FRAMES }
  }

  #line(offsets: readonly Point2[]): object | null {
    const positions = Float32Array.from(offsets.flatMap(({ x, y }, t) => [0 - x * this.metres, y * this.metres, t]))
    if (!positions.every(Number.isFinite)) return null
    return { attributes: { POSITION: this.buffer.positions(positions) }, material: FRAMES, mode: LINES }
  }
}
