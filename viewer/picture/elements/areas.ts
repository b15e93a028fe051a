import { DoubleSide, Group, Mesh, type RawShaderMaterial } from 'three'
import { isSolidArea } from '#lib/geometry/area-records.ts'
import { groupsSeen } from '#lib/geometry/groups.ts'
import { isOverlaid } from '../../session/comparison.ts'
import { presetOf } from '../../session/view/preset-now.ts'
import { newSeen } from '../camera/sight.ts'
import {
  EDGE_FRAGMENT,
  EDGE_VERTEX,
  FACE_FRAGMENT,
  FACE_VERTEX,
  SHORTEST_EDGE,
  THINNEST_BODY,
  WITHOUT_SIDES,
} from '../shading/area-shaders.ts'
import { castsNoShade, castsShade } from './bodies.ts'
import { type Drawing, disposeAll, setClipped, shader } from './drawing.ts'
import { ListedGroups } from './listed-groups.ts'
import { stripsOf, verticesOf } from './listed-shapes.ts'
import type { Stage } from './stage.ts'

/** How much of what lies behind a face shows through it. */
const OPACITY = { 'x-ray': 0.42, solid: 1, analytical: 0.25 } as const
/** The same over another revision, of what is not as it was there: it stands out, and hides nothing. */
const BESIDE = 0.75
/** Walls are a little darker than floors: in one colour they would run into each other. */
const WALLS = 0.88
/** Of the dashes of hidden edges, and of the gaps between them, in CSS pixels. */
const DASH = 3

/**
 * Faces first, then their depth, then edges: what an edge bounds must not hide it, what lies before it must. A see-through body
 * shows its own back: while it is cut, only what lies nearest may colour, or every slab would wear the cap's colour, and the
 * depth comes before the faces. Hidden edges come before the depth of the faces, so that they show through faces alone.
 */
const ORDER = { whole: { hidden: 2.2, depth: 2.3 }, cut: { hidden: 0.9, depth: 1 }, faces: 2, edges: 2.5 }

export function makeAreas(stage: Stage): Drawing {
  const { session, shared } = stage
  const opacity = { value: 1 }
  const dash = { value: DASH }
  const thinnest = { value: THINNEST_BODY }
  const faces = makeFaces(stage, { uOpacity: opacity, uThinnest: thinnest })
  const edges = makeEdges(stage, { uDash: dash, uThinnest: thinnest })
  const group = new Group()
  if (stage.drawn.scene.areas.count) group.add(...faces.meshes, ...edges.meshes)
  const seen = newSeen()
  return {
    object: group,
    update(camera, height) {
      const { layers, section, colourBy } = session.view.get()
      // Over another revision the rest is seen through.
      const isOver = isOverlaid(session)
      const preset = isOver ? 'x-ray' : presetOf(session)
      const isSolid = preset === 'solid'
      group.visible = layers.areas
      setClipped(section !== null, ...faces.materials, ...edges.materials)
      opacity.value = isOver ? BESIDE : OPACITY[preset]
      shared.uMiddle.value = preset === 'analytical' ? 1 : 0
      // Kinds have colours of their own.
      shared.uWallTone.value = colourBy === 'kind' ? 1 : WALLS
      dash.value = DASH * (shared.uViewport.value.y / height)
      const { hasEdges } = stage.tables
      const sight = seen.anew(camera, height, String(hasEdges))
      if (sight) {
        const { groups } = stage.drawn
        faces.upper.show(groupsSeen(groups.triangles, sight, 0))
        // Until then bodies are surfaces: lower sides would take as long to draw as the upper ones, which hide them.
        thinnest.value = hasEdges ? THINNEST_BODY : WITHOUT_SIDES
        faces.lower.show(groupsSeen(groups.triangles, sight, thinnest.value))
        faces.around.show(hasEdges ? groupsSeen(groups.sides, sight, THINNEST_BODY) : [])
        edges.inGroups.show(hasEdges ? groupsSeen(groups.edges, sight, SHORTEST_EDGE) : [])
      }
      faces.look(isSolid, section !== null)
      edges.look(hasEdges, preset === 'x-ray', section !== null)
    },
    dispose() {
      disposeAll(...faces.materials, ...edges.materials)
      for (const list of [faces.upper, faces.lower, faces.around, edges.inGroups, edges.bounding]) list?.dispose()
    },
  }
}

