import { routeFile } from '#lib/http/routes.ts'
import { metricsText } from '#lib/service/health.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(metricsText)
export const dynamic = 'force-dynamic'
