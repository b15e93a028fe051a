import type { ElementKind } from '#lib/schema/kinds.ts'
import { entriesOf } from '#lib/values/object-keys.ts'

/** Elements in short, as they stand in the viewer's address: `f:B12,n:N7`, ids percent-encoded. */
export type Ref = { kind: ElementKind; id: string }

const SHORT = {
  node: 'n',
  frame: 'f',
  member: 'b',
  area: 'a',
  support: 's',
  section: 'c',
  material: 'm',
  gridLine: 'g',
  load: 'l',
  loadCase: 'k',
  combination: 'o',
  diaphragm: 'd',
} as const satisfies Record<ElementKind, string>
const LONG = new Map<string, Ref['kind']>(entriesOf(SHORT).map(([kind, letter]) => [letter, kind]))

export const refsText = (refs: readonly Ref[]): string =>
  refs.map(({ kind, id }) => `${SHORT[kind]}:${encodeURIComponent(id)}`).join(',')

/** What cannot be read is left out. A comma that no other element follows is one of an id, written by hand. */
export function textRefs(text: string | null): Ref[] {
  return (text ?? '').split(/,\s*(?=[a-z]:|$)/).flatMap((part) => {
    const kind = LONG.get(part[0] ?? '')
    if (!kind || part[1] !== ':') return []
    try {
      return [{ kind, id: decodeURIComponent(part.slice(2)) }]
    } catch {
      return [] // an address cut short or typed by hand
    }
  })
}
