import { readViewPicture } from '#lib/rest/operations/view.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(readViewPicture)
