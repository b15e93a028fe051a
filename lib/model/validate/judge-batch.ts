import { limits } from '#lib/runtime/limits.ts'
import { byKind } from '#lib/schema/kinds.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { type ConstructSectionCreate, KINDS, type Kind, type ViewerUnits } from '#lib/schema/schema.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { dimensionIssues } from '../section/section-dimensions.ts'
import { adviseMiss, profileIssues, type UnitOfModel } from '../section/section-profile.ts'
import { readUnits } from '../units.ts'
import type { IssueListener } from './issue-list.ts'
import { compareLocs } from './issue-order.ts'
import { fewIssues, NOTHING_STORED, relationIssues, type StoredRelations } from './judge-relations.ts'
import { nearestIds } from './nearest-id.ts'
import type { Readable } from './parse.ts'
import { type ElementOf, eachReference, KIND_WORD, quoted, referencesFrom } from './references.ts'

/** The ids of the model that a batch is judged against. */
export type ModelIds = {
  has(kind: Kind, id: string): boolean
  ids(kind: Kind): Iterable<string>
  count(kind: Kind): number
  /** The stored member that lists the frame. */
  memberOf(frameId: string): string | undefined
  /** How many elements of the batch the model does not have, where that is known already. */
  added?: number
  /** The same of the kinds of which a model has few. */
  fewAdded?: Partial<Record<Kind, number>>
  /** In which profiles get their sizes. */
  lengthUnit?: UnitOfModel
  /** By which combinations, diaphragms, levels and tapers of the batch are judged. */
  relations?: StoredRelations
}

export const EMPTY_MODEL: ModelIds = {
  has: () => false,
  ids: () => [],
  count: () => 0,
  memberOf: () => undefined,
  lengthUnit: null,
}

/** What could be read of a batch (`parse.ts`): whatever failed as a field is `undefined` and not judged further. */
export type ReadableBatch = { readonly [K in Kind]?: readonly (Readable<ElementOf[K]> | undefined)[] | undefined } & {
  /** Those of a new model. */
  readonly units?: Readable<ViewerUnits> | undefined
}

/** At most `limits.issues` issues in order, and how many there are in all. */
export type Judgement = { issues: Issue[]; total: number }

/**
 * Everything that is wrong with a batch beyond its fields: size, ids used twice, references to nothing, frames in two members,
 * impossible dimensions, long `source`. In schema field order, then index. `failed`: kinds whose whole array could not be read;
 * references to them are not judged. `hear`: hears every issue, and then none is in the answer. Errors, sections 4 and 5.
 */
