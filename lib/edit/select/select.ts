import { isStraight, placeText } from '#lib/model/grid-shapes.ts'
import { COORDINATES, perAxis } from '#lib/model/shape/vector.ts'
import { KIND_WORD, quoted } from '#lib/model/validate/references.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import { hasRelease } from '#lib/schema/releases.ts'
import { KINDS, type Kind } from '#lib/schema/schema.ts'
import type { Amount } from '../quantities/amount.ts'
import { type Amounts, amountsOf, type NotJudged, UnknownAmounts } from './amounts.ts'
import {
  boundNothing,
  type LeftOut,
  liesBetween,
  liesWithin,
  type Region,
  reachesOut,
  regionOf,
  stripOf,
  stripsNamed,
} from './bays.ts'
import type { Facts } from './facts.ts'
import { kindsOfLines } from './line-kinds.ts'
import { commonest, lineNamed, linesNamed, namesOf, reportUnknownNames } from './names.ts'
import { type Matcher, matcher, starsIn } from './patterns.ts'
import { digits, isRange, liesIn, onLine } from './places.ts'
import type { Select } from './select-schema.ts'
import { supported, touching, usedOrdinals } from './usage.ts'

/** Which elements meet every condition of a selection. */

/** Ordinals by kind, in model order. */
export type Selection = ReadonlyMap<Kind, readonly number[]>

/** The condition that left none of those before it. */
export type Emptied = { condition: string; loc: Issue['loc']; before: number; near: string[] | string; msg: string }

/** `unknown`: what a condition on amounts could not judge; `leftOut`: what touches a bay and is not selected. */
type Beside = { unknown?: NotJudged[]; leftOut?: LeftOut }
export type Selected = ({ selection: Selection } & Beside) | ({ emptied: Emptied } & Beside) | { issues: Issue[] }

export const DEFAULT_KINDS: readonly Kind[] = ['nodes', 'frames', 'areas', 'supports', 'members']
const PLACED: readonly Kind[] = [...DEFAULT_KINDS, 'loads', 'diaphragms']

type Condition = {
  name: keyof Select
  of: readonly Kind[]
  /** What it asks, in words: `none with section 'HEA*'`. */
  words(select: Select): string
  /** Undefined after telling what is wrong with it. */
  test(select: Select, context: SelectContext): ((kind: Kind, ordinal: number) => boolean) | undefined
  /** What the ones before it have instead: values, or words. */
  near?(context: SelectContext, before: Selection, select: Select): { value: string; count: number }[] | string
}

type SelectContext = {
  facts: Facts
  loc: Issue['loc']
  issues: Issue[]
  kinds: readonly Kind[]
  length: Facts['length']
  by: 'run' | undefined
  unknown: UnknownAmounts
}

const list = (names: readonly string[]) => names.map(quoted).join(', ')

/** What is said of a pattern of another language. */
function patternMeant(patterns: readonly string[]): string | undefined {
  const meant = patterns.flatMap((one) => starsIn(one) ?? [one])
  return patterns.some((one) => starsIn(one)) ? `* alone stands for any text: ${list(meant)}` : undefined
}

function named(
  name: 'ids' | 'label' | 'section' | 'material' | 'member' | 'case',
  of: readonly Kind[],
  words: string,
  values: (facts: Facts, kind: Kind, ordinal: number) => readonly string[],
): Condition {
  return {
    name,
    of,
    words: (select) => `${words} ${list(select[name] ?? [])}`,
    test(select, context) {
      const { facts } = context
      const patterns = (select[name] ?? []).map((pattern) => matcher(pattern, name === 'label'))
      if (name !== 'label') reportUnknownNames(patterns, name, context)
      return (kind, ordinal) => meets(patterns, values(facts, kind, ordinal))
    },
    near: ({ facts }, before, select) =>
      patternMeant(select[name] ?? []) ??
      commonest(
        each(before).map(([kind, ordinal]) => values(facts, kind, ordinal)[0] ?? ''),
        select[name] ?? [],
      ),
  }
}

