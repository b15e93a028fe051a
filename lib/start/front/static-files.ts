import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { answerCached, type CachedBytes, toCachedBytes } from '#lib/http/cached-bytes.ts'
import { requestId } from '#lib/http/headers.ts'
import type { Incoming } from '#lib/http/incoming.ts'
import { problem } from '#lib/http/problem.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}
const CODED = /\.(br|gz)$/
const BUILT = '/_next/static/'

/** Hosts of AI clients show them on pages of their own. */
const ICON = /^\/(icon(-\d+)?|apple-touch-icon|favicon)\.\w+$/

type Headers = CachedBytes['headers']

/** A name of the build holds a hash of its file; a name of public/ stays while its file changes. */
const cached = (pathname: string): Headers => {
  if (pathname.startsWith(BUILT)) return { 'Cache-Control': 'public, max-age=31536000, immutable' }
  if (ICON.test(pathname)) return { 'Cache-Control': 'public, max-age=86400', 'Cross-Origin-Resource-Policy': 'cross-origin' }
  return { 'Cache-Control': 'public, max-age=0, must-revalidate' }
}

/** Every file under a folder by its address; `coded` is the folder with its `.br` and `.gz`. */
function* filesOf(folder: string, prefix: string, coded: string): Generator<[pathname: string, CachedBytes]> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || CODED.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const name = relative(folder, file)
    const pathname = prefix + name.split(sep).join('/')
    const [br, gzip] = ['br', 'gz'].map((ending) => readIfThere(join(coded, `${name}.${ending}`)))
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    yield [
      pathname,
      toCachedBytes(
        readFileSync(file),
        { ...(br && { br }), ...(gzip && { gzip }) },
        { 'Content-Type': type, ...cached(pathname) },
      ),
    ]
  }
}

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file) : undefined)

/**
 * The files of the build and of public/, read once: a few megabytes, no path that anybody could bend, and what lies on the disk may
 * change under a running server. Unknown names among the build's are 404 here; all else that is no file is somebody else's.
 */
export function staticFiles(root: string): (pathname: string) => ((request: Incoming) => Response) | undefined {
  const files = new Map([
    ...filesOf(join(root, '.next/static'), BUILT, join(root, '.next/static')),
    ...filesOf(join(root, 'public'), '/', join(root, '.next/public')),
  ])
  return (pathname) => {
    const file = files.get(pathname.includes('%') ? decodeURIComponent(pathname) : pathname)
    if (file) return (request) => answerCached(request, file)
    return pathname.startsWith(BUILT) ? unknown : undefined
  }
}

const unknown = ({ headers }: Incoming) => problem(404, 'There is no such file.', { 'X-Request-Id': requestId(headers) })
