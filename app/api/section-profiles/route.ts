import { findSectionProfiles } from '#lib/rest/operations/profile.ts'
import { serve } from '#lib/rest/serve.ts'

export const { GET, HEAD, OPTIONS, PUT, POST, PATCH, DELETE } = serve(findSectionProfiles)
