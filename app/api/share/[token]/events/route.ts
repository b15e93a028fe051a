import { serve } from '#lib/rest/serve.ts'
import { hearSharedModel } from '#lib/rest/share-operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(hearSharedModel)
