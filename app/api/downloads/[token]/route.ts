import { routeFile } from '#lib/http/routes.ts'
import { download } from '#lib/rest/download.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(download)