/** Where `between` or `bay` are; undefined after telling what is wrong with their names. */
function regionOfSelect({ between, bay = [] }: Pick<Select, 'between' | 'bay'>, context: SelectContext): Region | undefined {
  if (!between) {
    const strips = stripsNamed(bay, { ...context, loc: [...context.loc, 'bay'] })
    return strips && regionOf(context.facts, strips)
  }
  const lines = between.map((name, i) => lineNamed(name, { ...context, loc: [...context.loc, 'between', i] }))
  const known = lines.filter((line) => line !== undefined)
  if (known.length < between.length) return undefined
  const fail = (msg: string) => {
    context.issues.push(valueError([...context.loc, 'between'], msg))
    return undefined
  }
  const areStraight = known.every(isStraight)
  // Two that are not straight are a pair, whatever they are: of more those of one kind are.
  const kinds = known.length === 2 && !areStraight ? [known] : kindsOfLines(context.facts).groups(known)
  const strips: NonNullable<ReturnType<typeof stripOf>>[] = []
  for (const [a, b, ...others] of kinds) {
    const strip = a && b && others.length === 0 ? stripOf(context.facts, [a, b]) : undefined
    if (strip) strips.push(strip)
    else if (known.length === 2 && !areStraight) return fail(boundNothing([between[0] ?? '', between[1] ?? '']))
    else {
      const lineAxes = known.map(
        (line, i) => `${quoted(between[i] ?? '')} is ${isStraight(line) ? `of ${line.axis}` : placeText(line, digits)}`,
      )
      return fail(`two lines of each ${areStraight ? 'axis' : 'kind'} are needed; ${lineAxes.join(', ')}`)
    }
  }
  return strips.map((strip) => [strip])
}

/** What `between` or `bay` leaves, of all that meets the other conditions: on the border, or reaching over it. */
function leftOutBy(
  selector: Select,
  context: SelectContext,
  tests: readonly { condition: Condition; test: ReturnType<Condition['test']> }[],
): { leftOut?: LeftOut } {
  const name = selector.between ? 'between' : 'bay'
  if (!selector[name]) return {}
  const region = regionOfSelect(selector, context)
  const own = tests.find(({ condition }) => condition.name === name)?.test
  if (!region || !own) return {}
  const others = tests.filter(({ condition }) => condition.name !== name)
  const leftOut: LeftOut = { border: {}, crossing: {} }
  for (const kind of context.kinds) {
    for (let ordinal = 0; ordinal < context.facts.count(kind); ordinal++) {
      if (own(kind, ordinal) || !others.every(({ test }) => test?.(kind, ordinal))) continue
      const part = liesWithin(context.facts, kind, ordinal, region)
        ? leftOut.border
        : reachesOut(context.facts, kind, ordinal, region)
          ? leftOut.crossing
          : undefined
      if (part) part[kind] = (part[kind] ?? 0) + 1
    }
  }
  const isAny = [leftOut.border, leftOut.crossing].some((counts) => Object.keys(counts).length > 0)
  return isAny ? { leftOut } : {}
}

/** A range of what is worked out of an element; what cannot be is not selected, and told. */
function amount(
  name: 'area' | 'thickness' | 'mass',
  of: readonly Kind[],
  words: string,
  measure: (amounts: Amounts, kind: Kind, ordinal: number) => Amount | undefined,
): Condition {
  return {
    name,
    of,
    words: (select) => `${select[name]?.[0] ?? '…'} to ${select[name]?.[1] ?? '…'} ${words}`,
    test(select, { facts, issues, loc, unknown, by }) {
      const range = select[name] ?? []
      if (!isRange(range, [...loc, name], issues)) return undefined
      const [from = null, to = null] = range
      const amounts = amountsOf(facts, by)
      return (kind, ordinal) => {
        const value = measure(amounts, kind, ordinal)
        if (typeof value === 'object') for (const reason of value) unknown.add(name, reason, facts.id(kind, ordinal))
        return typeof value === 'number' && (from === null || value >= from) && (to === null || value <= to)
      }
    },
    near({ facts, by }, before) {
      const amounts = amountsOf(facts, by)
      let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (const [kind, ordinal] of each(before)) {
        const value = measure(amounts, kind, ordinal)
        if (typeof value === 'number') [least, most] = [Math.min(least, value), Math.max(most, value)]
      }
      return least > most
        ? []
        : `they are ${digits(least)}${digits(least) === digits(most) ? '' : ` to ${digits(most)}`} ${words}`
    },
  }
}

/** `""` is met by what has no value. */
function meets(patterns: readonly Matcher[], values: readonly string[]): boolean {
  if (values.length === 0) return patterns.some(({ pattern }) => pattern === '')
  return patterns.some(({ matches }) => values.some(matches))
}

