import { serve } from '#lib/rest/serve.ts'
import { copySharedModel } from '#lib/rest/share-operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(copySharedModel)
