import type { Up } from '#lib/model/up-axis.ts'
import type { ViewerSession, WayUp } from '../session.ts'
import { keyOf } from './way-up.ts'

/** Not to be asked again about this model. */
export function confirmWayUp(session: ViewerSession) {
  session.host.setting(keyOf(session), 'keep')
  session.derived.set({ wayUp: null })
}

/** Another way up. What was cut for a drawing lies along other axes then. */
export function turnUp({ view }: ViewerSession, up: Up | null) {
  view.set(({ drawing, section }) => ({ up, drawing: null, section: drawing ? null : section }))
}

const NAMES: Record<Up, string> = { y: 'Y up', '-y': 'Y down', '-z': 'Z down' }

/** `All 12 supports are at the top: it may be made with Z down.` */
export function wayUpWords({ up, held, byCheck }: WayUp): string {
  const may = `it may be made with ${NAMES[up]}.`
  if (byCheck) return `The check says where its supports are and how its frames run: ${may}`
  if (!held) return `Nearly all areas face along Y: ${may}`
  const { count, of, at } = held
  const who =
    of === 1 ? 'The one support is' : `${count < of ? `${count} of ${of}` : of === 2 ? 'Both' : `All ${of}`} supports are`
  return `${who} at the ${at}: ${may}`
}
