import { extentOf } from '#lib/geometry/extent.ts'
import { frameBoxes, frameChunks } from '#lib/geometry/frame-chunks.ts'
import { pickTrees } from '#lib/geometry/pick.ts'
import { buildScene } from '#lib/geometry/scene.ts'
import { storeysOf } from '#lib/model/storeys.ts'
import { webHost } from '../../../app/_viewer/hosts/web-host.ts'
import { openSession } from '../../../app/_viewer/session/open-session.ts'
import { modelIndex } from '../../../app/_viewer/worker/model-index.ts'
import { sessionOf, showViewer } from '../../../app/bench/show-viewer.tsx'
import { type Contender, contend } from './contend.ts'
import { isLarge } from './is-large.ts'

const open: Contender['open'] = async (model, stage, look, built) => {
  // As the worker does on `load`.
  const scene = buildScene(model)
  const boxes = frameBoxes(scene)
  const trees = pickTrees(scene, boxes)
  const extent = extentOf(scene, trees, { isVisible: () => true, section: null })
  const chunks = frameChunks(scene.frames, boxes, trees.frames)
  built()
  const { name, bounds, units } = model
  const counts = { node: 0, frame: 0, member: 0, area: 0, support: 0, section: 0, material: 0, gridLine: 0 }
  const summary = { id: null, name, revision: null, units, counts, storeys: storeysOf(model), bounds }
  const session = sessionOf({ scene, trees, extent, chunks, summary })
  const opened = await showViewer(session, stage, look, isLarge(model))
  // The worker answers what colours there are once the scene has gone to the page.
  session.derived.set({ colouring: modelIndex(model).colours(session.view.get().colourBy, []) })
  return opened
}

contend({
  open,
  openAddress(address, stage, look) {
    const addresses = { model: address, events: '/events', check: '/check', revisions: null }
    const session = openSession(webHost({ place: 'page', can: [], addresses }))
    return showViewer(session, stage, look, Number(address.split('/').pop()) > 60_000)
  },
})
