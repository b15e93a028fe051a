// `node start.mjs`, in a folder that `npm run pack` has made: all is built, so nothing is installed, made or written here.
import { giveUp, Refusal, say } from './progress.mjs'
import { begin, checkPort, openDatabase, openEnvironment, runCommand, serve } from './set-up.mjs'

const [command, ...args] = process.argv.slice(2)
try {
  begin()
  Object.assign(process.env, { NODE_ENV: 'production' }) // there is nothing here to develop with
  if (command === 'admin') await runCommand('lib/admin/admin.ts', args)
  else if (command !== undefined) {
    throw new Refusal(`There is no "${command}": node start.mjs serves, node start.mjs admin names the administrator's commands.`)
  } else {
    say('Structural Model Service')
    const env = await openEnvironment()
    await checkPort(env.PORT, env.HOST)
    await openDatabase(env.DATABASE_URL_DIRECT)
    await serve(env)
  }
} catch (error) {
  giveUp(error)
}
