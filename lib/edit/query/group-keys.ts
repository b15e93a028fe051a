import { isStraight } from '#lib/model/grid-shapes.ts'
import { AXIS } from '#lib/model/shape/vector.ts'
import type { Storey } from '#lib/model/storeys.ts'
import type { Kind, ViewerGridLine } from '#lib/schema/schema.ts'
import { firstIndex } from '#lib/values/first-index.ts'
import { roleShown } from '../select/element-fields.ts'
import type { Facts } from '../select/facts.ts'
import { digits, onLine } from '../select/places.ts'
import { thicknessOf } from './quantities.ts'
import type { Key } from './query-schema.ts'
import { type SubjectKind, type Subjects, subjectLength } from './subjects.ts'

/** What elements are grouped by. */

export type KeyValue = string | number | null
export type KeyOf = (kind: SubjectKind, ordinal: number) => KeyValue
type ElementKeyOf = (kind: Kind, ordinal: number) => KeyValue

/** Null where it cannot be asked, or there is none. */
export function keyOf(key: Key, facts: Facts, subjects: Subjects): KeyOf {
  if (key === 'length') return lengthOf(facts, subjects)
  const keyOfElement = OF_TARGET.includes(key) ? ofTarget(keyOfElements(key, facts), facts) : keyOfElements(key, facts)
  return (kind, ordinal) => (kind === 'runs' ? keyOfRun(key, facts, ordinal, keyOfElement) : keyOfElement(kind, ordinal))
}

const OF_TARGET: readonly Key[] = ['role', 'section', 'material', 'member', 'thickness']

/** A load has these of the frame or area that it is on. */
function ofTarget(keyOfElement: ElementKeyOf, facts: Facts): ElementKeyOf {
  return (kind, ordinal) => {
    if (kind !== 'loads') return keyOfElement(kind, ordinal)
    const { frameId, areaId } = facts.element('loads', ordinal)
    const [of, id] = frameId != null ? (['frames', frameId] as const) : (['areas', areaId] as const)
    const target = id == null ? undefined : facts.ordinalOf(of, id)
    return target === undefined ? null : keyOfElement(of, target)
  }
}

/** What all frames of a run have; null where they differ. */
function keyOfRun(key: Key, facts: Facts, run: number, keyOfElement: ElementKeyOf): KeyValue {
  if (key === 'kind') return 'run'
  if (key === 'storey') return storeyOfRun(facts, run)?.label ?? null
  const [first = null, ...others] = new Set(
    facts
      .runs()
      .frames(run)
      .map((frame) => keyOfElement('frames', frame)),
  )
  return others.length === 0 ? first : null
}

/** That of its top. */
function storeyOfRun(facts: Facts, run: number): Storey | undefined {
  const storeys = facts
    .runs()
    .frames(run)
    .flatMap((frame) => facts.storey('frames', frame) ?? [])
  return storeys.reduce<Storey | undefined>((top, one) => (top && top.elevation >= one.elevation ? top : one), undefined)
}

function keyOfElements(key: Exclude<Key, 'length'>, facts: Facts): ElementKeyOf {
  switch (key) {
    case 'kind':
      return (kind) => kind
    case 'role':
      return (kind, ordinal) => roleShown(facts, kind, ordinal) ?? null
    case 'section':
      return (kind, ordinal) => (kind === 'members' && builtOf(facts, ordinal)) || sectionsOf(facts, kind, ordinal)
    case 'material':
      return (kind, ordinal) => (kind === 'materials' ? facts.id(kind, ordinal) : (facts.material(kind, ordinal) ?? null))
    case 'member':
      return (kind, ordinal) =>
        kind === 'members' ? facts.id(kind, ordinal) : kind === 'frames' ? (facts.memberOf(ordinal) ?? null) : null
    case 'storey':
      return (kind, ordinal) => facts.storey(kind, ordinal)?.label ?? null
    case 'grid':
      return gridOf(facts)
    case 'thickness':
      return (kind, ordinal) => {
        const { value = 0 } = (kind === 'areas' && thicknessOf(facts, ordinal)) || {}
        return value > 0 ? digits(value) : null
      }
    case 'case':
      return (kind, ordinal) =>
        kind === 'loads' ? facts.element('loads', ordinal).caseId : kind === 'loadCases' ? facts.id(kind, ordinal) : null
    case 'label':
      return (kind, ordinal) => facts.label(kind, ordinal) || null
  }
}

