import { GB, KB, MB } from '#lib/values/bytes.ts'

/**
 * The service's limits: decisions, section 4. kB and MB are 1024-based. `env.ts` sets them as the environment says; everybody else
 * reads, and when a request comes rather than when a file is loaded. The pages' scripts have the defaults.
 */
export const limits = {
  bodyBytes: 64 * MB,
  /** Of all large bodies at one time. */
  bodiesBytes: 256 * MB,
  batchElements: 500_000,
  /** Of the body of an edit, and of others that hold no lists of elements or ids: they cross threads as objects. */
  fieldsBytes: 2 * MB,
  modelElements: 2_000_000,
  /** Of a model's JSON as it is stored: below the longest string that V8 makes (536,870,888 characters). */
  modelBytes: 448 * MB,
  nesting: 64,
  sourceBytes: 64 * KB,
  issues: 100,
  /** Of an account, bin and old revisions too; 0: none. */
  accountModels: 10_000,
  accountBytes: 20 * GB,
  /** Days that a deleted model can be brought back; 0: none. */
  binDays: 30,
  /** People with a role on a model, and open invitations. */
  collaborators: 200,
  /** Names looked at in one request for models by name. */
  rowsWalked: 2000,
  /** Of a model, live ones. */
  shareLinks: 50,
  /** Of a model. */
  savedViews: 200,
  /** Open at one time. */
  userStreams: 64,
  processStreams: 5000,
}
