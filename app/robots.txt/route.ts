import { routeFile } from '#lib/http/routes.ts'
import { robots } from '#lib/http/site-files.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(robots)
