import { listModelShareLinks, makeModelShareLink } from '#lib/rest/operations/share-link.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(listModelShareLinks, makeModelShareLink)
