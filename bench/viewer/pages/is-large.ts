import type { ViewerModel } from '#lib/model/schema.ts'

/** From here on the viewer draws without multisampling; so do all others, for equal pictures. */
export const isLarge = ({ frames = [] }: ViewerModel) => frames.length > 60_000
