import { routeFile } from '#lib/http/routes.ts'
import { serveCatalog } from '#lib/mcp/protocol/server-card.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(serveCatalog)
