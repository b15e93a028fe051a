import { routeFile } from '#lib/http/routes.ts'
import { mailsOffRoute } from '#lib/rest/mails-off.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(mailsOffRoute.answer)
