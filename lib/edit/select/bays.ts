import { AXIS_NAMES } from '#lib/model/shape/vector.ts'
import { quoted } from '#lib/model/validate/references.ts'
import { valueError } from '#lib/schema/model-error.ts'
import type { Kind, ViewerGridLine } from '#lib/schema/schema.ts'
import type { Facts } from './facts.ts'
import { type LineLookup, lineNamed, linesByName } from './names.ts'
import { along } from './places.ts'

/** Bays of a grid: what lies between two lines or levels, its border with it. */

type Strip = readonly [ViewerGridLine, ViewerGridLine]
/** Strips of one axis are alternatives, those of different axes combine. */
export type Region = readonly (readonly Strip[])[]

/** By kind, what a region leaves out though it touches it. */
export type LeftOut = { border: Partial<Record<Kind, number>>; crossing: Partial<Record<Kind, number>> }

export const regionOf = (strips: readonly Strip[]): Region =>
  AXIS_NAMES.map((axis) => strips.filter(([line]) => line.axis === axis)).filter(({ length }) => length > 0)

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
function place(facts: Facts, node: number, [a, b]: Strip): 1 | 0 | -1 {
  const coordinate = facts.position(node)[along(a)]
  const [low, high] = [Math.min(a.coordinate, b.coordinate), Math.max(a.coordinate, b.coordinate)]
  const tolerance = facts.selectionTolerance
  if (coordinate < low - tolerance || coordinate > high + tolerance) return -1
  return coordinate > low + tolerance && coordinate < high - tolerance ? 1 : 0
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
  if (a.axis === b.axis) return [a, b]
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
