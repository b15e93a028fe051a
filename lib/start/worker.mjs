// One of several processes on one port (WORKERS). The primary (`workers.ts`) has done all the set-up.
import { register } from 'tsx/esm/api'
import { giveUp } from './progress.mjs'

register()
try {
  const { env } = await import('../env.ts')
  if (env.METRICS === 'on') (await import('./worker-metrics.ts')).askThePrimary()
  const { startServer } = await import('./server.ts')
  await startServer(env)
} catch (error) {
  giveUp(error)
}
