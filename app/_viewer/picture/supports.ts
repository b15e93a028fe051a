import { Group, InstancedBufferGeometry, Mesh } from 'three'
import { groupsOf, groupsSeen } from '#lib/geometry/groups.ts'
import { supportSymbol, symbolMesh } from '#lib/geometry/support-symbol.ts'
import { attribute, type Drawing, disposeAll, setClipped, shader } from './drawing.ts'
import { ListedInstances } from './listed-instances.ts'
import { PLAIN_FRAGMENT, SMALLEST_SUPPORT, SUPPORT_VERTEX } from './shaders.ts'
import { newSeen } from './sight.ts'
import type { Stage } from './stage.ts'

export const SYMBOL_PIXELS = 24

/** One draw for each pattern that occurs, of the glyphs that may be seen. */
export function makeSupports({ drawn, shared, session }: Stage): Drawing {
  const { nodes, patterns, reach } = drawn.scene.supports
  const material = shader({
    vertexShader: SUPPORT_VERTEX,
    fragmentShader: PLAIN_FRAGMENT,
    uniforms: { ...shared, uSymbolPixels: { value: SYMBOL_PIXELS } },
  })
  const group = new Group()
  const bits = new Uint32Array(reach.buffer, reach.byteOffset, reach.length)
  const kinds = [...new Set(patterns)].map((pattern) => {
    const { positions, normals } = symbolMesh(supportSymbol(pattern))
    const glyphs = [...patterns.keys()].filter((k) => patterns[k] === pattern)
    const geometry = new InstancedBufferGeometry()
    geometry.setAttribute('position', attribute(new Float32Array(positions), 3))
    geometry.setAttribute('normal', attribute(new Float32Array(normals), 3))
    const groups = groupsOf(glyphs.length, (k, around) => {
      const glyph = glyphs[k] as number
      const [x, y, z] = drawn.scene.nodes.subarray(4 * (nodes[glyph] as number)) as unknown as [number, number, number]
      // At most a quarter of what it may reach, as the shader has it; without that it may be of any size.
      const size = (reach[glyph] as number) / 4 || Infinity
      for (const side of Number.isFinite(size) ? [-size, size] : [0]) around(x + side, y + side, z + side)
      return size
    })
    const all = Uint32Array.from(glyphs.flatMap((k) => [k, nodes[k] as number, bits[k] as number]))
    const list = new ListedInstances(geometry, 'glyph', 3, glyphs.length)
    const mesh = new Mesh(geometry, material)
    mesh.frustumCulled = false
    mesh.matrixAutoUpdate = false
    group.add(mesh)
    return { groups, all, list, mesh }
  })
  const seen = newSeen()
  return {
    object: group,
    update(camera, height) {
      const { layers, section } = session.view.get()
      group.visible = layers.supports
      setClipped(section !== null, material)
      const sight = seen.anew(camera, height)
      if (!sight) return
      for (const { groups, all, list, mesh } of kinds) {
        list.clear()
        for (const [first, end] of groupsSeen(groups, sight, SMALLEST_SUPPORT)) list.add(all, first, end)
        list.done()
        mesh.visible = list.count > 0
      }
    },
    dispose() {
      disposeAll(material, ...kinds.map(({ list }) => list.geometry))
    },
  }
}
