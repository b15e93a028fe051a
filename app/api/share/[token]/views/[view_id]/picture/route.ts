import { serve } from '#lib/rest/serve.ts'
import { readSharedViewPicture } from '#lib/rest/view-operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(readSharedViewPicture)
