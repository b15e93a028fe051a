import { routeFile } from '#lib/http/routes.ts'
import { token } from '#lib/oauth/token.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(token)
