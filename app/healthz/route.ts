import { healthz } from '#lib/health.ts'
import { routeFile } from '#lib/http/routes.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(healthz)
export const dynamic = 'force-dynamic'
