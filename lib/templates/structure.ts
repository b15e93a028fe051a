import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { Complete, ViewerSupportRestraints } from '#lib/schema/schema.ts'
import { CONCRETE, type Size, STEEL, TUBE_STEEL } from './sizes.ts'
import type { UnitChoice } from './units.ts'

type Elements = Complete<
  Pick<CreateModel, 'nodes' | 'frames' | 'members' | 'sections' | 'materials' | 'supports' | 'areas' | 'gridLines'>
>

const HELD = {
  fixed: { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true },
  pinned: { u1: true, u2: true, u3: true, r1: false, r2: false, r3: false },
  /** Rolls along X. */
  roller: { u1: false, u2: true, u3: true, r1: false, r2: false, r3: false },
  /** What the rest of the building does for a plane structure in the plane X, Z. */
  sideways: { u1: false, u2: true, u3: false, r1: false, r2: false, r3: false },
} satisfies Record<string, ViewerSupportRestraints>

/** What a template builds, element by element. Lengths come in metres or feet, and lie here in the unit of the model. */
export class Structure {
  readonly elements: Elements = {
    nodes: [],
    frames: [],
    members: [],
    sections: [],
    materials: [],
    supports: [],
    areas: [],
    gridLines: [],
  }
  readonly #known = new Set<string>()

  constructor(readonly choice: UnitChoice) {}

  #length(value: number): number {
    return Number((value * this.choice.perLength).toPrecision(9))
  }

  node(id: string, x: number, y: number, z: number): string {
    this.elements.nodes.push({ id, position: { x: this.#length(x), y: this.#length(y), z: this.#length(z) } })
    return id
  }

  /** `hangs`: its top lies on the line of its nodes, as a beam below a slab. */
  frame(id: string, startNodeId: string, endNodeId: string, size: Size, { hangs = false, isTube = false } = {}): string {
    const sectionOffset = hangs ? { sectionOffset: { x: 0, y: this.#length(-size.depth / 2) } } : {}
    const sectionId = this.#section(size.profile, isTube)
    this.elements.frames.push({ id, startNodeId, endNodeId, rotation: 0, sectionId, ...sectionOffset })
    return id
  }

  member(id: string, frameIds: string[]): void {
    this.elements.members.push({ id, frameIds })
  }

  /** A slab of 20 cm, or 8 inches. */
  slab(id: string, nodeIds: string[]): void {
    const { system } = this.choice
    const thickness = system === 'metric' ? 0.2 : 8 / 12
    const sectionId = system === 'metric' ? 'Slab 200' : 'Slab 8 in'
    const material = CONCRETE[system]
    if (this.#isNew(`section ${sectionId}`)) {
      const offset = this.#length(thickness)
      this.elements.sections.push({ id: sectionId, type: 'shell', thickness: offset, materialId: this.#material(material) })
    }
    this.elements.areas.push({ id, nodeIds, sectionId, kind: 'floor' })
  }

  support(nodeId: string, held: keyof typeof HELD): void {
    this.elements.supports.push({ id: `S-${nodeId}`, nodeId, restraints: HELD[held] })
  }

  gridLine(axis: 'X' | 'Y' | 'Z', label: string, coordinate: number): void {
    this.elements.gridLines.push({ id: `${axis}-${label}`, axis, coordinate: this.#length(coordinate), label })
  }

  #section(profile: string, isTube: boolean): string {
    const { system } = this.choice
    if (this.#isNew(`section ${profile}`)) {
      const materialId = this.#material((isTube ? TUBE_STEEL : STEEL)[system])
      this.elements.sections.push({ id: profile, type: isTube ? 'rectangular' : 'i_wide_flange', profile, materialId })
    }
    return profile
  }

  #material({ id, name }: { id: string; name: string }): string {
    if (this.#isNew(`material ${id}`)) this.elements.materials.push({ id, name })
    return id
  }

  #isNew(name: string): boolean {
    const isNew = !this.#known.has(name)
    this.#known.add(name)
    return isNew
  }
}

/** A, B … Z, AA, AB … */
export const letterOf = (i: number): string =>
  (i < 26 ? '' : letterOf(Math.floor(i / 26) - 1)) + String.fromCharCode(65 + (i % 26))