export function judgeBatch(
  batch: ReadableBatch,
  model: ModelIds,
  failed: ReadonlySet<string> = new Set(),
  onIssue?: IssueListener,
): Judgement {
  const judgement: Judgement = { issues: [], total: 0 }
  const dangling: { issue: Issue; to: Kind; id: string }[] = []
  const report = (issue: Issue): boolean => {
    judgement.total++
    if (onIssue) return onIssue(issue)
    if (judgement.issues.length >= limits.issues) return false
    judgement.issues.push(issue)
    return true
  }

  const repeats = new Set<Kind>()
  const places = byKind((kind) => {
    const first = firstPlaces(batch[kind])
    if (first.repeats) repeats.add(kind)
    return first.places
  })
  judgeSize(batch, places, model, report)
  const unit = batch.units ? (readUnits(batch.units).length ?? null) : model.lengthUnit
  const listed = new Map<string, string>() // frame → member of this batch that listed it first
  const related = [...relationIssues(batch, model.relations ?? NOTHING_STORED, unit)].sort((a, b) => compareLocs(a.loc, b.loc))
  /** What is found of relations up to a place, so that all comes in order. */
  const reportRelated = (upTo: Issue['loc']) => {
    for (let next = related[0]; next && compareLocs(next.loc, upTo) < 0; next = related[0]) {
      related.shift()
      report(next)
    }
  }
  const reportDangling = (to: Kind, id: string, loc: Issue['loc']) => {
    const issue = missing(to, id, loc)
    if (related.length > 0) reportRelated(loc)
    if (report(issue)) dangling.push({ issue, to, id })
  }

  for (const kind of KINDS) {
    const rules = referencesFrom(kind)
    const elements = batch[kind] ?? []
    for (let i = 0; i < elements.length; i++) {
      const element = elements[i]
      if (element === undefined) continue
      const { id } = element
      const values: Dictionary = element
      if (id !== undefined && repeats.has(kind)) {
        const first = places[kind].get(id)
        if (first !== undefined && first !== i) report(duplicate([kind, i, 'id'], id, first))
      }
      const section = kind === 'sections' ? batch.sections?.[i] : undefined
      const reportProfile = section && judgeSizes(section, i, unit, report)
      for (const { field, key, to } of rules) {
        if (failed.has(to)) continue
        const value = values[field]
        if (typeof value === 'string') {
          // The commonest case, without a closure for each of a million references.
          if (!places[to].has(value) && !model.has(to, value)) reportDangling(to, value, [kind, i, field])
        } else if (field === 'frameIds') {
          judgeFrameIds(batch.members?.[i]?.frameIds, i, id)
        } else {
          const visit = (named: string, path: Issue['loc']) => {
            if (!places[to].has(named) && !model.has(to, named)) reportDangling(to, named, [kind, i, field, ...path])
          }
          eachReference(value, visit, key)
        }
      }
      reportProfile?.('polygon', 'thickness')
      judgeSource(values.source, [kind, i, 'source'], report)
      reportProfile?.('profile')
      if (related.length > 0) reportRelated([kind, i + 1])
    }
  }
  advise(dangling, places, model)
  return judgement

  function judgeFrameIds(frameIds: Readable<string[]> | undefined, i: number, member: string | undefined): void {
    if (!frameIds) return
    const seen = new Map<string, number>()
    for (const [j, frame] of frameIds.entries()) {
      if (frame === undefined) continue
      const loc = ['members', i, 'frameIds', j]
      const first = seen.get(frame)
      if (first !== undefined) {
        report(duplicate(loc, frame, first))
        continue
      }
      seen.set(frame, j)
      if (!places.frames.has(frame) && !model.has('frames', frame)) {
        reportDangling('frames', frame, loc)
        continue
      }
      if (member === undefined) continue
      const before = listed.get(frame)
      if (before === undefined) listed.set(frame, member)
      const stored = model.memberOf(frame)
      // A stored member that this batch sets anew no longer counts with its old list.
      const other = before ?? (stored !== undefined && !places.members.has(stored) ? stored : undefined)
      if (other === undefined || other === member) continue
      report({
        type: 'frame_in_other_member',
        loc,
        msg: `frame ${quoted(frame)} already belongs to member ${quoted(other)}`,
        ctx: { frame, member: other },
      })
    }
  }
}

function firstPlaces(elements: readonly ({ readonly id?: string | undefined } | undefined)[] = []): {
  places: Map<string, number>
  repeats: boolean
} {
  const places = new Map<string, number>()
  let named = 0
  for (let i = 0; i < elements.length; i++) {
    const id = elements[i]?.id
    if (id === undefined) continue
    named++
    places.set(id, i)
  }
  if (places.size === named) return { places, repeats: false } // nearly always, so first places are looked for only now
  places.clear()
  for (let i = 0; i < elements.length; i++) {
    const id = elements[i]?.id
    if (id !== undefined && !places.has(id)) places.set(id, i)
  }
  return { places, repeats: true }
}

function duplicate(loc: (string | number)[], id: string, first: number): Issue {
  return { type: 'duplicate_id', loc, msg: `${quoted(id)} is already used at index ${first}`, ctx: { id, first } }
}

function missing(to: Kind, id: string, loc: (string | number)[]): Issue {
  const kind = KIND_WORD[to]
  return { type: 'reference_not_found', loc, msg: `no ${kind} ${quoted(id)} in the model or this batch`, ctx: { kind, id } }
}

/** Says the likely id where one is near. Only for issues that are told: at most a hundred, however many there are. */
function advise(
  dangling: { issue: Issue; to: Kind; id: string }[],
  places: Record<Kind, Map<string, number>>,
  model: ModelIds,
): void {
  for (const to of KINDS) {
    const unresolved = dangling.filter((one) => one.to === to)
    if (unresolved.length === 0) continue
    const near = nearestIds(
      unresolved.map(({ id }) => id),
      both(model.ids(to), places[to].keys()),
    )
    for (const { issue, id } of unresolved) {
      const suggestion = near.get(id)
      if (suggestion === undefined) continue
      issue.msg += `; did you mean ${quoted(suggestion)}?`
      issue.ctx = { ...issue.ctx, suggestion }
    }
  }
}

