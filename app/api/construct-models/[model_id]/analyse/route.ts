import { analyseConstructModel } from '#lib/rest/operations/analysis.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(analyseConstructModel)
