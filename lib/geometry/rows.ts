/** Tables for shaders lie in rows of this many items, which the shaders know as a shift by 11: the last row is filled up. */
export const ROW = 2048

/** So many items a table has room for: a short one is a single row of its own length. */
export const capacityFor = (items: number) => (items <= ROW ? Math.max(1, items) : ROW * Math.ceil(items / ROW))

/** Whole numbers, four an item, that grow by doubling. */
export class Rows {
  length = 0
  private values: Uint32Array<ArrayBuffer>
  /** `items`: as many as will come, where that is known. */
  constructor(items: number) {
    this.values = new Uint32Array(4 * capacityFor(items))
  }

  push(a: number, b: number, c: number, d: number) {
    if (this.length + 4 > this.values.length) {
      const more = new Uint32Array(2 * this.values.length)
      more.set(this.values)
      this.values = more
    }
    const { values, length } = this
    values[length] = a
    values[length + 1] = b
    values[length + 2] = c
    values[length + 3] = d
    this.length += 4
  }

  /** What was written, at the head of a buffer of whole rows. */
  done(): Uint32Array<ArrayBuffer> {
    const capacity = 4 * capacityFor(this.length / 4)
    if (this.values.length === capacity) return this.values.subarray(0, this.length)
    const whole = new Uint32Array(capacity)
    whole.set(this.values.subarray(0, this.length))
    return whole.subarray(0, this.length)
  }
}