function* both(one: Iterable<string>, other: Iterable<string>): Iterable<string> {
  yield* one
  yield* other
}

function judgeSize(
  batch: ReadableBatch,
  places: Record<Kind, Map<string, number>>,
  model: ModelIds,
  report: (issue: Issue) => boolean,
): void {
  judgeFew(places, model, report)
  let sent = 0
  let held = 0
  for (const kind of KINDS) {
    sent += batch[kind]?.length ?? 0
    held += model.count(kind)
  }
  if (sent > limits.batchElements) {
    const [limit, actual] = [limits.batchElements, sent]
    report({
      type: 'limit_exceeded',
      loc: [],
      msg: `${actual} elements in one batch, the limit is ${limit}`,
      ctx: { limit, actual },
    })
  }
  if (held + sent <= limits.modelElements) return
  if (model.added !== undefined) held += model.added
  else for (const kind of KINDS) for (const id of places[kind].keys()) if (!model.has(kind, id)) held++
  if (held > limits.modelElements) {
    const [limit, actual] = [limits.modelElements, held]
    report({
      type: 'limit_exceeded',
      loc: [],
      msg: `the model would hold ${actual} elements, the limit is ${limit}`,
      ctx: { limit, actual },
    })
  }
}

function judgeFew(places: Record<Kind, Map<string, number>>, model: ModelIds, report: (issue: Issue) => boolean): void {
  const added = (kind: Kind): number => {
    const { size } = places[kind]
    if (model.fewAdded || size === 0) return model.fewAdded?.[kind] ?? 0
    if (model.count(kind) + size <= limits.elementsOfFewKinds) return size
    return [...places[kind].keys()].filter((id) => !model.has(kind, id)).length
  }
  for (const issue of fewIssues((kind) => model.count(kind), added)) report(issue)
}

/**
 * A section's type and dimensions, which come before its references; what is wrong with its other fields is told when it is their
 * turn. A section whose type, dimensions or outline failed as fields is not judged.
 */
function judgeSizes(
  section: Readable<ConstructSectionCreate>,
  i: number,
  unit: UnitOfModel,
  report: (issue: Issue) => boolean,
): ((...fields: string[]) => void) | undefined {
  const { type, dimensions, polygon, profile } = section
  if (profile == null) {
    if (type === undefined || dimensions === undefined) return undefined
    if (polygon?.some((point) => point?.x === undefined || point.y === undefined)) return undefined
    const whole = { type, dimensions, polygon } as Parameters<typeof dimensionIssues>[0]
    for (const issue of dimensionIssues(whole)) report({ ...issue, loc: ['sections', i, ...issue.loc] })
    return undefined
  }
  if (section.resolved) return undefined // stored so
  const { issues, miss } = profileIssues({ ...section, profile }, unit)
  const reportFields = (...fields: string[]) => {
    for (const one of issues) {
      if (!fields.includes(String(one.loc[0]))) continue
      const issue = { ...one, loc: ['sections', i, ...one.loc] }
      if (report(issue) && miss) adviseMiss(issue, miss)
    }
  }
  reportFields('type', 'dimensions')
  return reportFields
}

/** `source` is measured as compact JSON in UTF-8. */
export function judgeSource(source: unknown, loc: (string | number)[], report: (issue: Issue) => boolean): void {
  if (source == null || mostBytes(source, limits.sourceBytes) <= limits.sourceBytes) return
  const actual = new TextEncoder().encode(JSON.stringify(source)).length
  const limit = limits.sourceBytes
  if (actual > limit)
    report({ type: 'limit_exceeded', loc, msg: `source has ${actual} bytes, the limit is ${limit}`, ctx: { limit, actual } })
}

/** More bytes than the value has as JSON, found without writing it; stops soon after `enough`. */
function mostBytes(value: unknown, enough: number): number {
  if (typeof value === 'string') return 6 * value.length + 3 // "\u0001" at worst
  let bytes = 2
  if (Array.isArray(value)) {
    for (const one of value) {
      bytes += 1 + mostBytes(one, enough - bytes)
      if (bytes > enough) break
    }
    return bytes
  }
  if (!isDictionary(value)) return 26
  for (const key of Object.keys(value)) {
    bytes += 6 * key.length + 4 + mostBytes(value[key], enough - bytes)
    if (bytes > enough) break
  }
  return bytes
}
