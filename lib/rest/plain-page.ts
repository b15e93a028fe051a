import { createHash } from 'node:crypto'

/** A page that is the answer of a route, for its address answers other methods as well. It brings its own look, that of app/globals.css in short. */

const STYLE = `:root{color-scheme:light dark;--surface:#f5f6f7;--raised:#fff;--text:#16191d;--muted:#565e68;--line:#d5d9de;--accent:#0b5cad;--danger:#a32020}
@media (prefers-color-scheme:dark){:root{--surface:#111417;--raised:#1a1e23;--text:#e8ebee;--muted:#a0a9b3;--line:#30363d;--accent:#6fb1f5;--danger:#ff9a9a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;align-content:start;justify-items:center;padding:4rem 1rem;background:var(--surface);color:var(--text);font:400 1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}
main{width:100%;max-width:34rem;display:grid;gap:1rem;padding:1.5rem;border:1px solid var(--line);border-radius:9px;background:var(--raised)}
h1{margin:0;font-size:1.25rem;line-height:1.25;font-weight:600}
p,ul{margin:0;overflow-wrap:anywhere}
.hint{color:var(--muted);font-size:.875rem}
.warning{color:var(--danger);font-weight:600}
label{display:grid;gap:.5rem;padding:2rem 1rem;border:2px dashed var(--line);border-radius:9px;text-align:center}
button{justify-self:start;padding:.5rem 1rem;border:0;border-radius:6px;background:var(--accent);color:var(--raised);font:600 1rem system-ui,sans-serif;cursor:pointer}
[hidden]{display:none}
input{max-width:100%;margin:0 auto;font:inherit}
a{color:var(--accent);text-underline-offset:.15em}`

/** As a source of a Content-Security-Policy. */
export const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
export const STYLE_HASH = hashOf(STYLE)

/** `title` and `content`: HTML. */
export const plainPage = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Structural Model Service</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
