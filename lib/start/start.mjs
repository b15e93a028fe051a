// `npm start`, on a machine with Node.js and nothing else: all the set-up, then the server, in this one process.
// package.json says `exec`, so that npm's signals reach this process and not the shell between (Windows has no `exec`; there the
// second half of the line starts it).
// `npm run dev`: the same server without the build (`dev.mjs`).
import { build } from './build/builds.mjs'
import { prepare } from './prepare.mjs'
import { giveUp, say } from './progress.mjs'
import { checkPort, openDatabase, openEnvironment, serve } from './set-up.mjs'

const development = process.argv[2] === 'dev'
if (development) Object.assign(process.env, { NODE_ENV: 'development' })

try {
  say('Structural Model Service')
  await prepare()
  const env = await openEnvironment()
  await checkPort(env.PORT, env.HOST)
  if (!development) await build()
  await openDatabase(env.DATABASE_URL_DIRECT)
  if (development) {
    const { develop } = await import('./dev.mjs')
    develop()
  } else await serve(env)
} catch (error) {
  giveUp(error)
}
