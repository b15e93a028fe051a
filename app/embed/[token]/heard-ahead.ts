declare global {
  /** What the page around the frame has said before the viewer's scripts were here; taken once. */
  var heardAhead: MessageEvent<unknown>[] | undefined
}

/** As much as is heard in a second. */
const MOST = 50

/** A script for the frame's HTML: a page that speaks as soon as the frame has loaded is heard, though nobody could answer yet. */
export const HEARING_AHEAD = `heardAhead=[];addEventListener('message',(said)=>{if(said.source===parent&&heardAhead?.length<${MOST})heardAhead.push(said)})`

/** From now on the viewer hears by itself. */
export function takeHeard(): MessageEvent<unknown>[] {
  const heard = globalThis.heardAhead ?? []
  globalThis.heardAhead = undefined
  return heard
}
