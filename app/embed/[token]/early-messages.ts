declare global {
  /** What the page around the frame has said before the viewer's scripts were here; taken once. */
  var earlyMessages: MessageEvent<unknown>[] | undefined
}

/** As much as is heard in a second. */
const MOST = 50

/** A script for the frame's HTML: a page that speaks as soon as the frame has loaded is heard, though nobody could answer yet. */
export const EARLY_MESSAGES_SCRIPT = `earlyMessages=[];addEventListener('message',(message)=>{if(message.source===parent&&earlyMessages?.length<${MOST})earlyMessages.push(message)})`

/** From now on the viewer hears by itself. */
export function takeEarlyMessages(): MessageEvent<unknown>[] {
  const messages = globalThis.earlyMessages ?? []
  globalThis.earlyMessages = undefined
  return messages
}
