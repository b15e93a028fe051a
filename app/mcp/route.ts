import { serveMcp } from '#lib/mcp/serve.ts'

// Every method: a route with POST alone would answer 405 without `Allow`.
export {
  serveMcp as DELETE,
  serveMcp as GET,
  serveMcp as HEAD,
  serveMcp as OPTIONS,
  serveMcp as PATCH,
  serveMcp as POST,
  serveMcp as PUT,
}
