/** The history of a model: listed, compared, and brought back as a new revision. */
export { compareModels, compareRevisions, netChanges } from '#lib/storage/compare.ts'
export { RESTORE } from '#lib/storage/log/compaction.ts'
export { listModelActivity, type ModelActivity } from '#lib/storage/model-activity.ts'
export { listHistory, listRevisions, noRevision, restoreRevision, undoWrites } from '#lib/storage/revisions.ts'
