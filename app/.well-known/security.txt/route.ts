import { routeFile } from '#lib/http/routes.ts'
import { securityText } from '#lib/site-files.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(securityText)
