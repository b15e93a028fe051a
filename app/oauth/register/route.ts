import { routeFile } from '#lib/http/routes.ts'
import { register } from '#lib/oauth/register.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = routeFile(register)
