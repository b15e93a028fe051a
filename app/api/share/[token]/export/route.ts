import { exportSharedModel } from '#lib/rest/operations/file.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(exportSharedModel)
