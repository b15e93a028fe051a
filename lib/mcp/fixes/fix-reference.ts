import { KIND_WORD } from '#lib/model/validate/references.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { KINDS } from '#lib/schema/schema.ts'
import { starsIn } from '#lib/service/edit-language.ts'
import { plainName } from '#lib/service/elements/find-names.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Background, brief, isInSelection, valueAt } from './background.ts'
import { isProfile } from './fix-profile.ts'
import { conditionsIn } from './fix-selection.ts'
import { type Fix, replaceKeys, sendValue } from './patch.ts'

/** Verbs that work on frames, or on nodes, alone. */
const OF_ONE_KIND = ['divide', 'join', 'orient', 'merge']

/** A reference that leads nowhere: what there is of that name, or the element to add. */
export function referenceFix(issue: Issue, value: unknown, background: Background): Fix {
  const { loc, ctx = {} } = issue
  const { similarId, writes } = background
  const [kind, id] = [String(ctx.kind), String(ctx.id)]
  const isMade = loc[0] === 'repeat' && typeof value === 'string' && value.includes('{')
  if (isMade) return `end a range earlier, leave this combination out with if, or add the ${kind}`
  if (Array.isArray(ctx.names)) return listedFix(loc, ctx.names.map(String), background.sent)
  const bays = loc.at(-2) === 'bay' ? id.split(/\s*[/,;&]\s*|\s+and\s+/) : []
  if (bays.length > 1) return listedFix(loc, bays, background.sent)
  const levels = levelsFix(issue)
  if (levels) return levels
  const late = orderFix(issue, background) ?? takenFix(issue, background)
  if (late) return late
  const pattern = isInSelection(loc) ? patternFix(loc, id) : undefined
  if (pattern) return pattern
  if (id.includes('?'))
    return sendValue(loc, id.replaceAll('?', '*'), `only * stands for any text: ${JSON.stringify(id.replaceAll('?', '*'))}`)
  const bare = /^([*`"'_]+)(.+)\1$/.exec(id)?.[2]
  if (bare !== undefined && !isInSelection(loc)) return sendValue(loc, bare, `use ${JSON.stringify(bare)}`)
  if (id.includes('*') && !isInSelection(loc)) return 'write the ids out: * is for selections only'
  const operation = loc[0] === 'ops' ? valueAt(background.sent, loc.slice(0, 2)) : undefined
  if (ctx.is !== undefined && isDictionary(operation) && OF_ONE_KIND.some((verb) => verb in operation))
    return `this works on ${kind}s, and ${JSON.stringify(id)} is ${article(String(ctx.is))}`
  const is = KINDS.find((one) => KIND_WORD[one] === ctx.is)
  const select = loc.indexOf('ids')
  if (is && select > 0) return sendValue([...loc.slice(0, select), 'kinds'], [is], `add "kinds": ["${is}"]`)
  if (is) return `add "kinds": ["${is}"]`
  const other = similarId?.(kind, id)
  const near = typeof ctx.suggestion === 'string' && !differInDigits(ctx.suggestion, id) ? ctx.suggestion : undefined
  if (other !== undefined && plainName(other) === plainName(id)) return sendValue(loc, other, `use ${JSON.stringify(other)}`)
  if (other !== undefined) return sendValue(loc, other, `use the id ${JSON.stringify(other)}: that is the ${kind} of this name`)
  if (kind === 'section' && isProfile(id) && writes !== false && !isInSelection(loc)) {
    const section = JSON.stringify([{ id, profile: id }])
    return loc[0] === 'ops' ? `before this op: {"add":{"sections":${section}}}` : `add "sections": ${section}`
  }
  const isOfComment = loc[0] === 'elements' // a comment names elements and adds none
  const mayBePattern = isInSelection(loc)
  if (mayBePattern || isOfComment || loc[0] === 'densities')
    return near === undefined
      ? `name one that is in the model${mayBePattern ? ', or write * for any text' : ''}`
      : sendValue(loc, near, `use ${JSON.stringify(near)}`)
  if (near !== undefined)
    return sendValue(loc, near, `use ${JSON.stringify(near)}, or add ${article(kind)} with id ${brief(id)} in this call`)
  if (kind === 'level')
    return `a level is a grid line: {"id":${JSON.stringify(id)},"axis":"Z","coordinate":…}; add it, or name one that is there`
  if (loc.length === 1) return 'name one that is in the model'
  const there = background.there?.(kind) ?? []
  const which = there.length > 0 ? `: ${there.map((one) => JSON.stringify(one)).join(', ')}` : ''
  return `add ${article(kind)} with id ${brief(id)} in this call, or refer to one that exists${which}`
}

/** A pattern of another language among ids, or conditions in their place. */
export function patternFix(loc: Issue['loc'], id: string): Fix | undefined {
  const at = typeof loc.at(-1) === 'number' ? loc.slice(0, -1) : loc
  const conditions = at.at(-1) === 'ids' && loc.at(-1) !== 1 ? conditionsIn(id) : undefined
  if (conditions)
    return { patches: replaceKeys(at.slice(0, -1), ['ids'], conditions), words: `send ${JSON.stringify(conditions)}` }
  const stars = starsIn(id)
  const [first, ...others] = stars ?? []
  if (first === undefined) return undefined
  const words = `* alone stands for any text: ${JSON.stringify(stars)}`
  if (others.length === 0) return sendValue(loc, first, words)
  return loc.at(-1) === 0 || at === loc ? sendValue(at, stars, words) : words
}

/** Several names in place of one. */
function listedFix(loc: Issue['loc'], names: readonly string[], sent: unknown): Fix {
  const words = `send ${JSON.stringify(names)}`
  if (typeof loc.at(-1) !== 'number') return sendValue(loc, names, words)
  const at = loc.slice(0, -1)
  const list = valueAt(sent, at)
  const all = Array.isArray(list) ? list.flatMap((one, i) => (i === loc.at(-1) ? names : [one])) : names
  return sendValue(at, all, words)
}

/** Ids that differ in digits only are neighbours, not slips of the pen. */
const differInDigits = (one: string, other: string) => one.replaceAll(/\d+/g, '#') === other.replaceAll(/\d+/g, '#')

const article = (kind: string) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`

/** `<L3`, `>=L1`: the levels below or above one, as a range. */
function levelsFix({ loc, ctx = {} }: Issue): Fix | undefined {
  const [, sign = '', name = ''] = /^\s*([<>]=?)\s*(.+?)\s*$/.exec(String(ctx.id)) ?? []
  if (!Array.isArray(ctx.levels) || sign === '') return undefined
  const levels = ctx.levels.map(String)
  const index = levels.findIndex((level) => level.toLowerCase() === name.toLowerCase())
  const words = `write a range, such as ${JSON.stringify(`${levels[0]}..${levels.at(-1)}`)}`
  if (index < 0) return words
  const within = sign.startsWith('<')
    ? levels.slice(0, index + (sign === '<=' ? 1 : 0))
    : levels.slice(index + (sign === '>=' ? 0 : 1))
  const [first, last] = [within[0], within.at(-1)]
  if (first === undefined) return `no level is ${sign.startsWith('<') ? 'below' : 'above'} ${name}`
  return sendValue(loc, first === last ? first : `${first}..${last}`, words)
}

/** What an operation refers to is added by a later one: that one goes first. */
function orderFix({ loc, ctx = {} }: Issue, { sent }: Background): Fix | undefined {
  const [head, index] = loc
  const ops = isDictionary(sent) ? sent.ops : undefined
  const kind = KINDS.find((one) => KIND_WORD[one] === ctx.kind)
  if (head !== 'ops' || typeof index !== 'number' || !Array.isArray(ops) || !kind) return undefined
  const later = ops.findIndex((op, i) => {
    const added = i > index && isDictionary(op) && isDictionary(op.add) ? op.add[kind] : undefined
    return Array.isArray(added) && added.some((one) => isDictionary(one) && one.id === ctx.id)
  })
  if (later === -1) return undefined
  const others = ops.filter((_, i) => i !== later)
  return sendValue(['ops'], [...others.slice(0, index), ops[later], ...others.slice(index)], `put op ${later} before op ${index}`)
}

/** What the model has, and an operation before this one took away or gave another id. */
function takenFix({ loc, ctx = {} }: Issue, { sent, similarId }: Background): Fix | undefined {
  const [head, index] = loc
  const [kind, id] = [String(ctx.kind), String(ctx.id)]
  const ops = isDictionary(sent) && Array.isArray(sent.ops) ? sent.ops : []
  if (head !== 'ops' || typeof index !== 'number' || (ctx.suggestion !== id && similarId?.(kind, id) !== id)) return undefined
  const taking = ops.slice(0, index).flatMap((op, i) => {
    const verb = isDictionary(op) ? TAKING.find((one) => one in op) : undefined
    return verb === undefined ? [] : [{ op, i, verb }]
  })
  const [only, ...others] = taking
  if (!only) return undefined
  if (others.length > 0)
    return `op ${taking.map(({ i }) => i).join(' or op ')} removed or renamed it: put this op before that one`
  if (only.verb !== 'renumber') return `op ${only.i} removed it: leave this op out, or put it before that one`
  const words = `op ${only.i} renamed it: send its new id, or put this op before that one`
  const made = valueAt(only.op, ['renumber', 'id'])
  const meant = [valueAt(only.op, ['select', 'ids']) ?? []].flat()
  return typeof made === 'string' && !made.includes('{') && meant.join() === id ? sendValue(loc, made, words) : words
}

/** Verbs after which an id may be gone. */
const TAKING = ['remove', 'renumber', 'merge', 'join', 'divide']
