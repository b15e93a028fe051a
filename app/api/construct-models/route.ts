import { createConstructModel, listConstructModels } from '#lib/rest/operations/model.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(listConstructModels, createConstructModel)
