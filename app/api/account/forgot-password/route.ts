import { forgottenPassword } from '#lib/accounts/link-operations.ts'
import { serve } from '#lib/accounts/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve({ POST: forgottenPassword })
