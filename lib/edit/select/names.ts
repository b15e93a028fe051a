import { isStraight, linesBetween, placeKey, placeText } from '#lib/model/grid-shapes.ts'
import { distance, nearestIds } from '#lib/model/validate/nearest-id.ts'
import { KIND_WORD, quoted } from '#lib/model/validate/references.ts'
import { KINDS, type Kind } from '#lib/schema/kinds.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import type { Facts } from './facts.ts'
import { kindsOfLines, planOf } from './line-kinds.ts'
import { type Matcher, matcher } from './patterns.ts'

/** The names in a selection: what they lead to, and which were probably meant. */

export type LineLookup = { facts: Facts; loc: Issue['loc']; issues: Issue[] }
type NameLookup = LineLookup & { kinds: readonly Kind[] }

/** The texts by which a section or a material is known: its id, and its name where it has one. */
export function namesOf(facts: Facts, kind: 'sections' | 'materials' | 'loadCases', id: string | undefined): readonly string[] {
  if (id === undefined) return []
  const ordinal = facts.ordinalOf(kind, id)
  const name = ordinal === undefined ? undefined : facts.model[kind]?.[ordinal]?.name
  return name ? [id, name] : [id]
}

const NAMED = { section: 'sections', material: 'materials', member: 'members', run: 'frames', case: 'loadCases' } as const

/** Tells of every name without a star that nothing in the model has. */
export function reportUnknownNames(
  matchers: readonly Matcher[],
  name: 'ids' | 'section' | 'material' | 'member' | 'run' | 'case',
  lookup: NameLookup,
): void {
  const { facts, loc, issues, kinds } = lookup
  const of: readonly Kind[] = name === 'ids' ? kinds : [NAMED[name]]
  const [only, ...others] = of
  const word = only && others.length === 0 ? KIND_WORD[only] : 'element'
  const unknown: { i: number; exact: string }[] = []
  for (const [i, { exact }] of matchers.entries()) {
    if (exact === undefined || exact === '') continue
    if (of.some((kind) => facts.ordinalOf(kind, exact) !== undefined)) continue
    const named = of.filter((kind) => kind === 'sections' || kind === 'materials' || kind === 'loadCases')
    if (name !== 'ids' && named.some((kind) => facts.model[kind]?.some((one) => one.name === exact))) continue
    const other = name === 'ids' ? KINDS.find((kind) => facts.ordinalOf(kind, exact) !== undefined) : undefined
    if (other) {
      const msg = `no such ${word}: ${quoted(exact)} is a ${KIND_WORD[other]}; say kinds`
      const ctx = { kind: word, id: exact, is: KIND_WORD[other] }
      issues.push({ type: 'reference_not_found', loc: [...loc, name, i], msg, ctx })
    } else unknown.push({ i, exact })
  }
  if (unknown.length === 0) return
  const known = function* () {
    for (const kind of of) for (let offset = 0; offset < facts.count(kind); offset++) yield facts.id(kind, offset)
  }
  const unknownNames = unknown.map(({ exact }) => exact)
  const near = nearestIds(unknownNames, known())
  const there =
    name === 'section' || name === 'material' || name === 'case' ? facts.model[NAMED[name]]?.map(({ id }) => id) : undefined
  for (const { i, exact } of unknown) issues.push(notFound([...loc, name, i], word, exact, near.get(exact), there))
}

/** So many of the names that there are, where none is near. */
const MOST_NAMED = 12

/** `known`: what there is of the kind, told where nothing like it was asked for. */
export function notFound(
  loc: Issue['loc'],
  kind: string,
  id: string,
  suggestion: string | undefined,
  known: readonly string[] = [],
): Issue {
  const shown = [...new Set(known)]
  const more = shown.length > MOST_NAMED ? ` and ${shown.length - MOST_NAMED} more` : ''
  const there = shown.length > 0 ? `; there are ${shown.slice(0, MOST_NAMED).map(quoted).join(', ')}${more}` : ''
  const advice = suggestion === undefined ? there : `; did you mean ${quoted(suggestion)}?`
  const msg = `no ${kind} ${quoted(id)} in the model${advice}`
  return { type: 'reference_not_found', loc, msg, ctx: { kind, id, ...(suggestion !== undefined && { suggestion }) } }
}

