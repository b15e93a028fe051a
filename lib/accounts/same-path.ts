// Only characters of a URL's path and query (RFC 3986), so what is checked here is what the browser reads: no backslashes,
// which it takes for slashes, no control characters, which it drops.
const PATH = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?#]|%[0-9A-Fa-f]{2})*$/

/**
 * Where to go after signing in: a path of this site, else the front page. An address of our own origin counts as its path.
 * Never followed: `https://evil`, `//evil`, `/\evil`, `https:evil`, `%2f%2fevil` and their kin.
 */
export function samePath(wanted: unknown, origin: string): string {
  if (typeof wanted !== 'string') return '/'
  const path = wanted.startsWith(`${origin}/`) ? wanted.slice(origin.length) : wanted
  if (!PATH.test(path) || path.startsWith('//')) return '/'
  // `/.//evil` and `/a/..//evil` are paths of ours that a careless reader shortens to `//evil`.
  const { origin: reached, pathname, search, hash } = new URL(path, origin)
  return reached === origin && !/^\/(\/|%2f|%5c)/i.test(pathname) ? pathname + search + hash : '/'
}
