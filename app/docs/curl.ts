export type Request = {
  /** Of the service. */
  origin: string
  method: string
  /** From the root; names of parameters in braces. */
  path: string
  /** A text is sent as it is. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** No key is needed, or none would do. */
  withoutKey?: boolean
  /** Where the bytes of the answer go; `stream`: to the screen, as they come. */
  into?: string
}

/** In place of a key: nobody's own stands on a page. */
export const KEY = 'smk_…'

/** One request as a line for a shell. What stands in capitals is to be replaced. */
export function curlOf({ origin, method, path, body, headers = {}, withoutKey = false, into }: Request): string {
  const all = {
    ...(!withoutKey && { Authorization: `Bearer ${KEY}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  }
  const address = origin + path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())
  const usual = body === undefined ? 'GET' : 'POST'
  return [
    `curl${method === usual ? '' : ` -X ${method}`}${into === 'stream' ? ' -N' : ''} ${quoted(address)}`,
    ...Object.entries(all).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(typeof body === 'string' ? body : spread(body))}`]),
    ...(into && into !== 'stream' ? [`-o ${into}`] : []),
  ].join(' \\\n  ')
}

const quoted = (text: string) => (/^[\w:/.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** On one line where that is short enough to be read. */
function spread(body: unknown): string {
  const line = JSON.stringify(body)
  return line.length <= 80 ? line : JSON.stringify(body, null, 2)
}
