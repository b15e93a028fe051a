import { sectionBody } from '#lib/geometry/body-of-section.ts'
import { readDimensions } from '#lib/model/section/section-dimensions.ts'
import type { Point2, SectionDefinition, ViewerModel, ViewerSection } from '#lib/schema/schema.ts'
import { shapeOf } from '../frame-of-reference.ts'
import { NONE, optionalText, real, ref, refs, type StepId, text, word } from '../step/step-write.ts'
import type { IfcFile } from './ifc-file.ts'

/** A section in a file. `hasBody`: it has an outline that can be drawn. */
export type WrittenProfile = {
  section: ViewerSection
  definition: SectionDefinition | undefined
  name: string
  entity: StepId
  hasBody: boolean
}

/** Profiles, each written where it is first used. Profile X is our -x, profile Y our y. */
export class IfcProfiles {
  readonly #file: IfcFile
  readonly #sections: ReadonlyMap<string, ViewerSection>
  readonly #definitions: ReadonlyMap<string, SectionDefinition>
  readonly #written = new Map<string, WrittenProfile>()

  constructor(file: IfcFile) {
    this.#file = file
    const { sections = [], sectionDefinitions = [] }: ViewerModel = file.model
    this.#sections = new Map(sections.map((one) => [one.id, one]))
    this.#definitions = new Map(sectionDefinitions.map((one) => [one.id, one]))
  }

  sectionOf = (id: string | null | undefined): ViewerSection | undefined => (id == null ? undefined : this.#sections.get(id))

  of(section: ViewerSection): WrittenProfile {
    const known = this.#written.get(section.id)
    if (known) return known
    const definition = this.#definitions.get(section.id)
    const name = definition?.designation || section.name || section.id
    const hasBody = sectionBody(section, definition) !== null
    const entity = hasBody
      ? this.#profile(section, definition, name)
      : this.#file.step.add('IFCPROFILEDEF', word('AREA'), text(name))
    const made = { section, definition, name, entity, hasBody }
    this.#written.set(section.id, made)
    return made
  }

  #profile(section: ViewerSection, definition: SectionDefinition | undefined, name: string): StepId {
    return this.#parametric(section, definition, name) ?? this.#arbitrary(section, definition, name)
  }

  /** Null of what other programs' profiles cannot say as we do: unequal I sections, legs of two thicknesses, outlines of their own. */
  #parametric(section: ViewerSection, definition: SectionDefinition | undefined, name: string): StepId | null {
    const { type, dimensions, polygon } = shapeOf(section, definition)
    if (polygon) return null
    const { t3 = 0, t2 = 0, tf = 0, tw = 0, t2b = 0, tfb = 0, r } = readDimensions(type, dimensions).complete
    const isHollow = sectionBody(section, definition)?.hole != null
    const wall = isHollow ? (tw > 0 ? tw : (section.thickness ?? 0)) : 0
    const radius = r === undefined ? NONE : real(r)
    const add = (entity: string, ...values: string[]) => this.#file.step.add(entity, word('AREA'), text(name), NONE, ...values)
    switch (type) {
      case 'rectangular':
        if (!isHollow && r !== undefined) return add('IFCROUNDEDRECTANGLEPROFILEDEF', real(t2), real(t3), radius)
        if (!isHollow) return add('IFCRECTANGLEPROFILEDEF', real(t2), real(t3))
        return tf === 0 || tf === wall ? add('IFCRECTANGLEHOLLOWPROFILEDEF', real(t2), real(t3), real(wall), NONE, radius) : null
      case 'pipe':
        return isHollow ? add('IFCCIRCLEHOLLOWPROFILEDEF', real(t3 / 2), real(wall)) : add('IFCCIRCLEPROFILEDEF', real(t3 / 2))
      case 'i_wide_flange':
        if (t2b !== t2 || tfb !== tf) return null
        return add('IFCISHAPEPROFILEDEF', real(t2), real(t3), real(tw), real(tf), radius, NONE, NONE)
      case 'channel':
        return add('IFCUSHAPEPROFILEDEF', real(t3), real(t2), real(tw), real(tf), radius, NONE, NONE)
      case 'angle':
        return tf === tw ? add('IFCLSHAPEPROFILEDEF', real(t3), real(t2), real(tw), radius, NONE, NONE) : null
      default:
        return null
    }
  }

  #arbitrary(section: ViewerSection, definition: SectionDefinition | undefined, name: string): StepId {
    const outer = this.#loop(section.polygon)
    const hole = sectionBody(section, definition)?.hole
    const head = [word('AREA'), optionalText(name), ref(outer)]
    if (!hole) return this.#file.step.add('IFCARBITRARYCLOSEDPROFILEDEF', ...head)
    return this.#file.step.add('IFCARBITRARYPROFILEDEFWITHVOIDS', ...head, refs([this.#loop(hole)]))
  }

  #loop(outline: readonly Point2[]): StepId {
    return closedPolyline(
      this.#file,
      outline.map(({ x, y }): [number, number] => [0 - x, y]),
    )
  }
}

/** Ends where it begins. */
export function closedPolyline(file: IfcFile, corners: readonly (readonly number[])[]): StepId {
  const [first, last] = [corners[0] ?? [], corners.at(-1) ?? []]
  const isClosed = corners.length > 1 && first.every((value, i) => value === last[i])
  const points = (isClosed ? corners.slice(0, -1) : corners).map((corner) => file.point(corner))
  return file.step.add('IFCPOLYLINE', refs([...points, ...points.slice(0, 1)]))
}
