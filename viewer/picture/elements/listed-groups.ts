import type { IUniform } from 'three'
import { GROUP } from '#lib/geometry/groups.ts'
import { GROUP_SHIFT } from '../shading/area-shaders.ts'
import { listTable } from '../shading/gpu-tables.ts'
import type { ListedShape } from './listed-shapes.ts'

/** Items of a table to draw: in groups that are seen or not, or one by one. */
export class ListedGroups {
  count = 0
  readonly uniforms: Readonly<Record<string, IUniform>>
  private readonly table: ReturnType<typeof listTable>
  constructor(
    private readonly shape: ListedShape,
    items: number,
    each: Uint32Array | null = null,
  ) {
    this.table = listTable(each ? each.length : Math.ceil(items / GROUP))
    this.uniforms = { uList: { value: this.table.texture }, uShift: { value: each ? 0 : GROUP_SHIFT }, ...shape.uniforms }
    if (!each) return
    this.table.values.set(each)
    this.count = each.length
    shape.show(this.count)
  }

  get geometry() {
    return this.shape.geometry
  }

  /** First and end of what is seen of each group, in the order of the groups. */
  show(seen: Iterable<[first: number, end: number]>) {
    this.count = 0
    let groups = 0
    for (const [first, end] of seen) {
      this.table.values[groups++] = first / GROUP
      this.count += end - first
    }
    this.table.texture.needsUpdate = true
    this.shape.show(this.count)
  }

  dispose() {
    this.geometry.dispose()
    this.table.texture.dispose()
  }
}
