import { groupModelChanges } from '#lib/rest/operations/revision.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(groupModelChanges)
