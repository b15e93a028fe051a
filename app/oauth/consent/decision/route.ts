import { routeFile } from '#lib/http/routes.ts'
import { decide } from '#lib/oauth/consent.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(decide)
