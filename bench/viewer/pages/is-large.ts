import type { ViewerModel } from '#lib/model/schema.ts'
import { isLarge as isLargeForViewer } from '../../../app/_viewer/session/is-large.ts'

/** Where the viewer draws without multisampling, all others do too, for equal pictures. */
export const isLarge = ({ frames = [], areas = [] }: ViewerModel) =>
  isLargeForViewer({ frames: frames.length, areas: areas.length })
