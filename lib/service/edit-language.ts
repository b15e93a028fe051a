/** What doors parse of the language of edits, selections and questions (editing, sections 2 to 4). Pure, so that threads may load it too. */
export { type Verb, verbOf } from '#lib/edit/operation.ts'
export { QueryAnswer, QueryModel } from '#lib/edit/query/query-schema.ts'
export { reportUnknownFields } from '#lib/edit/select/element-fields.ts'
export { starsIn } from '#lib/edit/select/patterns.ts'
export { Select } from '#lib/edit/select/select-schema.ts'
export { selectionOf } from '#lib/edit/select/select-text.ts'
