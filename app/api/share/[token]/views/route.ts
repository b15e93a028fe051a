import { serve } from '#lib/rest/serve.ts'
import { listSharedViews } from '#lib/rest/view-operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(listSharedViews)
