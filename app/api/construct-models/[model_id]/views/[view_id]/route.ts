import { serve } from '#lib/rest/serve.ts'
import { changeSavedView, deleteSavedView } from '#lib/rest/view-operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(changeSavedView, deleteSavedView)