/**
 * The grid lines of these names, by id, else by label; with a star all that match, and of `Level 2..Level 5` all from the one to the other.
 * `axis`: levels only. Tells of names that lead nowhere, or to several places.
 */
export function linesNamed(names: readonly string[], lookup: LineLookup, axis?: 'Z'): ViewerGridLine[] {
  const lines = linesOf(lookup.facts, axis)
  return names.flatMap((name, i) => {
    const loc = [...lookup.loc, i]
    const [, from, to] = /^(.+?)\s*\.\.\s*(.+)$/.exec(name) ?? []
    const like = matcher(name, true)
    if (linesCalled(lines, name).length === 0) {
      const matching = lines.filter(
        ({ id, label }) => like.exact === undefined && [id, label ?? ''].some((text) => like.matches(text)),
      )
      if (matching.length > 0) return matching
      if (from !== undefined && to !== undefined) return linesFromTo([from, to], { ...lookup, loc }, axis)
    }
    const line = lineNamed(name, { ...lookup, loc }, axis)
    return line ? [line] : []
  })
}

function linesFromTo(names: readonly [string, string], lookup: LineLookup, axis?: 'Z'): ViewerGridLine[] {
  const [one, other] = names.map((name) => lineNamed(name, lookup, axis))
  if (!one || !other) return []
  const { facts } = lookup
  const lines = linesBetween(one, other, linesOf(facts, axis), kindsOfLines(facts), planOf(facts))
  if (!lines) {
    const msg =
      isStraight(one) && isStraight(other)
        ? `${quoted(names[0])} is a line of ${one.axis} and ${quoted(names[1])} of ${other.axis}: a range needs two of one axis`
        : `from ${quoted(names[0])} to ${quoted(names[1])} is no range: it needs two lines of one axis or through one point, or two arcs of one centre`
    lookup.issues.push(valueError(lookup.loc, msg))
  }
  return lines ?? []
}

