import type { FixCall, FoundFinding, Run } from '#lib/model/check/check.ts'
import type { FixOp } from '#lib/model/check/check-finding.ts'
import { asPattern } from '#lib/model/validate/references.ts'
import { KINDS, type Kind, type ViewerModel } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { type Facts, factsOf } from '../select/facts.ts'
import { select } from '../select/select.ts'
import type { Select } from '../select/select-schema.ts'
import { findingProver } from './prove-finding.ts'

/** What mends all findings of a code at once, tried on a part of the model before it is told. */

/** Ids, or elements to add, that one call names. */
const MOST_NAMED = 20
const MOST_CHARACTERS = 600
/** Operations that differ in more than their ids. */
const MOST_OPERATIONS = 10

/** The runs with the call that mends their findings; without operations where these were tried and do not. */
export function withCalls(model: ViewerModel, runs: readonly Run[]): Run[] {
  if (!runs.some(({ findings }) => findings.some(({ op }) => op))) return [...runs]
  const proves = findingProver(model)
  let facts: Facts | undefined
  return runs.map(({ call: _, ...run }): Run => {
    const mendable = run.findings.filter(({ op }) => op)
    const [first] = mendable
    if (!first) return run
    const callOf = (some: readonly FoundFinding[]): FixCall | undefined => {
      const call = groupedCall(some, run.count)
      return call && proves(call.mended, call.ops) ? toFixCall(call, run.count) : undefined
    }
    const call = callOf(mendable) ?? callOf([first])
    if (!call) return { ...run, findings: run.findings.map(({ op: _, ...finding }) => finding) }
    const isWhole = call.rest !== undefined && mendable.length === run.count
    if (!isWhole) return { ...run, call }
    facts ??= factsOf(model)
    return { ...run, call: exactCall(facts, mendable) ?? call }
  })
}

type Grouped = { ops: FixOp[]; mended: FoundFinding[] }

const toFixCall = ({ ops, mended }: Grouped, count: number): FixCall => ({
  ops,
  ...(count > mended.length && { rest: count - mended.length }),
})

/** The operations of as many findings as fit, those that differ only in ids or in what they add as one. */
function groupedCall(findings: readonly FoundFinding[], count: number): Grouped | undefined {
  let grouped: Grouped = { ops: [], mended: [] }
  for (const finding of findings) {
    const { op } = finding
    if (!op) continue
    const ops = joined(grouped.ops, op)
    const isTooMuch =
      ops.length > MOST_OPERATIONS ||
      ops.reduce((sum, one) => sum + namedIn(one), 0) > MOST_NAMED ||
      JSON.stringify({ ops, rest: count }).length > MOST_CHARACTERS
    if (isTooMuch) break
    grouped = { ops, mended: [...grouped.mended, finding] }
  }
  return grouped.mended.length > 0 ? grouped : undefined
}

function joined(ops: readonly FixOp[], op: FixOp): FixOp[] {
  const same = ops.findIndex((one) => JSON.stringify(bare(one)) === JSON.stringify(bare(op)))
  const known = ops[same]
  if (!known) return [...ops, op]
  return ops.map((one, i) => (i === same ? merged(known, op) : one))
}

const idsOf = ({ select }: FixOp): string[] | undefined => {
  const ids = isDictionary(select) ? select.ids : undefined
  return Array.isArray(ids) ? ids.map(String) : undefined
}
const supportsOf = ({ add }: FixOp): unknown[] | undefined => {
  const supports = isDictionary(add) ? add.supports : undefined
  return Array.isArray(supports) ? supports : undefined
}

/** An operation without the ids that it names and what it adds. A merge joins what lies together, so places apart need no operations apart. */
const bare = (op: FixOp): FixOp => ({
  ...op,
  ...(idsOf(op) && isDictionary(op.select) && { select: { ...op.select, ids: [] } }),
  ...(supportsOf(op) && { add: {} }),
})

function merged(one: FixOp, other: FixOp): FixOp {
  const [ids, supports] = [idsOf(one), supportsOf(one)]
  if (ids && isDictionary(one.select))
    return { ...one, select: { ...one.select, ids: [...new Set([...ids, ...(idsOf(other) ?? [])])] } }
  return supports ? { ...one, add: { supports: [...supports, ...(supportsOf(other) ?? [])] } } : one
}

const namedIn = (op: FixOp): number => idsOf(op)?.length ?? supportsOf(op)?.length ?? 0

/** All findings by one selection of a section, a role, a storey or a line that meets exactly what they name. */
function exactCall(facts: Facts, findings: readonly FoundFinding[]): FixCall | undefined {
  const [op, another] = findings.reduce<FixOp[]>((ops, { op }) => (op ? joined(ops, op) : ops), [])
  const ids = op && !another && idsOf(op)
  const kinds = ids && isDictionary(op.select) ? op.select.kinds : undefined
  const kind: unknown = Array.isArray(kinds) ? kinds[0] : undefined
  if (!ids || !isOneOf(KINDS, kind)) return undefined
  const wanted = new Set(ids)
  const ordinals = Array.from({ length: facts.count(kind) }, (_, i) => i).filter((i) => wanted.has(asPattern(facts.id(kind, i))))
  const [first] = ordinals
  if (first === undefined || ordinals.length !== wanted.size) return undefined
  for (const condition of conditionsOf(facts, kind, first)) {
    const selector: Select = { kinds: [kind], ...condition }
    const found = select(facts, selector, [], [kind])
    if ('selection' in found && isSame(found.selection.get(kind) ?? [], ordinals)) return { ops: [{ ...op, select: selector }] }
  }
  return undefined
}

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((ordinal, i) => ordinal === other[i])

/** What the first of them is of, each as a condition. */
function conditionsOf(facts: Facts, kind: Kind, first: number): Select[] {
  const [section, role, storey] = [facts.section(kind, first), facts.role(kind, first), facts.storey(kind, first)]
  return [
    { all: true },
    ...(section === undefined ? [] : [{ section: [asPattern(section)] }]),
    ...(role === undefined ? [] : [{ role: [role] }]),
    ...(storey ? [{ storey: [asPattern(storey.id ?? storey.label)] }] : []),
    ...facts.gridLines.slice(0, MOST_LINES).map(({ id }) => ({ on: [asPattern(id)] })),
  ]
}

/** Grid lines that are tried. */
const MOST_LINES = 100
