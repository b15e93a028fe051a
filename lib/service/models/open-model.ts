/** A model by its id, for who has a role on it: what each operation on a model begins with. */
export { lookForModel, type OpenModel, openModel } from '#lib/storage/models.ts'
