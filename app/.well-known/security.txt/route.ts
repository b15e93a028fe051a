import { securityText as serve } from '#lib/site-files.ts'

export { serve as GET, serve as HEAD, serve as OPTIONS, serve as PUT, serve as POST, serve as PATCH, serve as DELETE }
