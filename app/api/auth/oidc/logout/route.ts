import { backChannelLogout } from '#lib/accounts/provider/back-channel-logout.ts'
import { serveToProvider } from '#lib/accounts/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serveToProvider({ POST: backChannelLogout })
