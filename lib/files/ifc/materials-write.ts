import { NONE, optionalRef, optionalText, real, ref, refs, type StepId, text, word } from '../step/step-write.ts'
import type { IfcFile } from './ifc-file.ts'
import type { WrittenProfile } from './profile-write.ts'

/** Which elements are of which section and material: gathered as they are written, told at the end in one relation each. */
export class IfcMaterials {
  readonly #groups = new Map<string, { id: string; elements: StepId[]; write: () => StepId }>()

  constructor(readonly file: IfcFile) {}

  /** `point`: the cardinal point of the structural view; `prefix` keeps its relations apart. */
  addFrame(
    element: StepId,
    profile: WrittenProfile | null,
    materialId: string | null | undefined,
    prefix = '',
    point?: number,
  ): void {
    const material = this.#material(materialId)
    if (!profile && material === null) return
    const ending = point === undefined ? '' : `:${point}`
    this.#add(`${prefix}material:${profile?.section.id ?? ''}:${materialId ?? ''}${ending}`, element, () =>
      profile ? this.#profileUsage(profile, material, point) : (material ?? 0),
    )
  }

  /** `offset`: from the plane of the nodes to the lower face. */
  addArea(
    element: StepId,
    layer: { sectionId: string | null | undefined; materialId: string | null | undefined; thickness: number; offset: number },
    prefix = '',
  ): void {
    const { sectionId, materialId, thickness, offset } = layer
    const material = this.#material(materialId)
    if (thickness === 0) {
      if (material !== null) this.#add(`${prefix}material::${materialId ?? ''}`, element, () => material)
      return
    }
    const id = `${prefix}layer:${sectionId ?? ''}:${materialId ?? ''}:${thickness}:${offset}`
    this.#add(id, element, () => {
      const { step } = this.file
      const made = step.add('IFCMATERIALLAYER', optionalRef(material), real(thickness), NONE, NONE, NONE, NONE, NONE)
      const set = step.add('IFCMATERIALLAYERSET', refs([made]), optionalText(sectionId), NONE)
      return step.add('IFCMATERIALLAYERSETUSAGE', ref(set), word('AXIS3'), word('POSITIVE'), real(offset), NONE)
    })
  }

  write(): void {
    for (const { id, elements, write } of this.#groups.values()) {
      const made = write()
      this.file.relate('IFCRELASSOCIATESMATERIAL', id, refs(elements), ref(made))
    }
    this.#groups.clear()
  }

  #material = (id: string | null | undefined): StepId | null => (id == null ? null : (this.file.materials.get(id) ?? null))

  #profileUsage({ section, entity }: WrittenProfile, material: StepId | null, point: number | undefined): StepId {
    const { step } = this.file
    const made = step.add('IFCMATERIALPROFILE', NONE, NONE, optionalRef(material), ref(entity), NONE, NONE)
    const set = step.add('IFCMATERIALPROFILESET', text(section.id), NONE, refs([made]), NONE)
    return step.add('IFCMATERIALPROFILESETUSAGE', ref(set), point === undefined ? NONE : String(point), NONE)
  }

  #add(id: string, element: StepId, write: () => StepId): void {
    const known = this.#groups.get(id)
    if (known) known.elements.push(element)
    else this.#groups.set(id, { id, elements: [element], write })
  }
}
