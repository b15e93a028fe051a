import { BufferAttribute, BufferGeometry, InstancedBufferGeometry, type IUniform, Sphere, Vector2 } from 'three'

/**
 * What the items of a list are drawn as: vertices without any attribute, which a shader makes out of tables by their numbers.
 * `show` says how many items; who draws gives its material the uniforms.
 */
export type ListedShape = {
  readonly geometry: BufferGeometry
  readonly uniforms: Readonly<Record<string, IUniform>>
  show: (items: number) => void
}

export function verticesOf(perItem: 2 | 3): ListedShape {
  const geometry = withoutPlace(new BufferGeometry())
  return { geometry, uniforms: {}, show: (items) => geometry.setDrawRange(0, items * perItem) }
}

/** Strips of a block: few enough for a small index, enough that a card which sets up each instance by itself has few of them. */
const BLOCK = 4096

/**
 * Strips of four vertices each, as each vertex works out its whole element. Their index would be as long as the list: it is of one
 * block, and blocks are instances, all of one length, so that less than a strip a block is drawn for nothing. `items`: at most.
 */
export function stripsOf(perItem: number, items: number) {
  const geometry = withoutPlace(new InstancedBufferGeometry())
  geometry.setIndex(new BufferAttribute(indexOf(Math.min(BLOCK, items * perItem)), 1))
  const uStrips = { value: new Vector2() }
  return {
    geometry,
    uniforms: { uStrips },
    show(shown) {
      const strips = shown * perItem
      const blocks = Math.ceil(strips / BLOCK)
      const ofBlock = blocks && Math.ceil(strips / blocks)
      uStrips.value.set(strips, ofBlock)
      geometry.instanceCount = blocks
      geometry.setDrawRange(0, 6 * ofBlock)
    },
  } satisfies ListedShape
}

/** For shaders of strips. Corners 0 and 1 are at one side, 2 and 3 at the other; 1 and 2 belong to both triangles. */
export const STRIPS = /* glsl */ `
// How many there are, and in each block of them.
uniform ivec2 uStrips;
int stripNow() { return gl_InstanceID * uStrips.y + (gl_VertexID >> 2); }
int strip() { return min(stripNow(), uStrips.x - 1); }
bool isBeyondStrips() { return stripNow() >= uStrips.x; }
int cornerOfStrip() { return gl_VertexID & 3; }
`

function indexOf(strips: number): Uint16Array<ArrayBuffer> {
  const index = new Uint16Array(6 * strips)
  for (let k = 0; k < strips; k++) {
    const first = 4 * k
    index[6 * k] = first
    index[6 * k + 1] = index[6 * k + 4] = first + 1
    index[6 * k + 2] = index[6 * k + 3] = first + 2
    index[6 * k + 5] = first + 3
  }
  return index
}

/** three sorts by the middle of what it draws, and would look for it among the vertices. */
function withoutPlace<T extends BufferGeometry>(geometry: T): T {
  geometry.boundingSphere = new Sphere()
  return geometry
}
