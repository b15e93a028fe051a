import type { InstancedBufferAttribute, InstancedBufferGeometry } from 'three'
import { instanced } from './drawing.ts'

/**
 * What to draw as instances of a geometry: `size` whole numbers each, in the attribute `name`. Made at full size when first needed,
 * because three remembers for ever how many instances a geometry had room for at its first draw.
 */
export class ListedInstances {
  count = 0
  private attribute: InstancedBufferAttribute | null = null
  constructor(
    readonly geometry: InstancedBufferGeometry,
    private readonly name: string,
    private readonly size: 1 | 3,
    private readonly most: number,
  ) {
    geometry.instanceCount = 0
  }

  clear() {
    this.count = 0
  }

  /** The instances `first` to `end` of `all`. */
  add(all: Uint32Array, first: number, end: number) {
    if (!this.attribute) {
      this.attribute = instanced(new Uint32Array(this.most * this.size), this.size)
      this.geometry.setAttribute(this.name, this.attribute)
    }
    this.attribute.array.set(all.subarray(first * this.size, end * this.size), this.count * this.size)
    this.count += end - first
  }

  /** Only what is used goes to the GPU. */
  done() {
    this.geometry.instanceCount = this.count
    if (!this.attribute || !this.count) return
    this.attribute.clearUpdateRanges()
    this.attribute.addUpdateRange(0, this.count * this.size)
    this.attribute.needsUpdate = true
  }
}
