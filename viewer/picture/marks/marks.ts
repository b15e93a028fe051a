/** Section boxes, dimensions and what is measured to, which most pictures have none of. */

export { measureAt, snapUnder } from '../pointer/snap.ts'
export { drawDimensions } from './dimension-marks.ts'
export { drawSectionBox, handleAt, startDrag } from './section-handles.ts'
