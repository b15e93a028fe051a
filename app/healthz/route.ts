import { routeFile } from '#lib/http/routes.ts'
import { healthz } from '#lib/service/health.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(healthz)
export const dynamic = 'force-dynamic'
