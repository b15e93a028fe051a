/** A write and its first answer, kept for who repeats the request with the same key. */
export { type FirstAnswer, type Key, type Outcome, once, type Shows } from '#lib/storage/idempotency.ts'
export type { WrittenRevision } from '#lib/storage/log/plan.ts'
export { renderShown } from '#lib/storage/revisions.ts'
export type { Writing } from '#lib/storage/write.ts'
