import { isDictionary } from '#lib/values/dictionary.ts'
import { E2K_NAMES } from '../csi/csi-names.ts'
import type { CsiPlan } from '../csi/csi-plan.ts'
import type { Levels } from '../csi/e2k-levels.ts'
import type { E2kObjects, PlanArea } from '../csi/e2k-objects.ts'
import { quoted } from '../csi/e2k-rows.ts'
import { nodesOfDiaphragms } from '../nodes-of-diaphragm.ts'

type Rigid = { id: string; name: string; storey: number; places: ReadonlySet<object> }

/**
 * The model's diaphragms are rigid in the file, point by point on their storey; what is a label of an area or in the source of a node alone ties
 * nothing and is semi-rigid.
 */
export class E2kDiaphragms {
  readonly #rigid: Rigid[] = []
  readonly #byStorey = new Map<number, Rigid[]>()
  readonly #rigidNames = new Set<string>()
  readonly #soft = new Map<string, string>()
  readonly #ofNode = new Map<string, string>()

  constructor(
    readonly plan: CsiPlan,
    readonly levels: Levels,
    readonly objects: E2kObjects,
  ) {
    const { model, report } = plan.file
    const changed: [string, string][] = []
    const nodesOf = nodesOfDiaphragms(model)
    for (const diaphragm of model.diaphragms ?? []) {
      const { id } = diaphragm
      const nodes = nodesOf(diaphragm)
      const placed = nodes.map((node) => objects.placeOf(node))
      const storey = placed[0]?.storey ?? 0
      if (new Set(placed).size < 2 || placed.some((one) => one.storey !== storey)) {
        report.note('dropped', 'diaphragm', { example: `diaphragm ${id}` })
        continue
      }
      const level = levels.name(storey)
      const name = this.#freeName(id.endsWith(` ${level}`) ? id.slice(0, -level.length - 1) : id, storey)
      const rigid = { id, name, storey, places: new Set(placed) }
      this.#rigid.push(rigid)
      this.#byStorey.set(storey, [...(this.#byStorey.get(storey) ?? []), rigid])
      this.#rigidNames.add(name.toLowerCase())
      for (const node of nodes) this.#ofNode.set(node, name)
      if (`${name} ${level}` !== id) changed.push([`${name} ${level}`, id])
    }
    for (const { id, source } of model.nodes) {
      const stated = isDictionary(source) && Array.isArray(source.diaphragms) ? source.diaphragms.at(-1) : undefined
      if (typeof stated === 'string' && !this.#ofNode.has(id)) this.#ofNode.set(id, this.#softName(stated))
    }
    for (const area of objects.areas) this.ofArea(area)
    if (changed.length > 0) plan.names.changed.set('diaphragms', changed)
  }

  /** Not the name of another one on the same storey. */
  #freeName(wanted: string, storey: number): string {
    const plain = E2K_NAMES.clean(wanted).trim().slice(0, 44) || '_'
    const taken = new Set((this.#byStorey.get(storey) ?? []).map(({ name }) => name.toLowerCase()))
    let name = plain
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${plain}_${number}`
    return name
  }

  #softName(label: string): string {
    const known = this.#soft.get(label)
    if (known !== undefined) return known
    const plain = E2K_NAMES.clean(label).trim().slice(0, 44) || '_'
    const taken = new Set([...this.#soft.values()].map((name) => name.toLowerCase()))
    let name = plain
    for (let number = 2; this.#rigidNames.has(name.toLowerCase()) || taken.has(name.toLowerCase()); number++)
      name = `${plain}_${number}`
    this.#soft.set(label, name)
    if (name !== label) this.plan.file.report.note('dropped', 'labels', { example: `diaphragm ${label}` })
    return name
  }

  /** Of an area all of whose corners a diaphragm of its label holds, that one. */
  ofArea({ id, opening, storey, corners }: PlanArea): string | undefined {
    const label = opening ? undefined : this.plan.areasById.get(id)?.diaphragmId
    if (!label) return undefined
    const known = (this.#byStorey.get(storey) ?? []).find(
      (one) => (one.id === label || one.name === label) && corners.every((corner) => one.places.has(corner)),
    )
    return known?.name ?? this.#softName(label)
  }

  ofNode = (id: string): string | undefined => this.#ofNode.get(id)

  definitions(): string[] {
    const line = (name: string, type: string) => `DIAPHRAGM ${quoted(name)}    TYPE ${type}`
    const rigid = new Set(this.#rigid.map(({ name }) => name))
    return [...[...rigid].map((name) => line(name, 'RIGID')), ...[...this.#soft.values()].map((name) => line(name, 'SEMIRIGID'))]
  }
}
