import { Email } from '#lib/accounts/users.ts'
import { db } from '#lib/db/client.ts'
import { Refusal } from '#lib/start/progress.mjs'

export type Account = { id: string; email: string }

/** The account that an option names; refuses an address that nobody has. */
export async function accountOf(typed: string | undefined, option = '--email'): Promise<Account> {
  const email = Email.safeParse(typed).data
  const user = email === undefined ? null : await db().user.findUnique({ where: { email }, select: { id: true, email: true } })
  if (!user) throw new Refusal(`There is no account with the address ${typed ?? `(${option} is missing)`}.`)
  return user
}
