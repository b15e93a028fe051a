import type { FileReport } from '#lib/schema/file-report.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type CallResult, refusal, unreachable } from '#ui/call.ts'

/** What `POST …/import` answers. */
export type Imported = {
  model: { id: string; name: string; counts: Record<string, number> }
  report: FileReport
}

/** Something that would be guessed or lost, of a file that must come in as it is. */
export type Loss = { action: string; code: string; count: number; message: string }
export type SendResult = CallResult<Imported> | { ok: false; losses: Loss[] }

/**
 * Sends a file as a new model. `fetch` cannot tell how much of a body has been sent, so this is XMLHttpRequest: `onSent` hears the fraction, 1
 * when the service has everything and reads it.
 */
export function sendFile(
  file: Blob,
  query: Readonly<Record<string, string>>,
  onSent: (fraction: number) => void,
  signal: AbortSignal,
): Promise<SendResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/construct-models/import?${new URLSearchParams(query)}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onSent(1)
    request.onload = () => {
      const { status, responseText } = request
      if (status === 201) return resolve({ ok: true, body: JSON.parse(responseText) as Imported }) // the operation's answer
      const losses = status === 422 ? lossesIn(responseText) : []
      resolve(losses.length > 0 ? { ok: false, losses } : refusal(status, responseText))
    }
    request.onerror = () => resolve(unreachable)
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function lossesIn(text: string): Loss[] {
  const answer: unknown = JSON.parse(text)
  const detail = isDictionary(answer) && Array.isArray(answer.detail) ? answer.detail : []
  return detail.flatMap((item): Loss[] => {
    if (!isDictionary(item) || item.type !== 'not_taken_as_is' || !isDictionary(item.ctx)) return []
    const { action, code, count } = item.ctx
    return [{ action: String(action), code: String(code), count: Number(count), message: String(item.msg) }]
  })
}
