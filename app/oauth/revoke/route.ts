import { routeFile } from '#lib/http/routes.ts'
import { revoke } from '#lib/oauth/revoke.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(revoke)
