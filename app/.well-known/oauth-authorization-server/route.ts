import { routeFile } from '#lib/http/routes.ts'
import { authorizationServer } from '#lib/oauth/handlers.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(authorizationServer)
