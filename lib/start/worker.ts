// One of several processes on one port (WORKERS), or the one of `npm run dev`. Who starts it (`workers.ts`, `dev.mjs`) has done all
// the set-up.
import '#lib/runtime/program.mjs'
import { giveUp } from './progress.mjs'

try {
  const { env } = await import('#lib/runtime/env.ts')
  if (env.METRICS === 'on') (await import('./worker-metrics.ts')).askThePrimary()
  const { startServer } = await import('./server.ts')
  await startServer(env, { development: process.argv[2] === 'development' })
} catch (error) {
  giveUp(error)
}
