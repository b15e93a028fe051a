import { readOwnNotifications } from '#lib/rest/operations/notification.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(readOwnNotifications)
