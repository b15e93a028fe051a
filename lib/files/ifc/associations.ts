import type { StepEntity, StepFile } from '../step/step-file.ts'
import type { StepValue } from '../step/step-values.ts'
import { entityOf, numberOf, refOf, refsOf, textOf } from './ifc-values.ts'

/** What relations say of products: material, profile, layers, type, voids. */

/** `set`: the name of a set of profiles, which is a section of ours. */
export type MadeOf = {
  material?: StepEntity
  profile?: StepValue
  set?: string | undefined
  point?: number | undefined
  layers?: { name: string | undefined; thickness: number; offset: number | undefined }
}

export class Associations {
  readonly #material = new Map<number, StepValue>()
  readonly #profiles = new Map<number, StepValue>()
  readonly #type = new Map<number, number>()
  readonly #openings = new Map<number, number[]>()
  readonly #known = new Map<number, MadeOf>()

  constructor(readonly file: StepFile) {
    const each = (type: string, visit: (values: StepEntity['values']) => void) => {
      for (const id of file.idsOf(type)) visit(file.entity(id)?.values ?? [])
    }
    each('IFCRELASSOCIATESMATERIAL', (values) => {
      for (const id of refsOf(values[4])) if (!this.#material.has(id)) this.#material.set(id, values[5] ?? null)
    })
    each('IFCRELASSOCIATESPROFILEPROPERTIES', (values) => {
      const profile = entityOf(file, values[5])?.values[1]
      for (const id of refsOf(values[4])) if (profile !== undefined) this.#profiles.set(id, profile)
    })
    each('IFCRELDEFINESBYTYPE', (values) => {
      const type = refOf(values[5])
      for (const id of refsOf(values[4])) if (type !== undefined) this.#type.set(id, type)
    })
    each('IFCRELVOIDSELEMENT', (values) => {
      const [element, opening] = [refOf(values[4]), refOf(values[5])]
      if (element === undefined || opening === undefined) return
      const known = this.#openings.get(element)
      if (known) known.push(opening)
      else this.#openings.set(element, [opening])
    })
  }

  openingsOf = (id: number): readonly number[] => this.#openings.get(id) ?? []

  /** Its own, else its type's. */
  of(id: number): MadeOf {
    const type = this.#type.get(id)
    const own = this.#material.get(id) ?? (type === undefined ? undefined : this.#material.get(type))
    const profile = this.#profiles.get(id)
    const ref = refOf(own)
    let made = ref === undefined ? undefined : this.#known.get(ref)
    if (!made) {
      made = this.#read(own)
      if (ref !== undefined) this.#known.set(ref, made)
    }
    return profile === undefined ? made : { ...made, profile }
  }

  #read(value: StepValue | undefined): MadeOf {
    const { file } = this
    const entity = entityOf(file, value)
    const values = entity?.values ?? []
    switch (entity?.type) {
      case 'IFCMATERIAL':
        return { material: entity }
      case 'IFCMATERIALPROFILESETUSAGE':
      case 'IFCMATERIALPROFILESETUSAGETAPERING':
        return { ...this.#profileSet(entityOf(file, values[0])), point: numberOf(values[1]) }
      case 'IFCMATERIALPROFILESET':
        return this.#profileSet(entity)
      case 'IFCMATERIALPROFILE':
        return this.#profileOf(entity)
      case 'IFCMATERIALLAYERSETUSAGE': {
        const isAcross = typeof values[1] === 'object' && values[1] !== null && 'word' in values[1] && values[1].word === 'AXIS3'
        return this.#layerSet(entityOf(file, values[0]), isAcross ? numberOf(values[3]) : undefined)
      }
      case 'IFCMATERIALLAYERSET':
        return this.#layerSet(entity, undefined)
      case 'IFCMATERIALLIST':
        return this.#read(refsOf(values[0]).map((ref) => ({ ref }))[0])
      case 'IFCMATERIALCONSTITUENTSET':
        return this.#read(entityOf(file, refsOf(values[2]).map((ref) => ({ ref }))[0])?.values[2])
      default:
        return {}
    }
  }

  #profileSet(set: StepEntity | null): MadeOf {
    const [first] = refsOf(set?.values[2])
    const profile = first === undefined ? null : this.file.entity(first)
    return { ...(profile && this.#profileOf(profile)), set: textOf(set?.values[0]) }
  }

  #profileOf({ values }: StepEntity): MadeOf {
    const material = entityOf(this.file, values[2])
    return { ...(material?.type === 'IFCMATERIAL' && { material }), ...(values[3] != null && { profile: values[3] }) }
  }

  /** Of several layers the thickest says the material. */
  #layerSet(set: StepEntity | null, offset: number | undefined): MadeOf {
    let [thickness, thickest] = [0, -1]
    let material: StepEntity | null = null
    for (const ref of refsOf(set?.values[0])) {
      const layer = this.file.entity(ref)
      const own = numberOf(layer?.values[1]) ?? 0
      thickness += own
      if (own <= thickest) continue
      thickest = own
      material = entityOf(this.file, layer?.values[0])
    }
    const layers = { name: textOf(set?.values[1]), thickness, offset }
    return { ...(material?.type === 'IFCMATERIAL' && { material }), layers }
  }
}
