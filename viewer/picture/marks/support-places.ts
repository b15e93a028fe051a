import type { Rect } from '#lib/drawing/free-rectangles.ts'
import { SYMBOL_PIXELS } from '#lib/geometry/pick/symbol-sizes.ts'
import { getOrThrow } from '#lib/values/get-or-throw.ts'
import type { CameraRig } from '../camera/camera-rig.ts'
import type { Stage } from '../elements/stage.ts'
import { SMALLEST_SUPPORT } from '../shading/node-shaders.ts'

/** More are dots from where so many are seen, and to look for each would take longer than to draw them. */
const MOST = 2000

/** Of the glyph's size, to either side of its node, above it and below. */
const REACH = { aside: 0.6, above: 0.15, below: 1.1 }

/** Where the glyphs of supports are in the picture, so that nothing is written on them. */
export function supportPlaces({ drawn, session }: Stage, rig: CameraRig): Rect[] {
  const { nodes, sizes } = drawn.scene.supports
  if (!session.view.get().layers.supports || nodes.length > MOST) return []
  return [...nodes].flatMap((node, glyph) => {
    const [x = 0, y = 0, z = 0] = drawn.scene.nodes.subarray(4 * node)
    const place = rig.project([x, y, z])
    if (!place) return []
    const most = getOrThrow(sizes, glyph) / rig.pixelAtPoint([x, y, z])
    const size = Math.max(most > 0 ? Math.min(SYMBOL_PIXELS, most) : SYMBOL_PIXELS, SMALLEST_SUPPORT)
    const aside = REACH.aside * size
    return [{ x0: place.x - aside, y0: place.y - REACH.above * size, x1: place.x + aside, y1: place.y + REACH.below * size }]
  })
}
