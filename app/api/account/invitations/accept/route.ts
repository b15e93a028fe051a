import { acceptModelInvitation } from '#lib/rest/operations/invitation.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(acceptModelInvitation)
