import { Group, InstancedBufferGeometry, Mesh } from 'three'
import { supportSymbol, symbolMesh } from '#lib/geometry/support-symbol.ts'
import { attribute, Draw, type Drawing, disposeAll, instanced, setClipped, shader } from './drawing.tsx'
import { PLAIN_FRAGMENT, SUPPORT_VERTEX } from './shaders.ts'
import type { Stage } from './stage.ts'

export const SYMBOL_PIXELS = 24

export function Supports() {
  return <Draw make={makeSupports} />
}

/** One draw for each pattern that occurs. */
function makeSupports({ drawn, shared, session }: Stage): Drawing {
  const { nodes, patterns, reach } = drawn.scene.supports
  const material = shader({
    vertexShader: SUPPORT_VERTEX,
    fragmentShader: PLAIN_FRAGMENT,
    uniforms: { ...shared, uSymbolPixels: { value: SYMBOL_PIXELS } },
  })
  const group = new Group()
  const geometries = [...new Set(patterns)].map((pattern) => {
    const { positions, normals } = symbolMesh(supportSymbol(pattern))
    const glyphs = [...patterns.keys()].filter((k) => patterns[k] === pattern)
    const geometry = new InstancedBufferGeometry()
    geometry.setAttribute('position', attribute(new Float32Array(positions), 3))
    geometry.setAttribute('normal', attribute(new Float32Array(normals), 3))
    geometry.setAttribute('glyph', instanced(new Uint32Array(glyphs), 1))
    geometry.setAttribute(
      'node',
      instanced(
        Uint32Array.from(glyphs, (k) => nodes[k] as number),
        1,
      ),
    )
    geometry.setAttribute(
      'reach',
      instanced(
        Float32Array.from(glyphs, (k) => reach[k] as number),
        1,
      ),
    )
    geometry.instanceCount = glyphs.length
    const mesh = new Mesh(geometry, material)
    mesh.frustumCulled = false
    mesh.matrixAutoUpdate = false
    group.add(mesh)
    return geometry
  })
  return {
    object: group,
    update() {
      const { layers, section } = session.view.get()
      group.visible = layers.supports
      setClipped(section !== null, material)
    },
    dispose: () => disposeAll(material, ...geometries),
  }
}
