import { routeFile } from '#lib/http/routes.ts'
import { serveMcp } from '#lib/mcp/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(serveMcp)
