import { serve } from '#lib/rest/serve.ts'
import { changeModelShareLink, revokeModelShareLink } from '#lib/rest/share-link-operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(changeModelShareLink, revokeModelShareLink)
