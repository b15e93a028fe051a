import { perAxis, type Vec } from '#lib/model/shape/vector.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { Dimension } from '../measure/dimensions.ts'
import type { ViewerSession } from '../session.ts'
import type { Drawing } from './drawings.ts'
import type { Camera } from './rig.ts'
import type { SectionBox } from './section-box.ts'
import { FIRST_VIEW, type ViewState } from './view-state.ts'

/**
 * The places of a view, where it is seen from, cut and measured, are lengths of the model as it stood then. When all lengths of a model
 * are converted, by `scale` or by going to a revision from before it, its views go along: each says by how much the model was
 * scaled, as the model does, and one that says nothing is from before anybody converted.
 */

type Lengths = Pick<ViewState, 'section' | 'dimensions' | 'drawing' | 'walking'> & { camera: Camera | null }
type Times = (value: number) => number

/** A view as it was read, with its places in a model that is scaled so. */
export function inScale<Read extends { state: Partial<ViewState>; camera: Camera | null }>(read: Read, scaled: number): Read {
  const factor = scaled / (read.state.scaled ?? FIRST_VIEW.scaled)
  if (factor === 1) return read
  return { ...lengthsIn(read, factor), state: { ...lengthsIn(read.state, factor), scaled } }
}

/** Once it is known how a model is scaled, and whenever that is another: the view that is open, and the camera. */
export function followScale(session: ViewerSession) {
  const { model, view } = session
  model.state.subscribe(({ drawn }) => {
    if (!drawn) return
    const { scaled } = drawn.summary
    const state = view.get()
    const factor = scaled / state.scaled
    if (factor === 1) return
    // From there the picture shows the scene that comes.
    session.firstCamera = cameraNow(session, scaled)
    view.set({ ...lengthsIn(state, factor), scaled })
  })
}

/** Where it is seen from, in a model that is scaled so: the picture may still show one that is not. Until it stands that is what the address brought. */
export function cameraNow({ rig, firstCamera, view }: Pick<ViewerSession, 'rig' | 'firstCamera' | 'view'>, scaled: number) {
  const [camera, of] = rig?.isSet ? [rig.camera(), rig.scaled] : [firstCamera, view.get().scaled]
  return camera && (of === scaled ? camera : cameraIn(camera, scaled / of))
}

function lengthsIn<Part extends Partial<Lengths>>(part: Part, factor: number): Part {
  const times = (value: number) => twelveDigits(value * factor)
  const { camera, section, dimensions, drawing, walking } = part
  return {
    ...part,
    ...(camera && { camera: cameraIn(camera, factor) }),
    ...(section && { section: sectionIn(section, times) }),
    ...(dimensions && { dimensions: dimensions.map((one) => dimensionIn(one, times)) }),
    ...(drawing && { drawing: drawingIn(drawing, times) }),
    ...(walking && { walking: lengthsIn(walking, factor) }),
  }
}

const placeIn = (place: Vec, times: Times): Vec => perAxis((k) => times(place[k]))

function cameraIn({ position, target, zoom }: Camera, factor: number): Camera {
  const times = (value: number) => value * factor
  return { position: placeIn(position, times), target: placeIn(target, times), zoom: zoom / factor }
}

function sectionIn({ low, high }: SectionBox, times: Times): SectionBox {
  const plane = (value: number | null) => value && times(value)
  return { low: perAxis((k) => plane(low[k])), high: perAxis((k) => plane(high[k])) }
}

const dimensionIn = (dimension: Dimension, times: Times): Dimension => ({
  ...dimension,
  points: dimension.points.map(({ on, at }) => ({ on, at: at && placeIn(at, times) })),
})

/** One that has no name is called by its place. */
function drawingIn({ axis, at, label }: Drawing, times: Times): Drawing {
  const place = times(at)
  return { axis, at: place, label: label === `${at}` ? `${place}` : label }
}
