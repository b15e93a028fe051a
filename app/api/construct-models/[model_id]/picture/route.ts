import { drawModel } from '#lib/rest/operations/picture.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(drawModel)
