import { decide } from '#lib/oauth/consent.ts'

export { decide as GET, decide as HEAD, decide as OPTIONS, decide as PUT, decide as POST, decide as PATCH, decide as DELETE }
