/** Section boxes, dimensions and what is measured to, which most pictures have none of. */
export { drawDimensions } from './dimension-marks.ts'
export { drawSectionBox, handleAt, startDrag } from './section-handles.ts'
export { measureAt, snapUnder } from './snap.ts'
