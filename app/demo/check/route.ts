import { serveDemoCheck } from '#lib/examples/demo.ts'
import { routeFile } from '#lib/http/routes.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(serveDemoCheck)
export const dynamic = 'force-dynamic'
