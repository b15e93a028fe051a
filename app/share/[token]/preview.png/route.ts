import { routeFile } from '#lib/http/routes.ts'
import { preview } from '#lib/rest/share-previews.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(preview)
