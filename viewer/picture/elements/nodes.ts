import { BufferGeometry, Points } from 'three'
import { nodeLift } from '#lib/geometry/pick/symbol-sizes.ts'
import { isLarge } from '../../session/view/is-large.ts'
import { presetOf } from '../../session/view/preset-now.ts'
import { NODE_FRAGMENT, NODE_VERTEX } from '../shading/node-shaders.ts'
import { type Drawing, disposeAll, setClipped, shader } from './drawing.ts'
import type { Stage } from './stage.ts'

/** By their layer; always while measuring, in a model of nodes alone, and among axes that they do not bury: their size is in pixels. */
export function areNodesDrawn({ scene }: Stage['drawn'], session: Stage['session']) {
  const { layers, measuring } = session.view.get()
  if (layers.nodes || measuring !== null) return true
  const counts = { frames: scene.frames.count, areas: scene.areas.count }
  return (!counts.frames && !counts.areas) || (presetOf(session) === 'analytical' && !isLarge(counts))
}

/** Somebody means a node: it is selected, under the pointer, new, or differs from another revision. */
function isAnyMarked({ view, derived }: Stage['session']): boolean {
  const { selected, changed, compared } = derived.get()
  return view.get().hovered?.kind === 'node' || compared !== null || [selected, changed].some(hasNode)
}

/** Lists are made anew whenever they change, and may be long. */
const withNode = new WeakMap<readonly { kind: string }[], boolean>()
function hasNode(elements: readonly { kind: string }[]): boolean {
  const known = withNode.get(elements) ?? elements.some(({ kind }) => kind === 'node')
  withNode.set(elements, known)
  return known
}

export function makeNodes({ drawn, tables, shared, session }: Stage): Drawing {
  const count = drawn.scene.nodes.length / 4
  const onlyMarked = { value: 0 }
  const material = shader({
    vertexShader: NODE_VERTEX,
    fragmentShader: NODE_FRAGMENT,
    uniforms: { ...shared, uNodeLift: { value: nodeLift(tables.sizes) }, uOnlyMarked: onlyMarked },
  })
  const geometry = new BufferGeometry()
  geometry.setDrawRange(0, count)
  const points = new Points(geometry, material)
  points.frustumCulled = false
  points.matrixAutoUpdate = false
  return {
    object: points,
    update() {
      // A layer that is off still shows the ones that are meant.
      const areDrawn = areNodesDrawn(drawn, session)
      onlyMarked.value = areDrawn ? 0 : 1
      points.visible = count > 0 && (areDrawn || isAnyMarked(session))
      setClipped(session.view.get().section !== null, material)
    },
    dispose: () => disposeAll(material, geometry),
  }
}
