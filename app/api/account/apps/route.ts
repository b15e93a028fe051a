import { serve } from '#lib/accounts/serve.ts'
import { changeToolNameStyle, disconnectApp } from './operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve({ PATCH: changeToolNameStyle, DELETE: disconnectApp })
