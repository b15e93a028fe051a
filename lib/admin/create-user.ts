import { parseArgs } from 'node:util'
import { logAdminEvent } from '#lib/accounts/account-event.ts'
import { createUser, Email } from '#lib/accounts/users.ts'
import { env } from '#lib/runtime/env.ts'
import { Refusal } from '#lib/start/progress.mjs'
import type { Command } from './command.ts'
import { passwordByStdin } from './password-by-stdin.ts'

export const createUserCommand: Command = {
  usage: 'create-user --email E (--password-stdin | --no-password) [--name N]',
  async run(args, input) {
    const { values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        'no-password': { type: 'boolean' },
      },
    })
    const email = Email.safeParse(values.email)
    if (!email.success) throw new Refusal('--email needs an e-mail address such as name@example.com.')
    // Without one the office's login opens it (OIDC_LINK_BY_EMAIL), or the person sets one by `reset-link`.
    const password = values['no-password'] ? null : await passwordByStdin(values['password-stdin'], email.data, input)
    const keepsPassword = password !== null && env.PASSWORDS === 'off'
    const user = await createUser({ email: email.data, password, name: values.name ?? null, isConfirmed: true, keepsPassword })
    if (user === 'email_taken') throw new Refusal(`There is an account with the address ${email.data} already.`)
    await logAdminEvent(user.id, 'account.sign_up')
    return { id: user.id, email: user.email }
  },
}
