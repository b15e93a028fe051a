import { askModelAccess } from '#lib/rest/operations/access-request.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(askModelAccess)