const CONDITIONS: readonly Condition[] = [
  named('ids', KINDS, 'with id', (facts, kind, ordinal) => [facts.id(kind, ordinal)]),
  named('label', ['nodes', 'frames', 'areas', 'gridLines'], 'labelled', (facts, kind, ordinal) =>
    facts.label(kind, ordinal) === '' ? [] : [facts.label(kind, ordinal)],
  ),
  {
    name: 'role',
    of: ['frames', 'areas', 'members'],
    words: ({ role = [] }) => `that is a ${role.join(' or ')}`,
    test:
      ({ role = [], kinds = [] }, { facts }) =>
      (kind, ordinal) => {
        // Who asks for columns means frames: members only where they are named.
        if (kind === 'members' && !kinds.includes('members')) return false
        const own: (string | undefined)[] = [facts.role(kind, ordinal), facts.roleWord(kind, ordinal)]
        return role.some((word) => own.includes(word))
      },
    near: ({ facts }, before) =>
      commonest(
        each(before).map(([kind, ordinal]) => facts.role(kind, ordinal) ?? ''),
        [],
      ),
  },
  named('section', ['frames', 'areas', 'members', 'sections'], 'with section', (facts, kind, ordinal) =>
    [facts.section(kind, ordinal), facts.endSection(kind, ordinal)].flatMap((id) => namesOf(facts, 'sections', id)),
  ),
  named('material', ['frames', 'areas', 'members'], 'of material', (facts, kind, ordinal) =>
    namesOf(facts, 'materials', facts.material(kind, ordinal)),
  ),
  named('member', ['frames', 'members'], 'of member', (facts, kind, ordinal) => {
    const member = kind === 'members' ? facts.id(kind, ordinal) : facts.memberOf(ordinal)
    return member === undefined ? [] : [member]
  }),
  {
    name: 'run',
    of: ['frames'],
    words: ({ run = [] }) => `of a run with ${list(run)}`,
    test({ run = [] }, context) {
      const { facts } = context
      const patterns = run.map((pattern) => matcher(pattern))
      reportUnknownNames(patterns, 'run', context)
      const runs = new Set<number | undefined>()
      for (let frame = 0; frame < facts.count('frames'); frame++) {
        if (meets(patterns, [facts.id('frames', frame)])) runs.add(facts.runs().of(frame))
      }
      runs.delete(undefined)
      return (_, frame) => runs.has(facts.runs().of(frame))
    },
  },
  {
    name: 'storey',
    of: PLACED,
    words: ({ storey = [] }) => `on storey ${list(storey)}`,
    test({ storey = [] }, context) {
      const wanted = new Set(
        linesNamed(storey, { ...context, loc: [...context.loc, 'storey'] }, 'Z').map(({ coordinate }) => coordinate),
      )
      return (kind, ordinal) => {
        const level = context.facts.storey(kind, ordinal)
        return level !== undefined && wanted.has(level.elevation)
      }
    },
    near: ({ facts }, before) =>
      commonest(
        each(before).map(([kind, ordinal]) => facts.storey(kind, ordinal)?.label ?? ''),
        [],
      ),
  },
  {
    name: 'on',
    of: PLACED,
    words: ({ on = [] }) => `on ${list(on)}`,
    test({ on = [] }, context) {
      const { facts } = context
      const lines = linesNamed(on, { ...context, loc: [...context.loc, 'on'] })
      const kinds = kindsOfLines(facts)
        .groups(lines)
        .map((alike) => alike.map((line) => onLine(facts, line)))
      return (kind, ordinal) => kinds.every((alike) => alike.some((isOn) => isOn(kind, ordinal)))
    },
  },
  {
    name: 'between',
    of: PLACED,
    words: ({ between = [] }) => `between ${between.map(quoted).join(' and ')}`,
    test({ between = [] }, context) {
      const region = regionOfSelect({ between }, context)
      const strips = region?.flat().map((strip) => liesBetween(context.facts, strip))
      return strips && ((kind, ordinal) => strips.every((isBetween) => isBetween(kind, ordinal)))
    },
  },
  {
    name: 'bay',
    of: PLACED,
    words: ({ bay = [] }) => `in ${list(bay)}`,
    test({ bay = [] }, context) {
      const region = regionOfSelect({ bay }, context)
      return region && ((kind, ordinal) => liesWithin(context.facts, kind, ordinal, region))
    },
  },
  {
    name: 'box',
    of: PLACED,
    words: () => 'in the box',
    test({ box = {} }, { facts, issues, loc }) {
      const ranges = COORDINATES.map((axis) => isRange(box[axis], [...loc, 'box', axis], issues))
      return ranges.includes(false) ? undefined : (kind, ordinal) => liesIn(facts, kind, ordinal, box)
    },
    near({ facts }, before) {
      const nodes = each(before).flatMap(([kind, ordinal]) => facts.nodesOf(kind, ordinal).map((node) => facts.position(node)))
      const reach = perAxis((i) => {
        let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
        for (const node of nodes) {
          least = Math.min(least, node[i])
          most = Math.max(most, node[i])
        }
        return `${COORDINATES[i]} ${digits(least)} to ${digits(most)}`
      })
      return `they reach over ${reach.join(', ')}`
    },
  },
  {
    name: 'length',
    of: ['frames', 'members'],
    words: ({ length: [from, to] = [] }) => `${from ?? '…'} to ${to ?? '…'} long`,
    test({ length = [] }, { facts, issues, loc, length: lengthOf }) {
      if (!isRange(length, [...loc, 'length'], issues)) return undefined
      const [from = null, to = null] = length
      return (kind, ordinal) => {
        const long = lengthOf(kind, ordinal)
        return (
          long !== undefined &&
          (from === null || long >= from - facts.selectionTolerance) &&
          (to === null || long <= to + facts.selectionTolerance)
        )
      }
    },
    near({ length: lengthOf }, before) {
      let [least, most] = [Number.POSITIVE_INFINITY, 0]
      for (const [kind, ordinal] of each(before)) {
        const long = lengthOf(kind, ordinal) ?? 0
        least = Math.min(least, long)
        most = Math.max(most, long)
      }
      return `they are ${digits(least)}${digits(least) === digits(most) ? '' : ` to ${digits(most)}`} long`
    },
  },
  amount('area', ['areas'], 'large', (amounts, _, area) => amounts.face(area)),
  amount('thickness', ['areas'], 'thick', (amounts, _, area) => amounts.thickness(area)),
  amount('mass', ['frames', 'areas', 'members'], 'kg heavy', (amounts, kind, ordinal) => amounts.mass(kind, ordinal)),
  {
    name: 'connectedTo',
    of: PLACED,
    words: () => 'connected to these',
    test({ connectedTo = {} }, context) {
      const inner = select(context.facts, connectedTo, [...context.loc, 'connectedTo'])
      if ('issues' in inner) context.issues.push(...inner.issues)
      return 'selection' in inner ? touching(context.facts, inner.selection) : () => false
    },
  },
  named('case', ['loads', 'loadCases'], 'of case', (facts, kind, ordinal) =>
    namesOf(facts, 'loadCases', kind === 'loads' ? facts.element('loads', ordinal).caseId : facts.id(kind, ordinal)),
  ),
  {
    name: 'released',
    of: ['frames'],
    words: ({ released }) => (released === false ? 'without a release' : 'with a release'),
    test:
      ({ released }, { facts }) =>
      (_, ordinal) =>
        hasRelease(facts.element('frames', ordinal).releases) === (released !== false),
  },
  {
    name: 'unused',
    of: ['nodes', 'sections', 'materials'],
    words: ({ unused }) => (unused === false ? 'in use' : 'unused'),
    test({ unused }, { facts }) {
      const used = usedOrdinals(facts)
      return (kind, ordinal) => used.get(kind)?.has(ordinal) === (unused === false)
    },
  },
  {
    name: 'unsupported',
    of: ['nodes', 'frames', 'areas', 'supports'],
    words: ({ unsupported }) => (unsupported === false ? 'supported' : 'unsupported'),
    test({ unsupported }, { facts }) {
      const isSupported = supported(facts)
      return (kind, ordinal) => isSupported(kind, ordinal) === (unsupported === false)
    },
  },
  {
    name: 'not',
    of: KINDS,
    words: () => 'left by "not"',
    test({ not = {} }, context) {
      const inner = select(context.facts, not, [...context.loc, 'not'], context.kinds)
      if ('issues' in inner) context.issues.push(...inner.issues)
      if (!('selection' in inner)) return () => true
      const out = new Map([...inner.selection].map(([kind, ordinals]) => [kind, new Set(ordinals)]))
      return (kind, ordinal) => !out.get(kind)?.has(ordinal)
    },
  },
]

