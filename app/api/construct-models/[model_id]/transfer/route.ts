import { transferModel, withdrawTransfer } from '#lib/rest/operations/transfer.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(transferModel, withdrawTransfer)
