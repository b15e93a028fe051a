import { ACCEPTED } from '../worker/accept-header.ts'

declare global {
  /** What the page's HTML has asked for before any script was here; taken once. */
  var modelAhead: { address: string; answer: Promise<Response> } | undefined
}

/** How a viewer asks for the newest of a model, wherever it asks. */
export const REQUEST_INIT = { headers: { accept: ACCEPTED }, cache: 'no-store' } as const satisfies RequestInit

/**
 * A script for a page's HTML: it asks for the model with which the viewer will open, so that this does not wait until all scripts have
 * come and the page has been made alive. What goes wrong is told by who takes the answer.
 */
export function requestAhead(address: string): string {
  const [path, how] = [address, REQUEST_INIT].map((value) => JSON.stringify(value).replaceAll('<', '\\u003c'))
  return `modelAhead={address:new URL(${path},location.href).href,answer:fetch(${path},${how})};modelAhead.answer.catch(()=>{})`
}

/** Null where the page asked for no model, for another one, or where its answer was taken before. */
export function takeAhead(address: string): Promise<Response> | null {
  const ahead = globalThis.modelAhead
  globalThis.modelAhead = undefined
  return ahead?.address === address ? ahead.answer : null
}
