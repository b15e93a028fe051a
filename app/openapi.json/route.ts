import { routeFile } from '#lib/http/routes.ts'
import { describe } from '#lib/rest/openapi/openapi.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(describe)
export const dynamic = 'force-dynamic'
