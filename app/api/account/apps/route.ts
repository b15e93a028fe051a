import { serve } from '#lib/accounts/serve.ts'
import { changeToolNameStyle, disconnectApp, listApps } from '#lib/oauth/app-operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve({
  GET: listApps,
  PATCH: changeToolNameStyle,
  DELETE: disconnectApp,
})
