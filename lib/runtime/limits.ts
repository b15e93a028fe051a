import { GB, KB, MB } from '#lib/values/bytes.ts'

/**
 * The service's limits: decisions, section 4. kB and MB are 1024-based. `env.ts` sets them from the environment; all
 * other code only reads them, at each request and not while a file is loaded. The pages' scripts have the defaults.
 */
export const limits = {
  bodyBytes: 64 * MB,
  /** All large bodies in memory at one time, together. */
  bodiesBytes: 256 * MB,
  batchElements: 500_000,
  /** The body of an edit, or of any request without lists of elements or ids: these are passed between threads as objects. */
  fieldsBytes: 2 * MB,
  modelElements: 2_000_000,
  /** Load cases, combinations and diaphragms of a model, each. */
  elementsOfFewKinds: 1000,
  /** Of a model's JSON as it is stored: below the longest string that V8 makes (536,870,888 characters). */
  modelBytes: 448 * MB,
  /** Memory that an analysis may be predicted to need, and seconds. */
  analysisBytes: 1.5 * GB,
  analysisSeconds: 60,
  nesting: 64,
  sourceBytes: 64 * KB,
  issues: 100,
  /** Of an account, including its bin and old revisions; 0: unlimited. */
  accountModels: 10_000,
  accountBytes: 20 * GB,
  /** Days for which a deleted model can be brought back; 0: deleted at once. */
  binDays: 30,
  /** Of a model: people with a role, and open invitations. */
  collaborators: 200,
  /** Rows read in one search for models by name. */
  rowsWalked: 2000,
  /** Of a model: links that are neither revoked nor expired. */
  shareLinks: 50,
  /** Of a model. */
  savedViews: 200,
  /** Of a model: threads of comments; of a thread: replies. */
  commentThreads: 10_000,
  commentReplies: 500,
  /** Event streams open at one time, of a user and of a process. */
  userStreams: 64,
  processStreams: 5000,
}
