import { importModelComments } from '#lib/rest/operations/comment-file.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(importModelComments)
