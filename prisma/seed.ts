import { parseArgs } from 'node:util'
import { disconnect } from '#lib/db/client.ts'
import { env } from '#lib/runtime/env.ts'
import { giveUp, Refusal } from '#lib/start/progress.mjs'
import { demoAccount } from './demo-account.ts'

// `npm run seed`: an account to try things with. Secrets are shown here and never again.
try {
  const { reset } = options()
  const { email, password, modelId, isNewModel, key } = await demoAccount({ reset })
  const api = `${env.APP_URL}/api/construct-models`
  const bearer = `-H 'Authorization: Bearer ${key ?? '<your key>'}'`
  process.stdout.write(
    `${[
      '',
      `Sign in    ${env.APP_URL}/sign-in`,
      `E-mail     ${email}`,
      `Password   ${password ?? 'as shown when the account was made'}`,
      `API key    ${key ?? 'as shown when it was made'}`,
      `Building   ${env.APP_URL}/models/${modelId}${isNewModel ? '' : ' (there already, left as it is)'}`,
      ...(password && key ? [] : ['           npm run seed -- --reset makes a new password and a new key.']),
      '',
      'Ask what is wrong with the building, then send a model of your own:',
      '',
      `curl ${bearer} ${api}/${modelId}/check`,
      `curl ${bearer} -H 'Content-Type: application/json' --data @public/examples/portal-frame.json ${api}`,
      '',
    ].join('\n')}\n`,
  )
  await disconnect()
} catch (error) {
  await disconnect()
  giveUp(error)
}

function options(): { reset: boolean } {
  try {
    const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } })
    return values
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\nUsage: npm run seed -- [--reset]`)
  }
}
