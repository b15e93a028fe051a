import { serve } from '#lib/rest/serve.ts'
import { transferModel, withdrawTransfer } from '#lib/rest/transfer-operations.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(transferModel, withdrawTransfer)
