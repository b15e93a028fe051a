import { BufferGeometry, type IUniform, Sphere, type Texture } from 'three'
import { GROUP } from '#lib/geometry/groups.ts'
import { GROUP_SHIFT } from './area-shaders.ts'
import { listTable } from './gpu-tables.ts'

/**
 * Items of a table that a draw makes its vertices of, without any attribute: in groups that are seen or not, or one by one. Who
 * draws gives its material `uList` and `uShift`.
 */
export class ListedGroups {
  count = 0
  readonly geometry = withoutPlace()
  readonly list: IUniform<Texture | null> = { value: null }
  readonly uniforms = { uList: this.list, uShift: { value: GROUP_SHIFT } }
  private readonly table: ReturnType<typeof listTable>
  /** `vertices`: of an item. */
  constructor(
    items: number,
    private readonly vertices: number,
    each: Uint32Array | null = null,
  ) {
    this.table = listTable(each ? each.length : Math.ceil(items / GROUP))
    this.list.value = this.table.texture
    if (!each) return
    this.uniforms.uShift.value = 0
    this.table.values.set(each)
    this.count = each.length
    this.geometry.setDrawRange(0, this.count * this.vertices)
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
    this.geometry.setDrawRange(0, this.count * this.vertices)
  }

  dispose() {
    this.geometry.dispose()
    this.table.texture.dispose()
  }
}

/** three sorts by the middle of what it draws, and would look for it among the vertices. */
function withoutPlace() {
  const geometry = new BufferGeometry()
  geometry.boundingSphere = new Sphere()
  return geometry
}
