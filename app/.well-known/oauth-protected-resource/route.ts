import { routeFile } from '#lib/http/routes.ts'
import { protectedResource } from '#lib/oauth/handlers.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(protectedResource)
