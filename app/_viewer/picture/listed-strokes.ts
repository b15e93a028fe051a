import { BufferGeometry, type IUniform, type Texture } from 'three'
import { listTable } from './gpu-tables.ts'

/** What to draw as strips or lines: a table of numbers, and a geometry of so many vertices each, without any attribute. */
export class ListedStrokes {
  count = 0
  readonly geometry = new BufferGeometry()
  readonly list: IUniform<Texture | null> = { value: null }
  private table: ReturnType<typeof listTable> | null = null
  constructor(
    private readonly vertices: 2 | 6 | 12,
    private readonly most: number,
  ) {}

  clear() {
    this.count = 0
  }

  add(order: Uint32Array, first: number, end: number) {
    this.table ??= listTable(this.most)
    this.table.values.set(order.subarray(first, end), this.count)
    this.count += end - first
  }

  done() {
    this.geometry.setDrawRange(0, this.count * this.vertices)
    if (!this.table || !this.count) return
    this.table.texture.needsUpdate = true
    this.list.value = this.table.texture
  }

  dispose() {
    this.geometry.dispose()
    this.table?.texture.dispose()
  }
}
