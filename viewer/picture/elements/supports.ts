import { BufferGeometry, Group, InstancedBufferGeometry, Mesh, Points, type ShaderMaterialParameters } from 'three'
import { groupsOf, groupsSeen } from '#lib/geometry/groups.ts'
import { nodeLift, SYMBOL_PIXELS } from '#lib/geometry/pick/symbol-sizes.ts'
import { patternShown } from '#lib/geometry/support-pattern.ts'
import { supportSymbol, symbolMesh } from '#lib/geometry/support-symbol.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import { newSeen } from '../camera/sight.ts'
import { DOT_FRAGMENT, SMALLEST_SUPPORT, SUPPORT_DOT_VERTEX, SUPPORT_VERTEX } from '../shading/node-shaders.ts'
import { PLAIN_FRAGMENT } from '../shading/shaders.ts'
import { attribute, type Drawing, disposeAll, setClipped, shader } from './drawing.ts'
import { ListedInstances } from './listed-instances.ts'
import type { Stage } from './stage.ts'

/** One draw for each pattern that occurs, of the glyphs that may be seen, and one of dots for those too small to see. */
export function makeSupports({ drawn, tables, shared, session }: Stage): Drawing {
  const { nodes, patterns, sizes } = drawn.scene.supports
  const material = shader({
    vertexShader: SUPPORT_VERTEX,
    fragmentShader: PLAIN_FRAGMENT,
    uniforms: { ...shared, uSymbolPixels: { value: SYMBOL_PIXELS } },
  })
  const group = new Group()
  const bits = new Uint32Array(sizes.buffer, sizes.byteOffset, sizes.length)
  const kinds = [...new Set(patterns)].map((pattern) => {
    const { positions, normals } = symbolMesh(supportSymbol(patternShown(pattern, drawn.up)))
    const glyphs = [...patterns.keys()].filter((k) => patterns[k] === pattern)
    const geometry = new InstancedBufferGeometry()
    geometry.setAttribute('position', attribute(new Float32Array(positions), 3))
    geometry.setAttribute('normal', attribute(new Float32Array(normals), 3))
    const groups = groupsOf(glyphs.length, (k, around) => {
      const glyph = getOrThrow(glyphs, k)
      const [x = 0, y = 0, z = 0] = drawn.scene.nodes.subarray(4 * getOrThrow(nodes, glyph))
      // As the shader has it; without a limit it may be of any size.
      const size = getOrThrow(sizes, glyph) || Infinity
      for (const side of Number.isFinite(size) ? [-size, size] : [0]) around(x + side, y + side, z + side)
      return size
    })
    const all = Uint32Array.from(glyphs.flatMap((k) => [k, getOrThrow(nodes, k), getOrThrow(bits, k)]))
    const list = new ListedInstances(geometry, 'glyph', 3, glyphs.length)
    const mesh = new Mesh(geometry, material)
    mesh.frustumCulled = false
    mesh.matrixAutoUpdate = false
    group.add(mesh)
    return { groups, all, list, mesh }
  })
  const dots = makeDots(Uint32Array.from(kinds.flatMap(({ all }) => [...all])), {
    ...shared,
    uSymbolPixels: { value: SYMBOL_PIXELS },
    uNodeLift: { value: nodeLift(tables.sizes) },
  })
  group.add(dots.points)
  const seen = newSeen()
  return {
    object: group,
    update(camera, height) {
      const { layers, section } = session.view.get()
      group.visible = layers.supports
      setClipped(section !== null, material, dots.material)
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
      disposeAll(material, dots.material, dots.geometry, ...kinds.map(({ list }) => list.geometry))
    },
  }
}

/** `glyphs`: three numbers each, as the glyphs themselves have them. */
function makeDots(glyphs: Uint32Array, uniforms: NonNullable<ShaderMaterialParameters['uniforms']>) {
  const geometry = new BufferGeometry()
  geometry.setAttribute('glyph', attribute(glyphs, 3))
  geometry.setDrawRange(0, glyphs.length / 3)
  const material = shader({
    vertexShader: SUPPORT_DOT_VERTEX,
    fragmentShader: DOT_FRAGMENT,
    uniforms,
  })
  const points = new Points(geometry, material)
  points.frustumCulled = false
  points.matrixAutoUpdate = false
  points.visible = glyphs.length > 0
  return { points, geometry, material }
}
