import { frameSolid } from '#lib/geometry/frame-solid.ts'
import { type SectionBody, sectionBody } from '#lib/geometry/section-body.ts'
import type { Point2, SectionDefinition, ViewerModel, ViewerSection } from '#lib/schema/schema.ts'
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
 * One mesh for all frames of a section and an offset, of length 1 along its Z: X is -axis 3, Y axis 2, in metres. A frame without an outline
 * is its node line.
 */
export class GlbMeshes {
  readonly meshes: Mesh[] = []
  readonly #known = new Map<string, number>()
  readonly #bodies = new Map<string, SectionBody | null>()
  readonly #sections: ReadonlyMap<string, ViewerSection>
  readonly #definitions: ReadonlyMap<string, SectionDefinition>

  constructor(
    { sections = [], sectionDefinitions = [] }: ViewerModel,
    readonly metres: number,
    readonly buffer: GlbBuffer,
  ) {
    this.#sections = new Map(sections.map((one) => [one.id, one]))
    this.#definitions = new Map(sectionDefinitions.map((one) => [one.id, one]))
  }

  /** Null where the section cannot be drawn in 32-bit numbers. */
  ofFrame(sectionId: string | null | undefined, offset: Point2 | null | undefined): number | null {
    const { x, y } = offset ?? { x: 0, y: 0 }
    const key = `${x} ${y} ${sectionId ?? ''}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const body = this.#bodyOf(sectionId ?? '')
    const mesh = body ? this.#solid(body, x, y) : this.#line(x, y)
    if (!mesh) return null
    const place = this.meshes.push({ name: sectionId ?? 'line', primitives: [mesh] }) - 1
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

  #line(x: number, y: number): object | null {
    const [across, up] = [0 - x * this.metres, y * this.metres]
    const positions = new Float32Array([across, up, 0, across, up, 1])
    if (!positions.every(Number.isFinite)) return null
    return { attributes: { POSITION: this.buffer.positions(positions) }, material: FRAMES, mode: LINES }
  }
}
