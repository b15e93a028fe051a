/** Items by the order in which they were first asked for, from 0. */
export class Numbering<T> {
  readonly #numbers = new Map<T, number>()

  of(item: T): number {
    const known = this.#numbers.get(item)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(item, number)
    return number
  }

  items = (): T[] => [...this.#numbers.keys()]
}
