import { serve } from '#lib/accounts/serve.ts'
import { makeClient } from '#lib/oauth/app-operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve({ POST: makeClient })
