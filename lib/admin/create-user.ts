import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { tellByAdmin } from '#lib/accounts/account-event.ts'
import { passwordIssue } from '#lib/accounts/passwords.ts'
import { createUser, Email } from '#lib/accounts/users.ts'
import { Refusal } from '#lib/start/progress.mjs'
import type { Command } from './command.ts'

/** The password comes by stdin only: an argument would stand in the shell's history and in the list of processes. */
export const createUserCommand: Command = {
  usage: 'create-user --email E --password-stdin [--name N]',
  async run(args) {
    const { values } = parseArgs({
      args,
      options: { email: { type: 'string' }, name: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
    })
    const email = Email.safeParse(values.email)
    if (!email.success) throw new Refusal('--email needs an e-mail address such as name@example.com.')
    if (!values['password-stdin']) throw new Refusal('Send the password by stdin and say so: --password-stdin.')
    const password = (await text(process.stdin)).replace(/\r?\n$/, '')
    const issue = passwordIssue(password, email.data)
    if (issue) throw new Refusal(`The password will not do. ${issue}`)
    const user = await createUser({ email: email.data, password, name: values.name ?? null })
    if (user === 'email_taken') throw new Refusal(`There is an account with the address ${email.data} already.`)
    await tellByAdmin(user.id, 'account.sign_up')
    return { id: user.id, email: user.email }
  },
}
