import { ALONE, type Keys } from '../session/keys.ts'
import type { ViewerSession } from '../session/session.ts'

type Opening = {
  session: ViewerSession
  /** The picture alone: nothing opens around it. */
  isBare: boolean
  canDraw: boolean
  dialog: (which: 'help' | 'screen' | 'pdf') => void
  // In the same turn: what is typed on belongs to what was opened.
  section: () => void
  measure: () => void
  tables: () => void
  outline: () => void
  comment: () => void
  results: () => void
  focusIn: (part: string) => void
}

/** What keys open around the picture. What a file would come of opens only where one can be saved. */
export function openingKeys({ session, isBare, canDraw, focusIn, ...open }: Opening): Keys {
  if (isBare) return ALONE
  const mayComment = session.host.can.has('comment')
  const hasFiles = session.host.can.has('file')
  return {
    '?': () => open.dialog('help'),
    s: () => hasFiles && canDraw && open.dialog('screen'),
    d: () => hasFiles && open.dialog('pdf'),
    x: () => {
      open.section()
      focusIn('[aria-label="Section box"] header button')
    },
    m: () => {
      open.measure()
      // Not a field of it: the keys of measuring go on acting.
      focusIn('section[aria-label="Measure"]')
    },
    e: () => {
      open.tables()
      focusIn('[aria-label="Tables"] [role="tab"][aria-selected="true"]')
    },
    c: () => {
      if (!mayComment) return
      open.comment()
      focusIn('form[aria-label="New comment"] textarea')
    },
    r: () => {
      if (!session.host.can.has('analyse')) return
      open.results()
      focusIn('[aria-label="Results"] button[aria-label="Close the panel"]')
    },
    '/': () => {
      open.outline()
      focusIn('input[type="search"]')
    },
  }
}
