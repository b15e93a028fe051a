import type { Kind } from '#lib/schema/kinds.ts'
import type { Facts } from '../select/facts.ts'
import type { Selection } from '../select/select.ts'

/** What a question counts: elements of a kind, or by run whole beams and columns in place of frames. */

export type SubjectKind = Kind | 'runs'
/** Ordinals by kind. */
export type Subjects = ReadonlyMap<SubjectKind, readonly number[]>

/** By run: the runs of the selected frames, of which the selection has all; members are frames, which count in their runs. */
export function subjectsOf(facts: Facts, selection: Selection, by: 'run' | undefined): Subjects {
  if (by === undefined) return selection
  const subjects = new Map<SubjectKind, readonly number[]>(
    [...selection].filter(([kind]) => kind !== 'frames' && kind !== 'members'),
  )
  const runs = new Set((selection.get('frames') ?? []).flatMap((frame) => facts.runs().of(frame) ?? []))
  if (runs.size > 0) subjects.set('runs', [...runs])
  return subjects
}

export const subjectId = (facts: Facts, kind: SubjectKind, ordinal: number): string =>
  kind === 'runs' ? facts.runs().id(ordinal) : facts.id(kind, ordinal)

export const subjectLength = (facts: Facts, kind: SubjectKind, ordinal: number): number | undefined =>
  kind === 'runs' ? facts.runs().length(ordinal) : facts.length(kind, ordinal)

export const subjectNodes = (facts: Facts, kind: SubjectKind, ordinal: number): readonly number[] =>
  kind === 'runs'
    ? facts
        .runs()
        .frames(ordinal)
        .flatMap((frame) => facts.nodesOf('frames', frame))
    : facts.nodesOf(kind, ordinal)
