import { serve } from '#lib/accounts/serve.ts'
import { deleteClient } from '#lib/oauth/app-operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve({ DELETE: deleteClient })
