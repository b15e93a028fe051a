/** The models that somebody may open: in the list's order or one that they chose, by name, who shared them, and how many notes they have. */
export { hasSharedModels, isModelOrder, type ListedModel, listedModels, type ModelOrder } from '#lib/storage/model-list.ts'
export { listModels, type ModelListItem, namesake, namesOfModels } from '#lib/storage/models.ts'
export { noteCountsOf, sharersOf } from '#lib/storage/names.ts'