/** The one grid line of a name; undefined after telling at `loc` that there is none, or several. */
export function lineNamed(name: string, { facts, loc, issues }: LineLookup, axis?: 'Z'): ViewerGridLine | undefined {
  const lines = linesOf(facts, axis)
  const called = linesCalled(lines, name)
  const found = called.length > 0 ? called : linesCalled(storeysNamed(facts), name)
  const places = new Set(found.map(placeKey))
  if (places.size === 1) return found[0]
  if (places.size === 0) {
    const known = lines.flatMap(({ id, label }) => (label ? [label, id] : [id]))
    const meant = linesMeant(name, facts, axis)
    const [only, ...others] = meant
    const near = others.length > 0 ? undefined : (only ?? numbered(name, lines) ?? nearestIds([name], known).get(name))
    const there = lines.map(({ id, label }) => label || id)
    if (axis && /^\s*[<>]/.test(name)) {
      const levels = [...lines].sort((a, b) => a.coordinate - b.coordinate).map(({ id, label }) => label || id)
      const ctx = { kind: 'level', id: name, levels }
      issues.push({ type: 'reference_not_found', loc, msg: 'a storey is a level or a range of levels', ctx })
    } else if (others.length > 0) {
      const msg = `no ${axis ? 'level' : 'grid line'} ${quoted(name)} in the model; did you mean ${meant.map(quoted).join(' and ')}?`
      issues.push({ type: 'reference_not_found', loc, msg, ctx: { kind: 'grid line', id: name, names: meant } })
    } else issues.push(notFound(loc, axis ? 'level' : 'grid line', name, near, there))
  } else {
    const shown = found.map((line) => `${quoted(line.id)} (${placeText(line, String)})`)
    const msg = `${quoted(name)} is the label of ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
    issues.push({ type: 'ambiguous_name', loc, msg, ctx: { name, candidates: found.map(({ id }) => id) } })
  }
  return undefined
}

const WORDED = /^\s*(?:(level|storey|story|floor)|grid[\s_-]?line|grid|line|axis)s?[\s:_-]+(.+?)\s*$/i
const JOINED = /\s*(?:[/,;&+×∩|]|\band\b|\bx\b|\s)\s*/i

/** `grid A` is A and `Level 1` is L1; `A/1`, `A-1` and `A1` are two lines that cross, and `A-C` are those from A to C. */
function linesMeant(written: string, facts: Facts, axis?: 'Z'): string[] {
  const [, level, name = written] = WORDED.exec(written) ?? []
  const lines = linesOf(facts, level === undefined ? axis : 'Z')
  const nameOf = (part: string): string | undefined => {
    const [line, ...others] = linesCalled(lines, part)
    return line && others.length === 0 ? (line.id === part ? part : (line.label ?? line.id)) : undefined
  }
  const whole = name === written ? undefined : (nameOf(name) ?? numbered(name, lines))
  if (whole !== undefined) return [whole]
  const dash = [...name.matchAll(/\s*(?:[-–—:]|\bto\b)\s*/g)].map((sign) => [
    name.slice(0, sign.index),
    name.slice(sign.index + sign[0].length),
  ])
  const joint = /^([A-Za-z]+)(\d+)$/.exec(name)?.slice(1) ?? []
  for (const parts of [name.split(JOINED), ...dash, joint]) {
    if (parts.length < 2 || parts.some((part) => part === '')) continue
    const names = parts.map((part) => nameOf(part) ?? linesMeant(part, facts, axis)[0])
    if (!names.every((one) => one !== undefined)) continue
    const axes = new Set(names.map((one) => linesCalled(lines, one)[0]?.axis))
    const isRange = axes.size === 1 && dash.includes(parts)
    return isRange ? [names.join('..')] : names
  }
  return []
}

/** The name of the one line that has this number: `L1` for `1`. */
function numbered(name: string, lines: readonly ViewerGridLine[]): string | undefined {
  if (!/^\d+$/.test(name)) return undefined
  const has = (text: string | null | undefined) => text?.match(/\d+/g)?.map(Number).join() === String(Number(name))
  const [line, ...others] = lines.filter(({ id, label }) => has(id) || has(label))
  if (!line || others.length > 0) return undefined
  return has(line.id) ? line.id : (line.label ?? undefined)
}

/** Every line or level of a name, told or not. */
export const linesByName = (facts: Facts, name: string): ViewerGridLine[] => {
  const called = linesCalled(linesOf(facts), name)
  return called.length > 0 ? called : linesCalled(storeysNamed(facts), name)
}

const linesOf = (facts: Facts, axis?: 'Z') => (axis ? levelsOf(facts) : facts.gridLines)

/** The Z grids; of a model without any, the storeys that are seen in it. */
function levelsOf(facts: Facts): readonly ViewerGridLine[] {
  const levels = facts.gridLines.filter(({ axis }) => axis === 'Z')
  return levels.length > 0 ? levels : storeysNamed(facts)
}

/** Storeys by the names under which answers show them: that of a level without a label is its height. */
const storeysNamed = (facts: Facts): ViewerGridLine[] =>
  facts.storeys().map(({ label, elevation }) => ({ id: label, axis: 'Z', coordinate: elevation }))

function linesCalled(lines: readonly ViewerGridLine[], name: string): ViewerGridLine[] {
  const byId = lines.filter(({ id }) => id === name)
  if (byId.length > 0) return byId
  const exact = lines.filter(({ label }) => label === name)
  return exact.length > 0 ? exact : lines.filter(({ label }) => label?.toLowerCase() === name.toLowerCase())
}

/** Values are compared with so many of those that were asked for. */
const MOST_LIKE = 20

/** Up to five of the values that there are, those like what was asked first, then the commonest; with how many have each. */
export function commonest(values: Iterable<string>, requestedValues: readonly string[]): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const wanted = requestedValues.slice(0, MOST_LIKE).map((one) => [...one])
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_.*-]/g, '')
  const like = requestedValues.slice(0, MOST_LIKE).map(plain)
  // Within two letters, else what holds what was asked or is held by it.
  const away = (value: string) => {
    const apart = Math.min(3, ...wanted.map((one) => distance(one, [...value], 2)))
    if (apart < 3) return apart
    const folded = plain(value)
    return like.some((one) => one !== '' && folded !== '' && (folded.includes(one) || one.includes(folded))) ? 3 : 4
  }
  return [...counts]
    .map(([value, count]) => ({ value, count, away: away(value) }))
    .sort((a, b) => a.away - b.away || b.count - a.count)
    .slice(0, 5)
    .map(({ value, count }) => ({ value, count }))
}
