import type { Box } from '#lib/geometry/pick/extent.ts'
import type { Scene } from '#lib/geometry/scene.ts'
import { length, subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { Drawing } from '../../session/view/drawings.ts'
import type { Camera } from '../../session/view/rig.ts'
import { sectionPlanes, wholeBox } from '../../session/view/scene-points.ts'
import type { SectionBox } from '../../session/view/section-box.ts'
import { cameraMoves } from './camera-moves.ts'
import { cameraPlaces } from './camera-places.ts'
import { cameraWalk } from './camera-walk.ts'
import { pixelAt, pixelAtPoint, project, rayAt, vector } from './rays.ts'
import { type RigOptions, rigParts } from './rig-parts.ts'

/** What `session/rig.ts` promises, and what only the picture needs. */
export type CameraRig = ReturnType<typeof cameraRig>

/**
 * Orbit, pan, zoom to the cursor, fly. Two cameras, one in use. All of it runs on demand: `update` says whether another picture
 * is needed.
 */
export function cameraRig(options: RigOptions) {
  const parts = rigParts(options)
  const { cameras, controls, redraw } = parts
  const moves = cameraMoves(parts)
  const places = cameraPlaces(parts, moves)
  const setNear = ({ low, high }: Box) => {
    parts.reach = Math.max(length(subtract(high, low)) / 2, 1e-6)
    controls.minDistance = parts.reach / 400
    controls.maxDistance = parts.reach * 60
  }
  let scaled = 1
  return {
    ...moves,
    ...places,
    ...cameraWalk(parts),
    controls,
    get camera3() {
      return cameras.now
    },
    get size() {
      return cameras.size
    },
    /** On a sheet nothing lies over the picture. */
    get isOnSheet() {
      return parts.isOnSheet
    },
    get isSet() {
      return parts.scene !== null
    },
    get scaled() {
      return scaled
    },

    /**
     * The scene was made or replaced. The camera stays unless there is none yet, or the scene lies elsewhere or has other lengths, by
     * which it is `scaledNow`; `drawing`: the one that is open.
     */
    setScene(next: Scene, drawn: Box | null, first: Camera | null, drawing: Drawing | null, scaledNow: number) {
      const before = scaled === scaledNow ? parts.scene : null
      scaled = scaledNow
      parts.scene = next
      parts.bodies = drawn
      setNear(wholeBox(next, drawn))
      controls.maxZoom = Infinity
      controls.minZoom = 0
      if (!before && first) places.setCamera(first, false)
      else if (!before || length(subtract(before.origin, next.origin)) > 0) moves.lookFirst(drawing)
      else if (isEmpty(before) && !isEmpty(next)) {
        // A view that was chosen while there was nothing to see is what its first elements are seen from.
        if (parts.isMoved) moves.fit()
        else moves.look('overview')
      }
      redraw()
    },
    /** Where all of the scene lies is known by now. */
    setBodies(drawn: Box | null) {
      if (!parts.scene || parts.bodies === drawn) return
      parts.bodies = drawn
      setNear(wholeBox(parts.scene, drawn))
      redraw()
    },
    resize(width: number, height: number) {
      cameras.resize(width, height)
      redraw()
    },
    /** Advances; true while there is more to come. */
    update(seconds: number) {
      const isWalking = parts.advance?.() === true
      const moved = controls.update(Math.min(seconds, 0.25))
      cameras.setDepth(wholeBox(parts.scene, parts.bodies), parts.reach, parts.nearest)
      return moved || isWalking
    },

    /** The ray under a place of the picture, cut by the section planes. */
    ray(x: number, y: number, section: SectionBox | null) {
      const planes = parts.scene ? sectionPlanes(section, parts.scene.origin) : []
      return rayAt(cameras.seen, x, y, planes, parts.reach * 100)
    },
    pixelAt: (distance: number) => pixelAt(cameras.seen, distance),
    project: (point: Vec) => project(cameras.seen, point),
    pixelAtPoint: (point: Vec) => pixelAtPoint(cameras.seen, point),
    distanceTo: (point: Vec) => length(subtract(vector(cameras.now.position), point)),

    dispose() {
      controls.dispose()
    },
  }
}

const isEmpty = (scene: Scene) => scene.nodes.length === 0
