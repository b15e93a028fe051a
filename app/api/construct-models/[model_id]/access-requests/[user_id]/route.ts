import { answerAccessRequest } from '#lib/rest/access-request-operations.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(answerAccessRequest)
