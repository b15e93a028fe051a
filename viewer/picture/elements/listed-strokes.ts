import type { IUniform, Texture } from 'three'
import { listTable } from '../shading/gpu-tables.ts'
import type { ListedShape } from './listed-shapes.ts'

/** Elements to draw as strips or lines: a table of their numbers, filled anew for each sight. */
export class ListedStrokes {
  count = 0
  readonly uniforms: Readonly<Record<string, IUniform>>
  private readonly list: IUniform<Texture | null> = { value: null }
  private table: ReturnType<typeof listTable> | null = null
  constructor(
    private readonly shape: ListedShape,
    private readonly most: number,
  ) {
    this.uniforms = { uList: this.list, ...shape.uniforms }
  }

  get geometry() {
    return this.shape.geometry
  }

  clear() {
    this.count = 0
  }

  add(order: Uint32Array, first: number, end: number) {
    this.table ??= listTable(this.most)
    this.table.values.set(order.subarray(first, end), this.count)
    this.count += end - first
  }

  done() {
    this.shape.show(this.count)
    if (!this.table || !this.count) return
    this.table.texture.needsUpdate = true
    this.list.value = this.table.texture
  }

  dispose() {
    this.geometry.dispose()
    this.table?.texture.dispose()
  }
}