/** `kinds`: those meant where the selection names none. */
export function select(
  facts: Facts,
  selector: Select,
  loc: Issue['loc'] = ['select'],
  kinds: readonly Kind[] = DEFAULT_KINDS,
): Selected {
  const issues: Issue[] = []
  const conditions = CONDITIONS.filter(({ name }) => selector[name] !== undefined)
  if (conditions.length === 0 && selector.all !== true && selector.kinds === undefined) {
    return { issues: [valueError(loc, 'say what to select: a condition, or {"all": true}')] }
  }
  const candidates = (selector.kinds ?? (selector.case ? ['loads'] : kinds)).filter((kind, i, all) => all.indexOf(kind) === i)
  let left = candidates
  for (const { name, of } of conditions) {
    const can = left.filter((kind) => of.includes(kind))
    if (can.length === 0) {
      const msg = `${left.map((kind) => `${KIND_WORD[kind]}s`).join(', ')} have no ${name}`
      return { issues: [{ type: 'condition_not_applicable', loc: [...loc, name], msg, ctx: { kinds: left, condition: name } }] }
    }
    left = can
  }
  const length = selector.by === 'run' ? lengthByRun(facts) : facts.length
  const unknown = new UnknownAmounts()
  const context: SelectContext = { facts, loc, issues, kinds: left, length, by: selector.by, unknown }
  const tests = conditions.map((condition) => ({ condition, test: condition.test(selector, context) }))
  if (issues.length > 0) return { issues }
  const leftOut = leftOutBy(selector, context, tests)

  let selection: Map<Kind, number[]> = new Map(left.map((kind) => [kind, Array.from({ length: facts.count(kind) }, (_, i) => i)]))
  let noun = nounOf(left)
  for (const { condition, test } of tests) {
    const before = selection
    selection = new Map([...before].map(([kind, ordinals]) => [kind, ordinals.filter((ordinal) => test?.(kind, ordinal))]))
    if (total(selection) === 0 && total(before) > 0)
      return { emptied: emptiedBy(condition, selector, context, before, noun), ...unknown.asField(), ...leftOut }
    if (condition.name === 'role' && selector.role?.length === 1) noun = `${selector.role[0]}s`
  }
  for (const kind of [...selection.keys()]) if (selection.get(kind)?.length === 0) selection.delete(kind)
  if (selection.size === 0) {
    const msg = `the model has no ${nounOf(left)}`
    return { emptied: { condition: 'kinds', loc: [...loc, 'kinds'], before: 0, near: [], msg } }
  }
  const frames = selection.get('frames')
  if (selector.by === 'run' && frames) selection.set('frames', wholeRuns(facts, frames))
  return { selection, ...unknown.asField(), ...leftOut }
}

