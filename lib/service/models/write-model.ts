/** Models as wholes: create, rename, set units, duplicate. */
export { duplicateModel, originOfCopy } from '#lib/storage/duplicate.ts'
export { createModel, setUnits, updateModel } from '#lib/storage/models.ts'
