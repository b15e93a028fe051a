import { routeFile } from '#lib/http/routes.ts'
import { securityText } from '#lib/http/site-files.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(securityText)
