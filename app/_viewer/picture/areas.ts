import { BufferGeometry, DoubleSide, Group, Mesh } from 'three'
import { groupsOf, groupsSeen } from '#lib/geometry/groups.ts'
import { castsShade } from './corner-passes.ts'
import { attribute, type Drawing, disposeAll, setClipped, shader } from './drawing.ts'
import { table } from './gpu-tables.ts'
import { ListedStrokes } from './listed-strokes.ts'
import { AREA_FRAGMENT, AREA_LINE_FRAGMENT, AREA_LINE_VERTEX, AREA_VERTEX, SHORTEST_EDGE } from './shaders.ts'
import { newSeen } from './sight.ts'
import type { Stage } from './stage.ts'

const CLEAR = 0.42

export function makeAreas({ drawn, shared, session }: Stage): Drawing {
  const { positions, normals, of, lines, lineOf, solid } = drawn.scene.areas
  const opacity = { value: CLEAR }
  const faceMaterial = shader({
    vertexShader: AREA_VERTEX,
    fragmentShader: AREA_FRAGMENT,
    uniforms: { ...shared, uOpacity: opacity },
    side: DoubleSide,
    transparent: true,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  })
  // A see-through body shows its own back: while it is cut, only what lies nearest may colour, or every slab would wear the
  // cap's colour. Depth first, then colour.
  const depthMaterial = faceMaterial.clone()
  depthMaterial.uniforms = faceMaterial.uniforms
  depthMaterial.colorWrite = false
  depthMaterial.depthWrite = true
  const edgeTable = table(edgesOf(lines, lineOf), 4)
  const groups = groupsOf(lines.length / 6, (edge, around) => {
    const at = (k: number) => lines[6 * edge + k] as number
    around(at(0), at(1), at(2))
    around(at(3), at(4), at(5))
    return Math.hypot(at(3) - at(0), at(4) - at(1), at(5) - at(2))
  })
  const every = Uint32Array.from({ length: lineOf.length / 2 }, (_, edge) => edge)
  const edges = new ListedStrokes(6, every.length)
  const edgeMaterial = shader({
    vertexShader: AREA_LINE_VERTEX,
    fragmentShader: AREA_LINE_FRAGMENT,
    uniforms: { ...shared, uLines: { value: edgeTable.texture }, uList: edges.list },
    side: DoubleSide,
    transparent: true,
    depthWrite: false,
  })
  const faces = new BufferGeometry()
  faces.setAttribute('position', attribute(positions, 3))
  faces.setAttribute('normal', attribute(normals, 3))
  // The highest bit tells a mere surface, which has no inside.
  faces.setAttribute(
    'area',
    attribute(
      of.map((area) => (solid[area] ? area : (area | 0x80000000) >>> 0)),
      1,
    ),
  )
  const group = new Group()
  const mesh = new Mesh(faces, faceMaterial)
  mesh.renderOrder = 2
  const outline = new Mesh(edges.geometry, edgeMaterial)
  outline.renderOrder = 2.5
  const depth = new Mesh(faces, depthMaterial)
  depth.renderOrder = 1
  for (const object of [depth, mesh, outline]) {
    object.frustumCulled = false
    object.matrixAutoUpdate = false
    if (object !== outline) castsShade(object)
    if (drawn.scene.areas.count) group.add(object)
  }
  const seen = newSeen()
  return {
    object: group,
    update(camera, height) {
      const { areaStyle, layers, section } = session.view.get()
      depth.visible = section !== null && areaStyle === 'clear'
      group.visible = layers.areas
      setClipped(section !== null, faceMaterial, depthMaterial, edgeMaterial)
      const isSolid = areaStyle === 'solid'
      opacity.value = isSolid ? 1 : CLEAR
      faceMaterial.transparent = !isSolid
      faceMaterial.depthWrite = isSolid
      const sight = seen.anew(camera, height)
      if (!sight) return
      edges.clear()
      for (const [first, end] of groupsSeen(groups, sight, SHORTEST_EDGE)) edges.add(every, first, end)
      edges.done()
      outline.visible = edges.count > 0
    },
    dispose() {
      disposeAll(faceMaterial, depthMaterial, edgeMaterial, faces)
      edges.dispose()
      edgeTable.texture.dispose()
    },
  }
}

/** From, area, to and nothing: eight numbers an edge. */
function edgesOf(lines: Float32Array, of: Uint32Array): Float32Array {
  const edges = new Float32Array(4 * Math.max(1, of.length))
  for (let point = 0; point < of.length; point++) {
    edges.set(lines.subarray(3 * point, 3 * point + 3), 4 * point)
    edges[4 * point + 3] = of[point] as number
  }
  return edges
}
