import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { passwordIssue } from '#lib/accounts/passwords.ts'
import { Refusal } from '#lib/start/progress.mjs'

/** By stdin only: an argument would stand in the shell's history and in the list of processes. */
export async function passwordByStdin(
  hasFlag: boolean | undefined,
  email: string,
  input: Readable = process.stdin,
): Promise<string> {
  if (!hasFlag) throw new Refusal('Send the password by stdin and say so: --password-stdin.')
  const password = (await text(input)).replace(/\r?\n$/, '')
  const issue = passwordIssue(password, email)
  if (issue) throw new Refusal(`The password will not do. ${issue}`)
  return password
}
