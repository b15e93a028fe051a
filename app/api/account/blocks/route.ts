import { listAccountBlocks } from '#lib/rest/operations/block.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(listAccountBlocks)