/** Of a frame the length of its run. */
function lengthByRun(facts: Facts): Facts['length'] {
  const runs = facts.runs()
  return (kind, ordinal) => {
    const run = kind === 'frames' ? runs.of(ordinal) : undefined
    return run === undefined ? facts.length(kind, ordinal) : runs.length(run)
  }
}

/** The frames with all others of their runs, in model order. */
function wholeRuns(facts: Facts, frames: readonly number[]): number[] {
  const runs = facts.runs()
  const all = new Set(frames)
  for (const run of new Set(frames.map((frame) => runs.of(frame)))) {
    if (run !== undefined) for (const frame of runs.frames(run)) all.add(frame)
  }
  return [...all].sort((a, b) => a - b)
}

/** The issue of an edit, a check or a picture that was asked for nothing. */
export function nothingSelected({ condition, loc, before, near, msg }: Emptied): Issue {
  return { type: 'nothing_selected', loc, msg, ctx: { condition, before, near } }
}

export const total = (selection: Selection): number => {
  let count = 0
  for (const ordinals of selection.values()) count += ordinals.length
  return count
}

function emptiedBy(
  { name, words, near }: Condition,
  selector: Select,
  context: SelectContext,
  before: Selection,
  noun: string,
): Emptied {
  const count = total(before)
  const instead = near?.(context, before, selector) ?? []
  const theirs =
    typeof instead === 'string'
      ? `; ${instead}`
      : instead.length > 0
        ? `; theirs are ${instead.map(({ value, count: of }) => `${quoted(value)} (${of})`).join(', ')}`
        : ''
  return {
    condition: name,
    loc: [...context.loc, name],
    before: count,
    near: typeof instead === 'string' ? instead : instead.map(({ value }) => value),
    msg: `${count} ${count === 1 ? noun.replace(/s$/, '') : noun}, none ${words(selector)}${theirs}`,
  }
}

const nounOf = ([kind, ...others]: readonly Kind[]): string => (kind && others.length === 0 ? `${KIND_WORD[kind]}s` : 'elements')

const each = (selection: Selection): [Kind, number][] =>
  [...selection].flatMap(([kind, ordinals]) => ordinals.map((ordinal): [Kind, number] => [kind, ordinal]))
