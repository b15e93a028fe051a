import { serve } from '#lib/rest/serve.ts'
import { listModelShareLinks, makeModelShareLink } from '#lib/rest/share-link-operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(listModelShareLinks, makeModelShareLink)
