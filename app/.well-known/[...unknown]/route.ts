import { routeFile } from '#lib/http/routes.ts'
import { unknownDocument } from '#lib/oauth/handlers.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(unknownDocument)
