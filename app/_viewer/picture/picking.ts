/** What tells what lies under a place, and behind what. */

export { insideOf } from '#lib/geometry/box-select.ts'
export { pick, pickAreas, pickFrames } from '#lib/geometry/pick.ts'
