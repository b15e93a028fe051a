import { listModelComments, makeModelComment } from '#lib/rest/operations/comment.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(listModelComments, makeModelComment)
