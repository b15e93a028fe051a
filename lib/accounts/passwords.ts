import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'

/** Passwords as argon2id (RFC 9106) in the library's PHC text form: 19 MiB, two passes. */

export const PASSWORD_MIN = 10
/** Long enough for any passphrase, short enough that nobody can make us hash megabytes. */
export const PASSWORD_MAX_BYTES = 1024

// Next's bundles have no `import.meta.dirname`; they run in the project's folder.
const LIST = join(import.meta.dirname ?? join(process.cwd(), 'lib/accounts'), 'common-passwords.txt')
let common: ReadonlySet<string> | undefined

/** In lower case. ASVS 5.0, 6.2.4: who guesses tries these first. */
export function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(LIST, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
  return common
}

/** What is wrong with a new password, in words for the person who chose it; null when nothing is. */
export function passwordIssue(password: string, email: string): string | null {
  if (!password.isWellFormed() || password.includes('\0')) return 'Use characters that can be typed.'
  if ([...password].length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) return `Use at most ${PASSWORD_MAX_BYTES} bytes.`
  const plain = typed(password).toLowerCase()
  if (commonPasswords().has(plain)) return 'Value error, this password is on the list of the most common ones'
  if (plain === email || plain === email.split('@')[0]) return 'Use something else than your e-mail address.'
  if (new Set(plain).size < 5) return 'Use at least five different characters.'
  return null
}

// The same password typed on two keyboards may arrive composed or decomposed.
const typed = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string) => hash(typed(password))

let nobody: Promise<string> | undefined

/** False without a hash too, after the same work: the time must not tell which accounts exist. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (!password.isWellFormed() || Buffer.byteLength(password) > PASSWORD_MAX_BYTES) return false
  nobody ??= hash('nobody has this password')
  const matches = await verify(stored ?? (await nobody), typed(password))
  return stored !== null && matches
}
