import { format, stripVTControlCharacters } from 'node:util'
import { entriesOf } from '#lib/values/object-keys.ts'

/** The log: one JSON object a line on stderr, with what could open a door taken out. */

type Fields = Record<string, unknown>

/** Our own keys and tokens, and any Bearer or Basic credential, wherever in a text they stand. */
const SECRET_TEXT =
  /\b(smk_|smt_[a-z]{2}_)[\w-]+|\b(Bearer|Basic)\s+[\w.~+/=-]+|\b((?:postgres(?:ql)?|smtps?):\/\/[^:@/\s]*):[^@/\s]+@/gi
/** Of the token of a share link or an invitation stays what its owner knows it by: its last four characters. */
const SHARE_TOKEN = /\b(?:sl|in)_[\w-]{52}([\w-]{4})(?![\w-])/g
const SECRET_NAME = /^(authorization|cookie|set-cookie|.*(password|secret|token|verifier)|api[-_]?key|code)$/i

export const withoutSecrets = (text: string): string =>
  text
    .replace(SHARE_TOKEN, '…$1')
    .replace(SECRET_TEXT, (_, ours, scheme, address) =>
      address ? `${address}:[redacted]@` : `${ours ?? `${scheme} `}[redacted]`,
    )

function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (value instanceof Error) {
    const { name, message, stack, cause } = value
    const code = 'code' in value ? { errorCode: value.code } : {} // `code` alone is an authorization code
    const digest = 'digest' in value ? { digest: value.digest } : {} // what Next shows of it on the page
    return clean({ name, message, ...code, ...digest, stack, ...(cause === undefined ? {} : { cause }) }, depth + 1)
  }
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value // JSON says it
  if (typeof value !== 'object' || value === null) return value
  if (depth > 6) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => clean(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) && item !== undefined && item !== null ? '[redacted]' : clean(item, depth + 1),
    ]),
  )
}

/** The line as it is written; apart, so that it can be looked at. */
export function logLine(level: string, message: string, fields: Fields = {}): string {
  return JSON.stringify({ at: new Date().toISOString(), level, message: clean(message), ...(clean(fields) as Fields) })
}

const write = (level: string) => (message: string, fields?: Fields) => {
  process.stderr.write(`${logLine(level, message, fields)}\n`)
}

/**
 * The service outlives whoever reads its log, and a full disk under it: what cannot be written is lost. Nobody can be told of it: such an
 * error that nobody catches is logged, which is the next one.
 */
export function outliveReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

const SPOKEN = { debug: 'info', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'info' } as const

/** What is said through the console, by Next and by libraries, becomes lines of the log too; errors are told as ours are. */
export function consoleToLog(): void {
  for (const [method, level] of entriesOf(SPOKEN)) {
    console[method] = (...args: unknown[]) => {
      const error = args.find((one) => one instanceof Error)
      const words = stripVTControlCharacters(format(...args.filter((one) => one !== error))).trim()
      log[level](words || String(error), error && { error })
    }
  }
}

export const log = { info: write('info'), warn: write('warn'), error: write('error'), fatal: write('fatal') }
