/** Nodes that move together in plan, as a file of ETABS says it point by point and area by area: by name of the diaphragm and storey. */
export class DiaphragmGroups {
  /** Names of those that are rigid. */
  readonly rigid = new Set<string>()
  readonly #groups = new Map<string, { name: string; storey: string; nodeIds: string[] }>()
  readonly #taken = new Set<string>()

  /** Says whether nodes of a rigid diaphragm were added; each belongs to the first that names it. */
  add(name: string, storey: string, nodeIds: readonly string[]): boolean {
    if (!this.rigid.has(name)) return false
    const key = `${name}\0${storey}`
    const group = this.#groups.get(key) ?? { name, storey, nodeIds: [] }
    this.#groups.set(key, group)
    for (const id of nodeIds) {
      if (this.#taken.has(id)) continue
      this.#taken.add(id)
      group.nodeIds.push(id)
    }
    return true
  }

  all = () => this.#groups.values()
}
