import type { FrameNames } from '../worker/sheet-types.ts'

/** What frames are named by on sheets, as this reader chose it. By their sections at first: a plan without them can be built from by nobody. */
export const NAMES_SETTING = 'sheet-names'
export const FRAME_NAMES = [
  ['section', 'Sections'],
  ['id', 'Ids'],
  ['none', 'None'],
] as const satisfies readonly (readonly [FrameNames, string])[]

export const frameNames = (kept: string | undefined | null): FrameNames =>
  FRAME_NAMES.find(([name]) => name === kept)?.[0] ?? FRAME_NAMES[0][0]
