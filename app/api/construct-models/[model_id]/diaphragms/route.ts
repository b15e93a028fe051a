import { addDiaphragms } from '#lib/rest/operations/element.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(addDiaphragms)
