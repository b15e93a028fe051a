/**
 * The service's limits: decisions, section 4. kB and MB are 1024-based. `env.ts` sets them as the environment says; everybody else
 * reads, and when a request comes rather than when a file is loaded. The pages' scripts have the defaults.
 */
export const limits = {
  bodyBytes: 64 * 1024 * 1024,
  batchElements: 500_000,
  modelElements: 2_000_000,
  nesting: 64,
  sourceBytes: 64 * 1024,
  issues: 100,
}
