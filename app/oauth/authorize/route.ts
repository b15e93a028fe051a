import { routeFile } from '#lib/http/routes.ts'
import { authorize } from '#lib/oauth/authorize.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(authorize)
