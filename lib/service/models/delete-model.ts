/** A model into the bin, out of it again, or gone for good. */
export { deleteModel, inBin, purgeModel, undeleteModel } from '#lib/storage/bin.ts'
