import { deleteCollaborator, listModelCollaborators, putCollaborator } from '#lib/rest/operations/collaborator.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(deleteCollaborator, listModelCollaborators, putCollaborator)
