import { backChannelLogout } from '#lib/accounts/back-channel-logout.ts'
import { serveToProvider } from '#lib/accounts/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serveToProvider({ POST: backChannelLogout })
