import { routeFile } from '#lib/http/routes.ts'
import { upload } from '#lib/rest/upload.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(upload)
