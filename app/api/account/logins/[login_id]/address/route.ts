import { takeLoginAddress } from '#lib/accounts/operations.ts'
import { serve } from '#lib/accounts/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve({ PUT: takeLoginAddress })
