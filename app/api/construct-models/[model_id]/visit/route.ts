import { keepModelVisit, readModelVisit } from '#lib/rest/operations/visit.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(readModelVisit, keepModelVisit)
