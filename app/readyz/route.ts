import { healthHandler } from '#lib/health.ts'

const handle = healthHandler('/readyz')!

export { handle as GET, handle as HEAD, handle as POST, handle as PUT, handle as PATCH, handle as DELETE, handle as OPTIONS }
export const dynamic = 'force-dynamic'
