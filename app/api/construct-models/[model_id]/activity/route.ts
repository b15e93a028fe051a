import { listModelActivityOperation } from '#lib/rest/operations/account.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(listModelActivityOperation)
