import { type Called, refusal, unreachable } from '#ui/call.ts'

/**
 * Creates a model and gives its id. `fetch` cannot tell how much of a body has been sent, so this is XMLHttpRequest: `onSent` hears
 * the fraction, 1 when the service has everything and judges it. The answer would be the whole model again; its id stands in
 * `Location`, and the rest is not waited for.
 */
export function createModel(
  body: string,
  onSent: (fraction: number) => void = () => {},
  signal?: AbortSignal,
): Promise<Called<{ id: string }>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/construct-models')
    request.setRequestHeader('content-type', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onSent(1)
    request.onreadystatechange = () => {
      if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED || request.status !== 201) return
      const id = request.getResponseHeader('location')?.split('/').at(-1)
      if (!id) return
      resolve({ ok: true, body: { id } })
      request.abort()
    }
    request.onload = () => resolve(refusal(request.status, request.responseText))
    request.onerror = () => resolve(unreachable)
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}
