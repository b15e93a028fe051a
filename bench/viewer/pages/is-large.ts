import type { ViewerModel } from '#lib/schema/schema.ts'
import { isLarge as isLargeForViewer } from '#viewer/session/view/is-large.ts'

/** Where the viewer draws without multisampling, all others do too, for equal pictures. */
export const isLarge = ({ frames = [], areas = [] }: ViewerModel) =>
  isLargeForViewer({ frames: frames.length, areas: areas.length })
