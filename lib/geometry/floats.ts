/** Single-precision numbers that grow by doubling: an eighth of the memory of a list of objects, a third of one of numbers. */
export class Floats {
  length = 0
  private values = new Float32Array(1024)

  push(x: number, y: number, z: number) {
    if (this.length + 3 > this.values.length) {
      const more = new Float32Array(2 * this.values.length)
      more.set(this.values)
      this.values = more
    }
    this.values[this.length] = x
    this.values[this.length + 1] = y
    this.values[this.length + 2] = z
    this.length += 3
  }

  /** What was written, in memory of its own size. */
  done(): Float32Array<ArrayBuffer> {
    return this.values.slice(0, this.length)
  }
}