/** `S1 → S2` of a frame that tapers. */
function sectionsOf(facts: Facts, kind: Kind, ordinal: number): string | null {
  const [section, end] = [facts.section(kind, ordinal), facts.endSection(kind, ordinal)]
  return end === undefined ? (section ?? null) : `${section ?? 'none'} → ${end}`
}

/** The one section that all frames of a member have: its mass is theirs, whatever the member says. */
function builtOf(facts: Facts, member: number): string | undefined {
  const [first, ...others] = new Set(facts.framesOf(member).map((frame) => sectionsOf(facts, 'frames', frame) ?? undefined))
  return others.length === 0 ? first : undefined
}

/** `A-1` for what lies on a line A counted to X and on one to Y, else the one line that it lies on. Straight ones come before others. */
function gridOf(facts: Facts): ElementKeyOf {
  const across = (axis: 'X' | 'Y') => {
    const lines = facts.gridLines.filter((line) => line.axis === axis)
    return {
      axis: AXIS[axis],
      straight: lines
        .filter(isStraight)
        .sort((a, b) => a.coordinate - b.coordinate)
        .map((line) => ({ line, isOn: onLine(facts, line) })),
      others: lines.filter((line) => !isStraight(line)).map((line) => ({ line, isOn: onLine(facts, line) })),
    }
  }
  const [xs, ys] = [across('X'), across('Y')]
  const on = ({ axis, straight, others }: typeof xs, kind: Kind, ordinal: number): string | undefined => {
    const [node] = facts.nodesOf(kind, ordinal)
    if (node === undefined) return undefined
    const position = facts.position(node)[axis]
    const first = firstIndex(straight.length, (k) => straight[k]!.line.coordinate >= position - facts.selectionTolerance)
    for (let i = first; i < straight.length && straight[i]!.line.coordinate <= position + facts.selectionTolerance; i++) {
      if (straight[i]!.isOn(kind, ordinal)) return nameOf(straight[i]!.line)
    }
    const other = others.find(({ isOn }) => isOn(kind, ordinal))
    return other && nameOf(other.line)
  }
  return (kind, ordinal) => {
    const names = [on(xs, kind, ordinal), on(ys, kind, ordinal)].filter((name) => name !== undefined)
    return names.length > 0 ? names.join('-') : null
  }
}

const nameOf = ({ label, id }: ViewerGridLine) => label || id

/** Lengths that differ by less than the tolerance of selections are one: of these the commonest. */
function lengthOf(facts: Facts, subjects: Subjects): KeyOf {
  const all = [...subjects].flatMap(([kind, ordinals]) =>
    ordinals.flatMap((ordinal) => subjectLength(facts, kind, ordinal) ?? []),
  )
  const lengths = Float64Array.from(all).sort()
  const keyOfLength = new Map<number, number>()
  for (let first = 0; first < lengths.length; ) {
    const counts = new Map<number, number>()
    let end = first
    for (; end < lengths.length && lengths[end]! - lengths[first]! <= facts.selectionTolerance; end++) {
      const shown = digits(lengths[end]!)
      counts.set(shown, (counts.get(shown) ?? 0) + 1)
    }
    let [commonest, most] = [digits(lengths[first]!), 0]
    for (const [shown, count] of counts) if (count > most) [commonest, most] = [shown, count]
    for (; first < end; first++) keyOfLength.set(lengths[first]!, commonest)
  }
  return (kind, ordinal) => keyOfLength.get(subjectLength(facts, kind, ordinal) ?? Number.NaN) ?? null
}

const { compare } = new Intl.Collator('en', { numeric: true })

/** Numbers by value, numbers in texts too; what has none comes last. */
export function compareKeys(one: KeyValue, other: KeyValue): number {
  if (one === null || other === null) return (one === null ? 1 : 0) - (other === null ? 1 : 0)
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [a, b] = [String(one), String(other)]
  return compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

/** The height of each storey above the one below; null for the lowest. */
export function storeyHeights(storeys: readonly Storey[]): Map<string, { elevation: number; height: number | null }> {
  const below = (position: number) => storeys.findLast(({ elevation }) => elevation < position)?.elevation
  return new Map(
    storeys.map(({ label, elevation }) => {
      const lower = below(elevation)
      return [label, { elevation, height: lower === undefined ? null : elevation - lower }]
    }),
  )
}
