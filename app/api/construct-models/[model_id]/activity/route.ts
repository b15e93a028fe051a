import { listModelActivityOperation } from '#lib/rest/account-operations.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(listModelActivityOperation)
