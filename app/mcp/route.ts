import { serveByNext } from '#lib/mcp/serve.ts'

// Every method: a route with POST alone would answer 405 without `Allow`.
export {
  serveByNext as DELETE,
  serveByNext as GET,
  serveByNext as HEAD,
  serveByNext as OPTIONS,
  serveByNext as PATCH,
  serveByNext as POST,
  serveByNext as PUT,
}
