import { storeysOf } from '#lib/model/storeys.ts'
import { keyed } from '#lib/values/object-keys.ts'
import { toTheEnd } from '#lib/values/steps.ts'
import { webHost } from '#viewer/hosts/web-host.ts'
import { openSession } from '#viewer/session/open-session.ts'
import { ELEMENT_KINDS } from '#viewer/worker/elements.ts'
import { heldModel } from '#viewer/worker/held-model.ts'
import { modelIndex } from '#viewer/worker/model-index.ts'
import { sceneSteps } from '#viewer/worker/scene-steps.ts'
import { sessionOf, showViewer } from '../../../app/bench/show-viewer.tsx'
import { type Contender, contend } from './contend.ts'

const open: Contender['open'] = async (model, stage, look, built) => {
  const held = heldModel(model)
  const made = toTheEnd(sceneSteps(held.columns)) // as the worker does on `load`
  built()
  const { name, bounds, units } = model
  const counts = keyed(ELEMENT_KINDS, () => 0)
  const summary = { id: null, name, revision: null, units, counts, storeys: storeysOf(model), bounds, scaled: 1 }
  const session = sessionOf({ ...made, summary })
  const opened = await showViewer(session, stage, look, { frames: model.frames?.length ?? 0, areas: model.areas?.length ?? 0 })
  // The worker answers what colours there are once the scene has gone to the page.
  session.derived.set({ colouring: modelIndex(held).colours(session.view.get().colourBy, []) })
  return opened
}

contend({
  open,
  openAddress(address, stage, look) {
    const addresses = { model: address, events: '/events', check: '/check', revisions: null, views: null }
    const session = openSession(webHost({ place: 'page', can: [], addresses }))
    const count = Number(/\d+$/.exec(address)?.[0]) // as a page knows it before the model is read
    return showViewer(session, stage, look, address.includes('deck') ? { frames: 0, areas: count } : { frames: count, areas: 0 })
  },
})
