import { serve } from '#lib/accounts/serve.ts'
import { deleteClient } from '../../operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve({ DELETE: deleteClient })
