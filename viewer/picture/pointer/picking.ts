/** What tells what lies under a place, and behind what. */

export { insideOf } from '#lib/geometry/pick/box-select.ts'
export { pick, pickAreas, pickFrames } from '#lib/geometry/pick/pick.ts'