function asObject(mesh: Mesh, renderOrder: number): Mesh {
  mesh.frustumCulled = false // the shader places everything; groups are culled
  mesh.matrixAutoUpdate = false
  mesh.renderOrder = renderOrder
  return mesh
}

/** Upper sides, lower sides and what is between them; each as colour, and as depth for what is see-through. */
function makeFaces({ drawn, shared }: Stage, own: Record<'uOpacity' | 'uThinnest', { value: number }>) {
  const { triangles, edges } = drawn.scene.areas
  const [upper, lower, around] = [
    new ListedGroups(verticesOf(3), triangles.length / 4),
    new ListedGroups(verticesOf(3), triangles.length / 4),
    new ListedGroups(stripsOf(1, edges.length / 4), edges.length / 4),
  ]
  const parts = [upper, lower, around].map((list) => {
    const material = shader({
      vertexShader: FACE_VERTEX,
      fragmentShader: FACE_FRAGMENT,
      uniforms: { ...shared, ...list.uniforms, ...own, uIsLower: { value: list === lower ? 1 : 0 } },
      defines: list === around ? { AROUND: 1 } : {},
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    })
    const depthMaterial = material.clone()
    depthMaterial.uniforms = material.uniforms
    depthMaterial.colorWrite = false
    depthMaterial.transparent = true // in the order of what is see-through
    const mesh = asObject(new Mesh(list.geometry, material), ORDER.faces)
    castsShade(mesh)
    return { list, material, depthMaterial, mesh, depth: asObject(new Mesh(list.geometry, depthMaterial), ORDER.whole.depth) }
  })
  return {
    upper,
    lower,
    around,
    meshes: parts.flatMap(({ mesh, depth }) => [mesh, depth]),
    materials: parts.flatMap(({ material, depthMaterial }) => [material, depthMaterial]),
    look(isSolid: boolean, isCut: boolean) {
      for (const { list, material, mesh, depth } of parts) {
        material.transparent = !isSolid
        material.depthWrite = isSolid
        mesh.visible = list.count > 0
        depth.visible = !isSolid && list.count > 0
        depth.renderOrder = (isCut ? ORDER.cut : ORDER.whole).depth
        // Seen through, what lies behind has the corners; cut, the nearest has them.
        if (isCut) castsShade(depth)
        else castsNoShade(depth)
      }
    },
  }
}

/** Edges in groups; those that bound a surface by themselves, where few do. Once as they are seen, once dashed where they are hidden. */
function makeEdges({ drawn, shared }: Stage, { uDash: dash, uThinnest }: Record<'uDash' | 'uThinnest', { value: number }>) {
  const { groups } = drawn
  const { areas } = drawn.scene
  const { edges } = areas
  let hasBodies = false
  for (let k = 0; k < areas.count && !hasBodies; k++) hasBodies = isSolidArea(areas, k)
  const strokes = hasBodies ? 3 : 1
  const inGroups = new ListedGroups(stripsOf(strokes, edges.length / 4), edges.length / 4)
  const bounding = groups.bounding && new ListedGroups(stripsOf(strokes, groups.bounding.length), 0, groups.bounding)
  const parts = [inGroups, ...(bounding ? [bounding] : [])].map((list) => {
    const material = (uDash: { value: number }): RawShaderMaterial =>
      shader({
        vertexShader: EDGE_VERTEX,
        fragmentShader: EDGE_FRAGMENT,
        uniforms: {
          ...shared,
          ...list.uniforms,
          uDash,
          uThinnest,
          uStrokes: { value: strokes },
          uOnlyShared: { value: bounding && list === inGroups ? 1 : 0 },
        },
        side: DoubleSide,
        transparent: true,
        depthWrite: false,
      })
    const [front, back] = [material({ value: 0 }), material(dash)]
    return {
      list,
      materials: [front, back],
      mesh: asObject(new Mesh(list.geometry, front), ORDER.edges),
      hidden: asObject(new Mesh(list.geometry, back), ORDER.whole.hidden),
    }
  })
  return {
    inGroups,
    bounding,
    meshes: parts.flatMap(({ mesh, hidden }) => [mesh, hidden]),
    materials: parts.flatMap(({ materials }) => materials),
    look(areThere: boolean, areHiddenShown: boolean, isCut: boolean) {
      for (const { list, mesh, hidden } of parts) {
        mesh.visible = areThere && list.count > 0
        hidden.visible = mesh.visible && areHiddenShown
        hidden.renderOrder = (isCut ? ORDER.cut : ORDER.whole).hidden
      }
    },
  }
}
