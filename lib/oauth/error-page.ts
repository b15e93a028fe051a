import { createHash } from 'node:crypto'
import { escapeHtml } from '#lib/values/escape-html.ts'

/**
 * The page that says why a person cannot go on, where there is nobody to redirect to. It is an answer of a route, which alone can
 * have status 400, so it brings its own look: that of app/globals.css in short. No scripts, no links out.
 */

const STYLE = `:root{color-scheme:light dark;--surface:#f5f6f7;--raised:#fff;--text:#16191d;--muted:#565e68;--line:#d5d9de;--accent:#0b5cad}
@media (prefers-color-scheme:dark){:root{--surface:#111417;--raised:#1a1e23;--text:#e8ebee;--muted:#a0a9b3;--line:#30363d;--accent:#6fb1f5}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;align-content:start;justify-items:center;padding:4rem 1rem;background:var(--surface);color:var(--text);font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}
main{width:100%;max-width:30rem;display:grid;gap:1rem;padding:1.5rem;border:1px solid var(--line);border-radius:9px;background:var(--raised)}
h1{margin:0;font-size:1.25rem;line-height:1.25;font-weight:600}
p{margin:0;overflow-wrap:anywhere}
.hint{color:var(--muted);font-size:.875rem}
a{color:var(--accent);text-underline-offset:.15em}`

/** RFC 9700 §4.16: nobody frames it; RFC 6749 §5.1's cache rule and §4.2.4 of RFC 9700: nothing of the address leaks or stays. */
export const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export function errorPage(status: number, title: string, why: string, headers: Record<string, string> = {}): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Structural Model Service</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(why)}</p>
<p class="hint">Nothing was shared. Go back to the application and start again; if this keeps happening, tell its makers what this page says.</p>
<p><a href="/">Structural Model Service</a></p>
</main>
</body>
</html>
`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      ...PAGE_HEADERS,
      ...headers,
    },
  })
}
