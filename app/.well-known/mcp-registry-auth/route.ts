import { routeFile } from '#lib/http/routes.ts'
import { serveRegistryAuth } from '#lib/mcp/protocol/server-card.ts'
import { unknownDocument } from '#lib/oauth/handlers.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(serveRegistryAuth ?? unknownDocument)
