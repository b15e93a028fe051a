import { parseArgs } from 'node:util'
import { logAdminEvent } from '#lib/accounts/account-event.ts'
import { createUser, deleteUser, Email, userByEmail } from '#lib/accounts/users.ts'
import { activityWritten } from '#lib/activity/audit.ts'
import { demoBuilding } from '#lib/examples/demo-building.ts'
import { hallWithMistakes } from '#lib/examples/hall-with-mistakes.ts'
import { env } from '#lib/runtime/env.ts'
import { callerOfSession } from '#lib/service/authenticate.ts'
import { Refusal } from '#lib/start/progress.mjs'
import { createModel } from '#lib/storage/models.ts'
import type { Command } from './command.ts'
import { passwordByStdin } from './password-by-stdin.ts'

/** For the directories of AI clients, which try a connector with an account of their own: `/docs/submit`. */
export const createReviewerCommand: Command = {
  usage: 'create-reviewer --email E --password-stdin [--reset]',
  async run(args, input) {
    const { values } = parseArgs({
      args,
      options: { email: { type: 'string' }, 'password-stdin': { type: 'boolean' }, reset: { type: 'boolean' } },
    })
    const email = Email.safeParse(values.email)
    if (!email.success) throw new Refusal('--email needs an e-mail address such as reviewer@example.com.')
    const before = await userByEmail(email.data)
    if (before && !values.reset) {
      throw new Refusal(
        `There is an account with the address ${email.data} already: --reset deletes it with its models, and makes it anew.`,
      )
    }
    if (before && before.name !== NAME)
      throw new Refusal(`${email.data} is no reviewer's account: it is called otherwise than ${NAME}.`)
    const password = await passwordByStdin(values['password-stdin'], email.data, input)
    if (before) {
      await activityWritten() // or what waits to be written would outlive the account
      await deleteUser(before.id)
    }
    const user = await createUser({
      email: email.data,
      password,
      name: NAME,
      isConfirmed: true,
      keepsPassword: env.PASSWORDS === 'off',
    })
    if (user === 'email_taken') throw new Refusal(`There is an account with the address ${email.data} already.`)
    await logAdminEvent(user.id, 'account.sign_up')
    const models = []
    for (const body of [demoBuilding(), hallWithMistakes()]) {
      const { modelId, name } = await createModel({ caller: callerOfSession({ userId: user.id }), via: 'admin' }, body)
      models.push({ id: modelId, name })
    }
    return { id: user.id, email: user.email, models }
  },
}

/** By which an account is known as one: `--reset` deletes no other. */
const NAME = 'Reviewer'
