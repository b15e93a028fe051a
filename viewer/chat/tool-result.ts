import { isDictionary } from '#lib/values/dictionary.ts'

/** What came of a tool call, as a host passes it on (MCP, CallToolResult). */

export type ToolOutcome = { data: Record<string, unknown> } | { refused: Refusal }
/** The server's own name for it, the kind of what is wrong with the input, and a line for a person. */
export type Refusal = { error: string; type: string; words: string }

const MOST_WORDS = 300

/** Some hosts pass the text alone on. `name`: a field that the structured part has; without it there is no data. */
export function calledIn(result: Record<string, unknown>, name: string): ToolOutcome {
  const { structuredContent, isError } = result
  const text = textIn(result)
  const record = recordIn(text)
  if (isError === true) return { refused: refusalOf(record, text) }
  if (isDictionary(structuredContent) && name in structuredContent) return { data: structuredContent }
  return { data: name in record ? record : {} }
}

function refusalOf({ error, message, detail }: Record<string, unknown>, text: string): Refusal {
  const [first]: unknown[] = Array.isArray(detail) ? detail : []
  const issue = isDictionary(first) ? first : {}
  const words = [issue.msg, message, text].find((one) => typeof one === 'string') ?? ''
  return {
    error: typeof error === 'string' ? error : '',
    type: typeof issue.type === 'string' ? issue.type : '',
    words: (String(words).split('\n')[0] ?? '').slice(0, MOST_WORDS),
  }
}

function textIn({ content }: Record<string, unknown>): string {
  const parts: unknown[] = Array.isArray(content) ? content : []
  return parts.flatMap((part) => (isDictionary(part) && typeof part.text === 'string' ? [part.text] : []))[0] ?? ''
}

function recordIn(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    return isDictionary(parsed) ? parsed : {}
  } catch {
    return {} // words
  }
}
