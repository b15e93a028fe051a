import { emptyBox, extend, toBounds } from '#lib/model/bounds.ts'
import { changesOf } from '#lib/model/changes.ts'
import { type GridShape, isStraight } from '#lib/model/grid-shapes.ts'
import { withResolved } from '#lib/model/section/section-profile.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { wholeAllowance } from '#lib/model/template/combinations.ts'
import { limitIssues } from '#lib/model/validate/issue-order.ts'
import { judgeBatch } from '#lib/model/validate/judge-batch.ts'
import { type ElementOf, quoted } from '#lib/model/validate/references.ts'
import { type BodyRead, judgeBody, readBody } from '#lib/model/validate/short-input.ts'
import { limits } from '#lib/runtime/limits.ts'
import { type Issue, ModelError, valueError } from '#lib/schema/model-error.ts'
import { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import { type Bounds, type Changes, KINDS, type Kind } from '#lib/schema/schema.ts'
import { COPY_WORDS, type Copy, makeCopies, type NodesOfCopies } from './copies.ts'
import { copiesForLevels } from './copies-for-levels.ts'
import { divide } from './divide.ts'
import type { Delta, Draft } from './draft.ts'
import { carried, type Isometry, mirrorAt, moveBy, turnAbout } from './isometry.ts'
import { join } from './join.ts'
import { lineNamed } from './line-named.ts'
import { loadSelected } from './loads/load-selected.ts'
import { merge } from './merge.ts'
import { JOIN_WORDS, LOAD_WORDS, type Naming, NewIds, naming, PIECE_WORDS, RENUMBER_WORDS } from './naming.ts'
import { note } from './note.ts'
import { hasDirection, noDirection } from './numbers.ts'
import { type Operation, type Verb, verbOf } from './operation.ts'
import { orient } from './orient.ts'
import { remove } from './remove.ts'
import { renumber } from './renumber.ts'
import { leftOutText } from './select/bays.ts'
import { nothingSelected, type Selected, type Selection, select, total } from './select/select.ts'
import { set } from './set.ts'
import { noteSetBefore, type SetBefore } from './set-before.ts'
import { transformSelection } from './transform-selection.ts'
import { relabel, scale } from './units.ts'
import { type Budget, counted, type Note, noteRadians, Work } from './work.ts'

/** What one operation did. */
export type OperationReport = {
  matched?: Partial<Record<Kind, number>>
  changed: Changes
  /** The first ids, by kind. */
  ids: Partial<Record<Kind, string[]>>
  /** The box of the nodes that it moved or made. */
  bounds?: Bounds
  notes?: Note[]
}

/**
 * Does the operations in their order. Throws `invalid` with everything that is wrong with the first one that cannot be done: the later
 * ones depend on it.
 */
export function edit(draft: Draft, operations: readonly Operation[]): OperationReport[] {
  const budget: Budget = { made: 0, compared: 0 }
  const added = readAdded(operations)
  const before: SetBefore[] = []
  return operations.map((operation, i) => editOnce(draft, operation, { loc: ['ops', i], budget, added: added[i], before }))
}

/** The kinds that a selection means when it names none. */
const ONLY: Partial<Record<Verb, readonly Kind[]>> = {
  orient: ['frames'],
  divide: ['frames'],
  join: ['frames'],
  merge: ['nodes'],
}

type OperationInput = { loc: Issue['loc']; budget: Budget; added: BodyRead | undefined; before: SetBefore[] }

function editOnce(draft: Draft, operation: Operation, { loc, budget, added, before }: OperationInput): OperationReport {
  const verb = verbOf(operation)
  draft.beginOperation()
  const selector = operation.select ?? (verb === 'merge' ? { all: true } : undefined)
  const {
    selection,
    unknown = [],
    leftOut,
  } = selector
    ? selected(draft, selector, [...loc, 'select'], verb)
    : { selection: new Map<Kind, readonly number[]>(), unknown: [], leftOut: undefined }
  const work = new Work(draft, selection, { loc: [...loc, verb], budget })
  for (const { quantity, reason, count, ids } of unknown) {
    for (const id of ids)
      work.note(
        `${quantity}_unknown`,
        id,
        () => `${count} elements were not selected: their ${quantity} cannot be computed (${reason})`,
      )
  }
  if (leftOut) work.note('left_out', undefined, () => leftOutText(leftOut, selector?.between ?? [], counted))
  noteSetBefore(work, operation, before)
  run(work, operation, verb, added)
  work.mustBeSound()
  draft.endOperation()
  const delta = draft.changesOfOperation()
  if (verb === 'set') judge(draft, delta, work.loc)
  before.push({ fields: operation.set ?? {}, changed: delta })
  mustFit(draft, delta, work.loc)
  return {
    ...(selector && { matched: matched(selection) }),
    changed: changesIn(delta),
    ids: Object.fromEntries(
      KINDS.flatMap((kind) => {
        const { added, replaced, removed } = delta[kind]
        const ids = [...replaced, ...added]
        const shownIds = work.renamed.get(kind) ?? (ids.length > 0 ? ids : removed)
        return shownIds.length > 0 ? [[kind, shownIds.slice(0, 5)]] : []
      }),
    ),
    ...boundsOf(work),
    ...(work.notes().length > 0 && { notes: work.notes() }),
  }
}

function selected(
  draft: Draft,
  selector: NonNullable<Operation['select']>,
  loc: Issue['loc'],
  verb: Verb,
): Extract<Selected, { selection: Selection }> {
  const only = ONLY[verb]
  const found = select(draft.facts(), selector, loc, only)
  if ('issues' in found) throw new ModelError('invalid', found.issues)
  if ('emptied' in found) throw new ModelError('invalid', [nothingSelected(found.emptied)])
  if (!only || only.some((kind) => found.selection.has(kind))) return found
  if (verb === 'join') {
    const selectedKinds = [...found.selection].map(([kind, ordinals]) => counted(ordinals.length, kind))
    const msg = `join needs frames: ${selectedKinds.join(', ')} ${total(found.selection) === 1 ? 'is' : 'are'} selected`
    throw new ModelError('invalid', [{ type: 'condition_not_applicable', loc, msg, ctx: { condition: 'join' } }])
  }
  throw new ModelError('invalid', [valueError(loc, `this works on ${only.join(', ')}, and the selection holds none`)])
}

const matched = (selection: Selection) => Object.fromEntries([...selection].map(([kind, ordinals]) => [kind, ordinals.length]))

export const changesIn = (delta: Delta): Changes =>
  changesOf((kind) => {
    const { added, replaced, removed } = delta[kind]
    return { added: added.length, replaced: replaced.length, removed: removed.length }
  })

function boundsOf({ draft, moved }: Work): { bounds?: Bounds } {
  const box = emptyBox()
  let any = false
  for (const id of moved) {
    const position = draft.get('nodes', id)?.position
    if (!position) continue
    any = true
    extend(box, position.x, position.y, position.z)
  }
  return any ? { bounds: toBounds(box) } : {}
}

const pointOf = ({ x = 0, y = 0, z = 0 }: { x?: number | undefined; y?: number | undefined; z?: number | undefined }): Vec => [
  x,
  y,
  z,
]

function run(work: Work, operation: Operation, verb: Verb, added: BodyRead | undefined): void {
  const { draft } = work
  const { select: selector = {}, set: fields, move, copy, toLevels, mirror, rotate, name, units } = operation
  if (fields) set(work, fields, selector)
  else if (move) transformSelection(work, moveBy(pointOf(move)), { move }, move)
  else if (copy) copyAlong(work, copy)
  else if (toLevels)
    makeCopies(work, copiesForLevels(work, toLevels), {
      ids: namesOf(toLevels.id ?? '{id}@{level}'),
      supports: false,
      loads: toLevels.loads,
    })
  else if (mirror) mirrorOver(work, mirror)
  else if (rotate) turn(work, rotate)
  else if (operation.orient) orient(work, operation.orient)
  else if (operation.divide) divide(work, operation.divide, naming(operation.divide.id ?? '{id}-{k}', PIECE_WORDS, ['id']))
  else if (operation.join)
    join(work, operation.join, operation.join.id === undefined ? undefined : naming(operation.join.id, JOIN_WORDS, ['id']))
  else if (operation.merge) merge(work, operation.merge)
  else if (operation.renumber) renumber(work, operation.renumber, naming(operation.renumber.id, RENUMBER_WORDS, ['id']))
  else if (operation.load) loadSelected(work, operation.load, naming(operation.load.id ?? '{id}~{caseId}', LOAD_WORDS, ['id']))
  else if (operation.remove) remove(work, operation.remove, selector)
  else if (added) addAll(work, added)
  else if (name !== undefined) draft.name = name
  else if (operation.note) note(work, operation.note)
  else if (units) relabel(work, units)
  else if (operation.scale) scale(work, operation.scale)
  else throw new Error(`nobody does ${verb}`)
}

const namesOf = (pattern: string): Naming => naming(pattern, COPY_WORDS, ['id'])
const labelsOf = (pattern: string | undefined): { labels?: Naming } =>
  pattern === undefined ? {} : { labels: naming(pattern, COPY_WORDS, ['label'], 'label') }

const copyBy = (n: number, isometry: Isometry, zeroTolerance: number): Copy => ({
  n,
  isometry,
  size: isometry.size,
  place: (position) => carried(position, isometry, zeroTolerance),
})

function copyAlong(work: Work, { by, times = 1, id = '{id}-{n}', label, join, loads }: NonNullable<Operation['copy']>): void {
  const [x, y, z] = pointOf(by)
  const copies = Array.from({ length: times }, (_, i) =>
    copyBy(i + 1, moveBy([x * (i + 1), y * (i + 1), z * (i + 1)]), work.zeroTolerance),
  )
  const made = makeCopies(work, copies, { ids: namesOf(id), ...labelsOf(label), supports: true, loads })
  if (join) joinCopies(work, made, join)
}

type JoinCopies = NonNullable<NonNullable<Operation['copy']>['join']>

/** A frame from each copied node to its next copy. */
function joinCopies(work: Work, copies: NodesOfCopies, { select: selector, id = '{id}~{n}', ...fields }: JoinCopies): void {
  const { facts, draft } = work
  const loc = [...work.loc, 'join', 'select']
  const found = selector && select(facts, selector, loc, ['nodes'])
  if (found && 'issues' in found) throw new ModelError('invalid', found.issues)
  if (found && 'emptied' in found) throw new ModelError('invalid', [nothingSelected(found.emptied)])
  const wanted = found && new Set(found.selection.get('nodes')?.map((node) => facts.id('nodes', node)))
  const ids = new NewIds(work, naming(id, COPY_WORDS, ['join', 'id']))
  const there = new Set(Array.from(draft.all('frames'), ({ startNodeId: a, endNodeId: b }) => endsKey(a, b)))
  for (const node of copies[0]?.nodes() ?? []) {
    if (wanted && !wanted.has(node)) continue
    const label = draft.get('nodes', node)?.label || undefined
    let endNodeId = node
    for (const [i, placed] of copies.entries()) {
      const startNodeId = endNodeId
      endNodeId = placed.id(node)
      const key = endsKey(startNodeId, endNodeId)
      if (startNodeId === endNodeId || there.has(key)) continue
      there.add(key)
      const made = ids.idFor('frames', node, { id: node, n: i + 1, label })
      if (made !== undefined) work.make('frames', { ...fields, id: made, startNodeId, endNodeId })
    }
  }
  const free = ids.free()
  if (free) work.advise('duplicate_id', free)
}

const endsKey = (a: string, b: string): string => (a < b ? `${a}\0${b}` : `${b}\0${a}`)

function mirrorOver(work: Work, options: NonNullable<Operation['mirror']>): void {
  const { plane, at, on = '', copy, id = '{id}m', label = '{label}m', grids, unsymmetric, loads } = options
  // One way or the other, by the rules of `operation.ts`.
  const line: GridShape | undefined =
    plane !== undefined && at !== undefined ? { axis: plane, coordinate: at } : lineNamed(work, on, ['on'])
  if (!line) return
  if (!isStraight(line)) {
    work.problem('value_error', ['on'], `Value error, ${quoted(on)} is not straight across X, Y or Z, as a mirror is`)
    return
  }
  const isometry = mirrorAt(line.axis, line.coordinate)
  if (!copy) transformSelection(work, isometry, { mirror: options }, { grids, unsymmetric })
  else
    makeCopies(work, [copyBy(1, isometry, work.zeroTolerance)], {
      ids: namesOf(id),
      ...labelsOf(label),
      unsymmetric,
      supports: true,
      loads,
    })
}

function turn(
  work: Work,
  { axis = 'Z', about, angle, times, id = '{id}-{n}', label, grids, loads }: NonNullable<Operation['rotate']>,
): void {
  if (!hasDirection(angle * (times ?? 1))) {
    work.problem('value_error', ['angle'], noDirection(angle * (times ?? 1)), undefined, { error: {} })
    return
  }
  noteRadians(work, 'angle', angle)
  const by = (n: number) => turnAbout(axis, pointOf(about), n * angle)
  if (times === undefined) {
    transformSelection(work, by(1), { rotate: { axis, about, angle } }, { grids })
    return
  }
  const copies = Array.from({ length: times }, (_, i) => copyBy(i + 1, by(i + 1), work.zeroTolerance))
  makeCopies(work, copies, { ids: namesOf(id), ...labelsOf(label), supports: true, loads })
}

/** What operations add, expanded. Throws what is wrong with any of it by itself. */
function readAdded(operations: readonly Operation[]): (BodyRead | undefined)[] {
  const issues: Issue[] = []
  let total = 0
  const allowance = wholeAllowance()
  const all = operations.map(({ add }, i): BodyRead | undefined => {
    if (!add) return undefined
    const loc = ['ops', i, 'add']
    for (const key of Object.keys(add)) {
      if (Object.hasOwn(ConstructModelElementsBatch.shape, key)) continue
      total++
      issues.push({ type: 'extra_forbidden', loc: [...loc, key], msg: 'Extra inputs are not permitted' })
    }
    // Copied, because reading changes what it is given, and the edit may be repeated on a newer model.
    const read = readBody(ConstructModelElementsBatch, structuredClone(add), { groupsPlain: true }, allowance)
    total += read.fields.total
    for (const issue of read.fields.items()) issues.push({ ...issue, loc: [...loc, ...issue.loc] })
    return read
  })
  if (total > 0) throw new ModelError('invalid', limitIssues(issues, total))
  return all
}

/** Judged before it is laid in, so that every problem stands at its place in what was sent. */
function addAll(work: Work, added: BodyRead): void {
  const { draft } = work
  const judged = judgeBody(added, draft)
  if (judged.total > 0) throw toModelError(judged.items(), judged.total, work.loc)
  const batch = added.parsed.value as ConstructModelElementsBatch // nothing is wrong with its fields
  for (const kind of KINDS) {
    for (const sent of batch[kind] ?? []) {
      const element = kind === 'sections' ? withResolved(sent as ElementOf['sections'], draft.lengthUnit) : sent
      if (draft.has(kind, element.id)) draft.put(kind, element)
      else work.make(kind, element)
      if (kind === 'nodes') work.moved.add(element.id)
    }
  }
}

/** Fields that were set are judged as those of a batch are; told at the field. The other verbs leave references as sound as they were. */
function judge(draft: Draft, delta: Delta, loc: Issue['loc']): void {
  const first = new Map<string, { issue: Issue; ids: string[]; count: number }>()
  for (const kind of KINDS) {
    const { replaced } = delta[kind]
    for (let from = 0; from < replaced.length; from += JUDGED) {
      const ids = replaced.slice(from, from + JUDGED)
      const { issues } = judgeBatch({ [kind]: ids.map((id) => draft.element(kind, id)) } as ConstructModelElementsBatch, draft)
      for (const issue of issues) {
        const [, index, ...field] = issue.loc
        const id = ids[Number(index)]!
        const key = `${issue.type} ${field.join(' ')} ${issue.msg}`
        const known = first.get(key)
        if (!known) first.set(key, { issue: { ...issue, loc: [...loc, ...field] }, ids: [id], count: 1 })
        else if (++known.count <= 5) known.ids.push(id)
      }
    }
  }
  if (first.size === 0) return
  const grouped = Array.from(first.values(), ({ issue, ids, count }): Issue => {
    if (count === 1) return issue
    return { ...issue, msg: `${issue.msg} [${count} times]`, ctx: { ...issue.ctx, ids, count } }
  })
  throw new ModelError('invalid', limitIssues(grouped))
}

/** Elements judged at one time: as many as a batch may hold. */
const JUDGED = 100_000

function mustFit(draft: Draft, delta: Delta, loc: Issue['loc']): void {
  if (KINDS.every((kind) => delta[kind].added.length === 0)) return
  const actual = KINDS.reduce((sum, kind) => sum + draft.count(kind), 0)
  const limit = limits.modelElements
  if (actual <= limit) return
  const msg = `the model would hold ${actual} elements, the limit is ${limit}`
  throw new ModelError('invalid', [{ type: 'limit_exceeded', loc, msg, ctx: { limit, actual } }])
}

const toModelError = (issues: readonly Issue[], total: number, loc: Issue['loc']): ModelError => {
  const placed = issues.map((issue) => ({ ...issue, loc: [...loc, ...issue.loc] }))
  return new ModelError('invalid', limitIssues(placed, total))
}
