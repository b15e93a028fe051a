import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FoundElement } from '../worker/elements.ts'
import { matchSelection } from './match-selection.ts'

const frames = (ids: readonly string[], revision: readonly string[]): FoundElement[] =>
  ids.flatMap((id) => (revision.includes(id) ? [{ kind: 'frame' as const, id, index: revision.indexOf(id) }] : []))

it('keeps what is selected and still there at its new place, whatever was selected or given up while the revision was read', () => {
  const some = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E'))
  fc.assert(
    fc.property(some, some, some, some, (before, after, atFirst, now) => {
      const asked = frames(atFirst, before)
      const selected = frames(now, before)
      const { remaining, later, gone } = matchSelection(selected, asked, frames(atFirst, after))
      const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id).sort()
      expect(ids([...gone, ...remaining, ...later])).toEqual(ids(selected))
      const all = [
        ...remaining,
        ...frames(
          later.map(({ id }) => id),
          after,
        ),
      ]
      expect(new Set(all)).toEqual(
        new Set(
          frames(
            selected.map(({ id }) => id),
            after,
          ),
        ),
      )
    }),
  )
})
