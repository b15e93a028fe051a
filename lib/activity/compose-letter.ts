import { env } from '#lib/runtime/env.ts'
import { escapeHtml } from '#lib/values/escape-html.ts'
import type { Letter } from './outbox.ts'

/** What a letter says, in the order in which it is read; all of it plain text, which the HTML part escapes. */
export type LetterContent = {
  to: string
  subject: string
  paragraphs: readonly string[]
  /** What a person wrote to go with it, quoted line by line. */
  message?: string | null
  /** What several people wrote, each below our own words about it: nobody's text can pass for them. */
  quotes?: readonly { words: string; message: string }[]
  /** The one thing to do. */
  button: Link
  notes?: readonly string[]
  /** Beside the name of the service, below everything. */
  footer?: Link
}
type Link = { label: string; url: string }

const SERVICE = 'Structural Models'

/** The same letter as plain text and as HTML: mail programs show one of the two. */
export function composeLetter(content: LetterContent): Letter {
  const subject = `${SERVICE}: ${content.subject}`
  return { to: content.to, subject, text: textPart(content), html: htmlPart(subject, content) }
}

const withoutControls = (text: string) => text.replace(/\p{C}/gu, '')
const quotedLines = (message: string | null | undefined) =>
  message ? message.split(/\r\n|\r|\n/).map((line) => withoutControls(line)) : []

function textPart({ paragraphs, message, quotes = [], button, notes = [], footer }: LetterContent): string {
  const quoted = (written: string | null | undefined) =>
    quotedLines(written)
      .map((line) => `> ${line}`)
      .join('\n')
  const said = quotes.flatMap((quote) => [quote.words, quoted(quote.message)])
  const blocks = [...paragraphs, quoted(message), ...said, `${button.label}:\n${button.url}`, ...notes].filter(Boolean)
  const below = footer ? [`${footer.label}:`, footer.url] : []
  return [blocks.join('\n\n'), '', '-- ', `${SERVICE}, ${env.APP_URL}`, ...below, ''].join('\n')
}

/**
 * Colours stand in `style`, for clients that drop style sheets, and once more by class for those that know the dark theme. Tables, because
 * Outlook lays out nothing else; nothing is fetched from anywhere.
 */
const LIGHT = {
  page: 'background:#f5f6f7',
  card: 'background:#ffffff;border:1px solid #d5d9de',
  text: 'color:#16191d',
  muted: 'color:#565e68',
  quote: 'border-left:3px solid #d5d9de;color:#16191d',
  link: 'color:#0b5cad',
  button: 'background:#0b5cad',
  label: 'color:#ffffff',
}
const DARK: typeof LIGHT = {
  page: 'background:#111417',
  card: 'background:#1a1e23;border:1px solid #30363d',
  text: 'color:#e8ebee',
  muted: 'color:#a0a9b3',
  quote: 'border-left:3px solid #30363d;color:#e8ebee',
  link: 'color:#6fb1f5',
  button: 'background:#6fb1f5',
  label: 'color:#08131f',
}
const important = (style: string) => style.replaceAll(/(;|$)/g, '!important$1')
const DARK_RULES = Object.entries(DARK)
  .map(([name, style]) => `.${name}{${important(style)}}`)
  .join('')

/** The attributes of a part with its colours; `layout`: its other style. */
const look = (name: keyof typeof LIGHT, layout = '') => `class="${name}" style="${layout}${LIGHT[name]}"`
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"

const paragraph = (text: string, name: 'text' | 'muted' = 'text') =>
  `<p ${look(name, 'margin:0 0 16px;')}>${escapeHtml(text)}</p>`
const link = (url: string, words = url) =>
  `<a href="${escapeHtml(url)}" ${look('link', 'word-break:break-all;')}>${escapeHtml(words)}</a>`

function quoted(message: string | null | undefined): string {
  const lines = quotedLines(message).map((line) => escapeHtml(line))
  const style = look('quote', 'margin:0 0 16px;padding:2px 0 2px 12px;')
  return lines.length > 0 ? `<blockquote dir="auto" ${style}>${lines.join('<br>')}</blockquote>` : ''
}

function htmlPart(subject: string, { paragraphs, message, quotes = [], button, notes = [], footer }: LetterContent): string {
  const below = footer ? `<br>${link(footer.url, footer.label)}` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK_RULES}}</style>
</head>
<body ${look('page', 'margin:0;padding:0;')}>
<table ${TABLE} ${look('page')}>
<tr><td align="center" style="padding:24px 12px">
<table ${TABLE} style="max-width:560px;text-align:left;${FONT}font-size:16px;line-height:1.5">
<tr><td ${look('text', 'padding:0 4px 12px;font-weight:700;')}>${SERVICE}</td></tr>
<tr><td ${look('card', 'padding:24px;border-radius:8px;')}>
${paragraphs.map((text) => paragraph(text)).join('\n')}
${quoted(message)}
${quotes.map((quote) => `${paragraph(quote.words)}\n${quoted(quote.message)}`).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td ${look('button', 'border-radius:6px;mso-padding-alt:12px 20px;')}><a href="${escapeHtml(button.url)}" ${look('label', 'display:inline-block;padding:12px 20px;font-weight:600;text-decoration:none;')}>${escapeHtml(button.label)}</a></td>
</tr></table>
${notes.map((text) => paragraph(text)).join('\n')}
<p ${look('muted', 'margin:0;font-size:14px;')}>If the button does not work, open this address:<br>${link(button.url)}</p>
</td></tr>
<tr><td ${look('muted', 'padding:12px 4px 0;font-size:14px;')}>${SERVICE}, ${link(env.APP_URL)}${below}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
