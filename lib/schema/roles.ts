import { keysOf } from '#lib/values/object-keys.ts'

/** What frames and areas are for: families, which are coloured, filtered and asked by, and finer words of each. */

// New words come last: the scene file knows them by their place.
// biome-ignore format: a line each family
const FRAME_FAMILIES = {
  column: 'column', post: 'column', pile: 'column', leg: 'column',
  beam: 'beam', girder: 'beam', joist: 'beam', purlin: 'beam', rafter: 'beam', girt: 'beam', chord: 'beam', ring: 'beam',
  brace: 'brace', tie: 'brace', strut: 'brace', bracing: 'brace',
  arch: 'arch', cable: 'cable', stay: 'cable', guy: 'cable', hanger: 'hanger', rod: 'hanger',
} as const
// biome-ignore format: a line each family
const AREA_FAMILIES = {
  floor: 'floor', slab: 'floor', deck: 'floor', landing: 'floor', footing: 'floor', mat: 'floor',
  wall: 'wall', panel: 'wall', core: 'wall',
  ramp: 'ramp', stair: 'ramp', roof: 'roof',
  shell: 'shell', hopper: 'shell', tank: 'shell', dome: 'shell',
} as const

export type FrameRole = keyof typeof FRAME_FAMILIES
export type AreaRole = keyof typeof AREA_FAMILIES
export type FrameFamily = (typeof FRAME_FAMILIES)[FrameRole]
export type AreaFamily = (typeof AREA_FAMILIES)[AreaRole]

export const FRAME_ROLES = keysOf(FRAME_FAMILIES)
export const AREA_ROLES = keysOf(AREA_FAMILIES)

export const familyOfFrame = (role: FrameRole): FrameFamily => FRAME_FAMILIES[role]
export const familyOfArea = (role: AreaRole): AreaFamily => AREA_FAMILIES[role]
