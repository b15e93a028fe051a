/** Where the entities of a file stand, in numbers: a file has a million of them. */
export class StepIndex {
  readonly names: string[] = []
  readonly #byName = new Map<string, number>()
  #ids = new Float64Array(1024)
  #starts = new Int32Array(1024)
  #types = new Int32Array(1024)
  length = 0

  add(id: number, start: number, name: string): void {
    let type = this.#byName.get(name)
    if (type === undefined) {
      type = this.names.length
      this.#byName.set(name, type)
      this.names.push(name)
    }
    if (this.length === this.#ids.length) this.#grow()
    this.#ids[this.length] = id
    this.#starts[this.length] = start
    this.#types[this.length++] = type
  }

  #grow(): void {
    const size = Math.ceil(this.length * 1.5)
    const [ids, starts, types] = [new Float64Array(size), new Int32Array(size), new Int32Array(size)]
    ids.set(this.#ids)
    starts.set(this.#starts)
    types.set(this.#types)
    ;[this.#ids, this.#starts, this.#types] = [ids, starts, types]
  }

  id = (k: number): number => this.#ids[k] ?? 0
  start = (k: number): number => this.#starts[k] ?? 0
  type = (k: number): number => this.#types[k] ?? 0
  name = (k: number): string => this.names[this.type(k)] ?? ''
  typeNamed = (name: string): number | undefined => this.#byName.get(name)
}

/** A list of numbers that is no larger than it must be. */
export class GrowingNumbers {
  #values = new Float64Array(1024)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(Math.ceil(this.length * 1.5))
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  at = (k: number): number => this.#values[k] ?? 0
}
