import { depthBetween, groupedPairs, isStraight } from '#lib/model/grid-shapes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { quoted } from '#lib/model/validate/references.ts'
import { valueError } from '#lib/schema/model-error.ts'
import type { Kind, ViewerGridLine } from '#lib/schema/schema.ts'
import type { Facts } from './facts.ts'
import { kindsOfLines, planOf } from './line-kinds.ts'
import { type LineLookup, lineNamed, linesByName } from './names.ts'
import { onLine } from './places.ts'

/** Bays of a grid: what lies between two lines or levels, with its border or without. */

type Line = ViewerGridLine
/** Two lines, and how far a point lies between them. */
type Strip = { lines: readonly [Line, Line]; depth: (point: Vec) => number }
/** Strips of one kind are alternatives, those of different kinds combine. */
export type Region = readonly (readonly Strip[])[]

/** By kind, what a region leaves out though it touches it. */
export type LeftOut = { border: Partial<Record<Kind, number>>; crossing: Partial<Record<Kind, number>> }

export function regionOf(facts: Facts, strips: readonly Strip[]): Region {
  const pairs = groupedPairs(
    strips.map(({ lines }) => lines),
    kindsOfLines(facts),
  )
  return pairs.map((alike) => strips.filter(({ lines }) => alike.includes(lines)))
}

/** What lies between two lines; undefined where they bound nothing. */
export function stripOf(facts: Facts, lines: readonly [Line, Line]): Strip | undefined {
  const depth = depthBetween(...lines, { box: planOf(facts), tolerance: facts.selectionTolerance })
  return depth && { lines, depth }
}

export const boundNothing = (names: readonly [string, string]): string =>
  `${quoted(names[0])} and ${quoted(names[1])} bound no bay: two lines, or two arcs of one centre`

/** Whether no node lies outside the two lines, and the element not on one of them. */
export function liesBetween(facts: Facts, strip: Strip): (kind: Kind, ordinal: number) => boolean {
  const [onOne, onOther] = strip.lines.map((line) => onLine(facts, line))
  return (kind, ordinal) => {
    const nodes = facts.nodesOf(kind, ordinal)
    if (nodes.length === 0 || !nodes.every((node) => place(facts, node, strip) >= 0)) return false
    return !onOne?.(kind, ordinal) && !onOther?.(kind, ordinal)
  }
}

/** Whether all nodes lie between the lines of one strip of each axis, or on them. */
export function liesWithin(facts: Facts, kind: Kind, ordinal: number, region: Region): boolean {
  const nodes = facts.nodesOf(kind, ordinal)
  return (
    nodes.length > 0 && region.every((strips) => strips.some((strip) => nodes.every((node) => place(facts, node, strip) >= 0)))
  )
}

/** Whether a node lies inside and another outside. */
export function reachesOut(facts: Facts, kind: Kind, ordinal: number, region: Region): boolean {
  const best = (node: number) =>
    Math.min(...region.map((strips) => Math.max(...strips.map((strip) => place(facts, node, strip)))))
  const places = facts.nodesOf(kind, ordinal).map(best)
  return places.includes(1) && places.includes(-1)
}

/** 1 between the lines, 0 on one of them, -1 outside. */
function place(facts: Facts, node: number, { depth }: Strip): 1 | 0 | -1 {
  const inside = depth(facts.position(node))
  return inside > facts.selectionTolerance ? 1 : inside >= -facts.selectionTolerance ? 0 : -1
}

/** The strips of bays such as `6-7`; undefined after telling what is wrong with one. */
export function stripsNamed(bays: readonly string[], lookup: LineLookup): Strip[] | undefined {
  const strips = bays.map((bay, i) => stripNamed(bay, { ...lookup, loc: [...lookup.loc, i] }))
  const known = strips.filter((strip) => strip !== undefined)
  return known.length === bays.length ? known : undefined
}

function stripNamed(bay: string, lookup: LineLookup): Strip | undefined {
  const { facts, loc, issues } = lookup
  const fail = (msg: string) => {
    issues.push(valueError(loc, msg))
    return undefined
  }
  if (linesByName(facts, bay).length > 0) return fail(`${quoted(bay)} is one line: on: [${JSON.stringify(bay)}] selects it`)
  const splits = [...bay.matchAll(/-/g)]
    .map(({ index }) => [bay.slice(0, index).trim(), bay.slice(index + 1).trim()] as const)
    .filter(([a, b]) => a !== '' && b !== '')
  if (splits.length === 0) return fail(`${quoted(bay)} names no bay: it is between two lines, such as "A-B"`)
  const fitting = splits.filter((names) => names.every((name) => linesByName(facts, name).length > 0))
  const [names, other] = fitting
  if (names && other) {
    const readings = fitting.map((pair) => pair.map(quoted).join(' and '))
    const msg = `${quoted(bay)} reads as ${readings.join(', or ')}`
    issues.push({ type: 'ambiguous_name', loc, msg, ctx: { name: bay, candidates: readings } })
    return undefined
  }
  if (!names) return notThere(splits[0] ?? ['', ''], lookup)
  if (names[0] === names[1]) return fail(`${quoted(bay)} is one line: on: [${JSON.stringify(names[0])}] selects it`)
  const [a, b] = names.map((name) => lineNamed(name, lookup))
  if (!a || !b) return undefined
  const strip = stripOf(facts, [a, b])
  if (strip) return strip
  if (!isStraight(a) || !isStraight(b)) return fail(boundNothing(names))
  const kinds = `${quoted(names[0])} is a line of ${a.axis} and ${quoted(names[1])} of ${b.axis}`
  return fail(`${kinds}: a bay is between two lines of one kind; say ["D-E","3-4"]`)
}

function notThere(names: readonly [string, string], { facts, loc, issues }: LineLookup): undefined {
  const missing = names.filter((name) => linesByName(facts, name).length === 0).map(quoted)
  const there = facts.gridLines.map(({ id, label }) => label || id)
  const known = there.length > 0 ? `there are ${there.slice(0, 12).join(', ')}` : 'the model has no grid lines'
  const msg = `no lines ${names.map(quoted).join(' and ')}: there is no ${missing.join(' and no ')}; ${known}`
  issues.push({ type: 'reference_not_found', loc, msg, ctx: { kind: 'grid line', id: names.join('-') } })
  return undefined
}

/** `between leaves 10 frames on the lines B and C; bay: ["B-C"] takes them. 1 area reaches out`. */
export function leftOutText(
  { border, crossing }: LeftOut,
  between: readonly string[],
  counted: (n: number, kind: Kind) => string,
): string {
  const all = (counts: Partial<Record<Kind, number>>) =>
    Object.entries(counts).map(([kind, count]) => counted(count, kind as Kind)) // its keys are kinds
  const parts: string[] = []
  const onLines = all(border)
  if (onLines.length > 0) {
    const bays = Array.from({ length: between.length / 2 }, (_, k) => `"${between[2 * k]}-${between[2 * k + 1]}"`)
    parts.push(`between leaves ${onLines.join(', ')} on the lines ${between.join(' and ')}; bay: [${bays.join(',')}] takes them`)
  }
  const out = all(crossing)
  if (out.length > 0) parts.push(`${out.join(', ')} ${out.length === 1 && /^1 /.test(out[0] ?? '') ? 'reaches' : 'reach'} out`)
  return parts.join('. ')
}
