import { routeFile } from '#lib/http/routes.ts'
import { demoAnalysisRoute } from '#lib/rest/demo-analysis.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(demoAnalysisRoute.answer)
export const dynamic = 'force-dynamic'
