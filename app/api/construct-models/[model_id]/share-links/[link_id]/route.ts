import { changeModelShareLink, revokeModelShareLink } from '#lib/rest/operations/share-link.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(changeModelShareLink, revokeModelShareLink)
