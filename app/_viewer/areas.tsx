import { BufferGeometry, DoubleSide, Group, LineSegments, Mesh } from 'three'
import { castsShade } from './corner-shading.tsx'
import { attribute, Draw, type Drawing, disposeAll, setClipped, shader } from './drawing.tsx'
import { AREA_FRAGMENT, AREA_LINE_VERTEX, AREA_VERTEX, PLAIN_FRAGMENT } from './shaders.ts'
import type { Stage } from './stage.ts'

export function Areas() {
  return <Draw make={makeAreas} />
}

const CLEAR = 0.42

function makeAreas({ drawn, shared, session }: Stage): Drawing {
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
  const edgeMaterial = shader({ vertexShader: AREA_LINE_VERTEX, fragmentShader: PLAIN_FRAGMENT, uniforms: shared })
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
  const edges = new BufferGeometry()
  edges.setAttribute('position', attribute(lines, 3))
  edges.setAttribute('area', attribute(lineOf, 1))
  const group = new Group()
  const mesh = new Mesh(faces, faceMaterial)
  mesh.renderOrder = 2
  const outline = new LineSegments(edges, edgeMaterial)
  const depth = new Mesh(faces, depthMaterial)
  depth.renderOrder = 1
  for (const object of [depth, mesh, outline]) {
    object.frustumCulled = false
    object.matrixAutoUpdate = false
    castsShade(object)
    if (drawn.scene.areas.count) group.add(object)
  }
  return {
    object: group,
    update() {
      const { areaStyle, layers, section } = session.view.get()
      depth.visible = section !== null && areaStyle === 'clear'
      group.visible = layers.areas
      setClipped(section !== null, faceMaterial, depthMaterial, edgeMaterial)
      const isSolid = areaStyle === 'solid'
      opacity.value = isSolid ? 1 : CLEAR
      faceMaterial.transparent = !isSolid
      faceMaterial.depthWrite = isSolid
    },
    dispose: () => disposeAll(faceMaterial, depthMaterial, edgeMaterial, faces, edges),
  }
}
