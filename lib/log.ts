/** The log: one JSON object a line on stderr, with what could open a door taken out. */

type Fields = Record<string, unknown>

/** Our own keys and tokens, and any Bearer or Basic credential, wherever in a text they stand. */
const SECRET_TEXT = /\b(smk_|smt_[a-z]{2}_)[\w-]+|\b(Bearer|Basic)\s+[\w.~+/=-]+|\b(postgres(?:ql)?:\/\/[^:@/\s]*):[^@/\s]+@/gi
const SECRET_NAME = /^(authorization|cookie|set-cookie|.*(password|secret|token|verifier)|api[-_]?key|code)$/i

export const withoutSecrets = (text: string): string =>
  text.replace(SECRET_TEXT, (_, ours, scheme, database) =>
    database ? `${database}:[redacted]@` : `${ours ?? `${scheme} `}[redacted]`,
  )

function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutSecrets(value)
  if (value instanceof Error) {
    const { name, message, stack, cause } = value
    const code = 'code' in value ? { errorCode: value.code } : {} // `code` alone is an authorization code
    return clean({ name, message, ...code, stack, ...(cause === undefined ? {} : { cause }) }, depth + 1)
  }
  if (typeof value === 'bigint') return String(value)
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

export const log = { info: write('info'), warn: write('warn'), error: write('error') }
