import { analyseSharedModel } from '#lib/rest/operations/share.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(analyseSharedModel)
