import { listOwnNotifications } from '#lib/rest/notification-operations.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(listOwnNotifications)
