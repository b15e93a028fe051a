import { routeFile } from '#lib/http/routes.ts'
import { readyz } from '#lib/service/health.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(readyz)
export const dynamic = 'force-dynamic'
