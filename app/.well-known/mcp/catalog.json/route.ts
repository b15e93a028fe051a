import { serveCatalog } from '#lib/mcp/server-card.ts'

export {
  serveCatalog as GET,
  serveCatalog as HEAD,
  serveCatalog as OPTIONS,
  serveCatalog as PUT,
  serveCatalog as POST,
  serveCatalog as PATCH,
  serveCatalog as DELETE,
}
