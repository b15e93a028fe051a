/**
 * Names of loads by the rows that say them, alike on the way out and in: `B1~DEAD`, the next `B1~DEAD_2`. A row that says a further direction of
 * the load in the row before it belongs to that load.
 */
export class LoadNames {
  readonly #counts = new Map<string, number>()
  readonly #taken = new Set<string>()
  #key: string | undefined
  #direction = 0
  #name = ''

  /** `key`: all that the rows of one load share; undefined of a row that is a load by itself. */
  next(target: string, pattern: string, key?: string, direction = 0): { name: string; isNew: boolean } {
    const isNew = key === undefined || key !== this.#key || direction <= this.#direction
    this.#key = key
    this.#direction = direction
    if (isNew) this.#name = this.#free(`${target}~${pattern}`)
    return { name: this.#name, isNew }
  }

  #free(stem: string): string {
    for (let count = (this.#counts.get(stem) ?? 0) + 1; ; count++) {
      const name = count === 1 ? stem : `${stem}_${count}`
      if (this.#taken.has(name)) continue
      this.#taken.add(name)
      this.#counts.set(stem, count)
      return name
    }
  }
}
