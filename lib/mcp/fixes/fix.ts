import { COORDINATES } from '#lib/model/shape/vector.ts'
import { isKind } from '#lib/model/validate/defaults.ts'
import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { KIND_WORD } from '#lib/model/validate/references.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { ELEMENT_SCHEMAS, KINDS, type Kind } from '#lib/schema/schema.ts'
import { sizesSent } from '#lib/service/find-sections.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { type Background, brief, isInSelection, jsonIn, schemaAt, valueAt, wordsAt } from './background.ts'
import { cardinalFix } from './cardinal-point.ts'
import { nearField } from './field-names.ts'
import { analysisFix } from './fix-analysis.ts'
import { degreesFix, expressionFix, variableFix } from './fix-expression.ts'
import { formFix } from './fix-form.ts'
import { loadFix } from './fix-loads.ts'
import { loopFix, onceInTemplate, repeatedIdFix } from './fix-loop.ts'
import { misplacedFix } from './fix-misplaced.ts'
import { missingFix } from './fix-missing.ts'
import { pointsFix } from './fix-openings.ts'
import { placeFix } from './fix-places.ts'
import { profileFix } from './fix-profile.ts'
import { patternFix, referenceFix } from './fix-reference.ts'
import { releasesFix } from './fix-releases.ts'
import { renameFix, selectionFix } from './fix-selection.ts'
import { spacesFix } from './fix-spaces.ts'
import { strangeFix } from './fix-strange.ts'
import { literalFix, numberFix, objectFix, restraintsFix } from './fix-value.ts'
import { type Fix, replaceKeys, sendValue } from './patch.ts'
import { listedById, meantBy } from './synonyms.ts'

/** What to send instead, in words or as it is to be sent; undefined where nothing is known that the message does not say. */
export function fixFor(issue: Issue, value: unknown, background: Background): Fix | undefined {
  const { type, loc, msg, ctx = {} } = issue
  const field = String(loc.at(-1) ?? '')
  const wanted = schemaAt(background.schema, loc)
  const isTemplate = loc.includes('repeat')
  const loose = isTemplate ? undefined : outsideRepeat(loc, value, background.sent)
  if (loose && REPEATED.has(type)) return loose
  if (isTemplate && typeof value === 'string' && value.includes('{{')) return expressionFix(issue, value)
  const spaced = typeof value === 'string' && type !== 'profile_not_found' ? spacesFix(loc, value) : undefined
  if (spaced) return spaced
  if (loc[0] === 'fields' && typeof value === 'string') return fieldsFix(issue, value, background)
  const form = misshapenFix(issue, value, background)
  if (form) return form
  switch (type) {
    case 'missing':
      return missingFix(loc, wanted, background)
    case 'extra_forbidden':
      if (msg.endsWith('takes no select')) return withoutSelectFix(loc, value, background.sent)
      return misplacedFix(issue, value, background) ?? strangeFix(issue, value, background)
    case 'template_value':
      return ctx.radians === true ? degreesFix(loc, value) : undefined
    case 'string_type':
      return textFix(loc, value, background)
    case 'profile_not_found':
    case 'ambiguous_profile':
    case 'profile_disagrees':
    case 'unit_unknown':
      return profileFix(issue, background)
    case 'string_too_short':
      if (field === 'profile') return PROFILE_LENGTH
      return /^id$|Ids?$/.test(field) ? 'an id has at least one character' : 'send a text that says something'
    case 'string_too_long':
      return tooLongFix(loc, field)
    case 'float_type':
    case 'float_parsing':
      return numberFix(loc, value, background)
    case 'finite_number':
      return 'send a finite number'
    case 'list_type':
      if (loc.includes('openingNodeIds')) {
        const at = loc.slice(0, loc.indexOf('openingNodeIds') + 1)
        const openings = valueAt(background.sent, at)
        return pointsFix(at, openings, background) ?? openingFix(at, openings)
      }
      return listFix(loc, value, field)
    case 'too_short':
      return field === 'nodeIds' && loc.includes('areas')
        ? 'list three or more node ids around the outline'
        : `list at least ${ctx.min_length ?? 1}`
    case 'model_attributes_type':
    case 'dict_type':
      return objectFix(loc, value, wanted, background.sent)
    case 'literal_error':
      return literalFix(loc, value, wanted, ctx, background.sent)
    case 'bool_type':
    case 'bool_parsing':
      return loc.includes('restraints') && typeof value === 'number' ? SPRING : 'send true or false'
    case 'ambiguous_kinds': {
      const kinds = Array.isArray(ctx.kinds) ? ctx.kinds.map((kind) => `"kinds": [${JSON.stringify(kind)}]`) : []
      return `say which in select: ${kinds.join(' or ')}`
    }
    case 'template_syntax':
      return expressionFix(issue, value) ?? syntaxWords(issue)
    case 'template_name':
      return variableFix(issue, value, background) ?? expressionFix(issue, value)
    case 'value_error':
      if (loc.at(-1) === 'sort' && typeof value === 'string') return sortFix(issue, value, background)
      if (loc.at(-1) === 'select' && isDictionary(value) && Object.keys(value).length === 0) return nothingSaidFix(loc)
      if (loc.at(-1) === 'mirror' && isDictionary(value)) return mirrorFix(value)
      if (loc[0] === 'gridLineId') return gridViewFix(issue, value, background.sent)
      if (loc[0] === 'undo') return undoFix(msg)
      return loc.includes('restraints') ? restraintsFix(loc, value) : valueFix(issue, background.sent)
    default:
      return storedFix(issue, value, background)
  }
}

/** Fields in one text, or under a name near theirs. */
function fieldsFix({ loc, msg }: Issue, value: string, { schema }: Background): Fix | undefined {
  const [, whose = '', near] = /^(.*) have no field .*?(?:; did you mean '(.*)'\?)?$/.exec(msg) ?? []
  const kinds = KINDS.filter((kind) => whose.split(', ').includes(`${KIND_WORD[kind]}s`))
  const field = kinds.map((kind) => fieldMeant(value, kind)).find((one) => one !== undefined) ?? near
  if (field !== undefined) return sendValue(loc, field)
  const names = value.split(/\s*[,;]\s*/)
  if (names.length > 1) return sendValue(['fields'], names)
  if (wordsAt(schema, ['groupBy', 0]).includes(value))
    return `${value} is what groups are by: "groupBy": ["${value}"], with "show": ["ids"] for their elements`
  return value === 'profile' ? 'profile is a field of sections: "kinds": ["sections"], or group by section' : undefined
}

/** `x`, `start`: a field by its end, or by the name that others give it. */
const fieldMeant = (name: string, kind: Kind): string | undefined =>
  kind === 'nodes' && isOneOf(COORDINATES, name.toLowerCase())
    ? `position.${name.toLowerCase()}`
    : nearField(name, Object.keys(ELEMENT_SCHEMAS[kind].shape), KIND_WORD[kind])

/** What is no text. */
function textFix(loc: Issue['loc'], value: unknown, background: Background): Fix {
  if (loc.join() === 'loads' && !Array.isArray(value)) {
    const cases = background.there?.(KIND_WORD.loadCases) ?? []
    const [only, ...others] = cases
    if (only !== undefined && others.length === 0) return sendValue(loc, only)
    return cases.length > 0 ? `name a load case: ${cases.join(', ')}` : 'name a load case of the model'
  }
  if (loc.includes('openingNodeIds')) {
    const at = loc.slice(0, loc.indexOf('openingNodeIds') + 1)
    return pointsFix(at, valueAt(background.sent, at), background) ?? 'send text'
  }
  if (loc.at(-2) === 'nodeIds') {
    const at = loc.slice(0, -1)
    const points = pointsFix(at, [valueAt(background.sent, at)], background)
    if (points) return points
  }
  const place = placeFix(loc.slice(0, -1), String(loc.at(-1)), String(loc.at(-1)), background)
  if (place) return place
  if (Array.isArray(value)) return unlistedFix(loc, value, background.sent)
  if (isDictionary(value)) return nestedFix(loc, value, background)
  return typeof value === 'number' || typeof value === 'boolean'
    ? sendValue(
        loc,
        String(value),
        loc.includes('toLevels')
          ? `name a level of the model; a new one is a grid line, {"id": …, "axis": "Z", "coordinate": ${value}}, added by an op before`
          : isInSelection(loc)
            ? 'name one of the model, as a text'
            : `send text: ${JSON.stringify(String(value))}`,
      )
    : 'send text'
}

/** What is wrong beside what the model has. */
function storedFix(issue: Issue, value: unknown, background: Background): Fix | undefined {
  const { type, loc, ctx = {} } = issue
  switch (type) {
    case 'duplicate_id':
      if (typeof ctx.free === 'string') return `"id": ${JSON.stringify(ctx.free)}`
      if (loc.at(-2) === 'renumber' && typeof value === 'string') return renumberFix(issue, value)
      if (loc.includes('repeat')) return repeatedIdFix(issue, value, background)
      return 'ids are unique within their kind: rename one of the two and what refers to it, or send the element once'
    case 'outside_storey':
      return storeyFix(loc, background.sent)
    case 'condition_not_applicable':
      return conditionFix(issue, background.sent)
    case 'cannot_analyse': {
      if (loc[0] === 'cases' && /^(all|\*)$/i.test(String(value)))
        return { patches: [{ at: ['cases'], drop: true }], words: 'leave out cases' }
      const near = typeof ctx.suggestion === 'string' ? ctx.suggestion : undefined
      return near === undefined ? analysisFix(issue, background) : sendValue(loc, near)
    }
    case 'nothing_selected': {
      const [pattern = ''] = Array.isArray(value) ? value : [value]
      return loc.at(-1) === 'ids' && !(Array.isArray(value) && value.length > 1) ? patternFix(loc, String(pattern)) : undefined
    }
    case 'reference_not_found':
      if (value === '') return 'send null, or leave it out: it has none'
      return referenceFix(issue, value, background)
    case 'not_found':
      if (typeof ctx.call === 'string') return ctx.call
      return ctx.suggestion === undefined
        ? undefined
        : sendValue(loc, ctx.suggestion, `use the id ${JSON.stringify(ctx.suggestion)}: ${ctx.because}`)
    case 'name_mismatch':
      return 'send the present name letter for letter, as list_models tells it'
    case 'frame_in_other_member':
      return `take the frame out of this member, or send member ${brief(ctx.member)} without it in the same call`
    case 'still_referenced':
      return referredFix(issue)
    case 'limit_exceeded':
      return MOST_OF[String(loc.at(-1))] ?? 'send less in one call'
  }
}

/** What to do where there is too much of a field. */
const MOST_OF: Readonly<Record<string, string | undefined>> = {
  source: 'send a shorter source',
  note: 'remove the oldest first, by an op {"note":{"remove":1}}, or one that no longer holds',
}

function tooLongFix(loc: Issue['loc'], field: string): string {
  if (loc.includes('note')) return 'shorten the note, or send it as two'
  return field === 'profile' ? PROFILE_LENGTH : 'an id has at most 256 characters'
}

/** An object where its id belongs, alone or in a list of ids. */
function nestedFix(loc: Issue['loc'], value: Record<string, unknown>, { sent }: Background): Fix {
  if (loc[0] === 'ops' && loc.length === 3 && loc[2] === 'name') return renameFix(loc, value, sent)
  const list = valueAt(sent, loc.slice(0, -1))
  const isId = (one: unknown): one is { id: string } => isDictionary(one) && typeof one.id === 'string'
  if (Array.isArray(list) && list.every((one) => typeof one === 'string' || isId(one)))
    return sendValue(
      loc.slice(0, -1),
      list.map((one) => (isId(one) ? one.id : one)),
    )
  if (isId(value)) return sendValue(loc, value.id)
  const [only, ...others] = Object.values(value)
  if (loc.at(-1) === 'profile' && typeof only === 'string' && others.length === 0) return sendValue(loc, only)
  if (loc.at(-1) === 'sort' && typeof value.by === 'string')
    return sendValue(loc, /^desc/i.test(String(value.order ?? value.direction ?? '')) ? `-${value.by}` : value.by)
  if (loc.at(-1) === 'sectionId' && typeof value.profile === 'string')
    return `send "sections": [${JSON.stringify({ id: value.profile, ...value })}] too, and here its id`
  return 'send text'
}

/** Numbers beyond what they may be, and texts for them. */
function amountFix({ type, loc, ctx = {} }: Issue, value: unknown): Fix | undefined {
  if (loc.join() === 'modes' && /^int_/.test(type)) return 'send how many periods: a whole number up to 50'
  if (type === 'int_parsing' && /^\d+\s*px$/.test(String(value))) return sendValue(loc, Number.parseInt(String(value), 10))
  if (loc.at(-2) === 'at' && loc.includes('divide') && typeof value === 'number')
    return `at is a share of the frame's length, 0 to 1: ${value} divided by the length; "every" is a length`
  if (type === 'less_than_equal' && loc.join() === 'limit' && typeof ctx.le === 'number') return sendValue(loc, ctx.le)
  const isShare = /^(less|greater)_than_equal$/.test(type) && (loc.includes('loads') || loc.includes('load') || loc[0] === 'at')
  return isShare ? "a share of the frame's length, 0 to 1" : undefined
}

/** What is right in another language, or in another place. */
const misshapenFix = (issue: Issue, value: unknown, background: Background): Fix | undefined =>
  loopFix(issue, value, background) ??
  selectionFix(issue, value, background) ??
  loadFix(issue, background) ??
  releasesFix(issue, background) ??
  cardinalFix(issue, value, background) ??
  amountFix(issue, value) ??
  formFix(issue, value, background)

/** What a loop or an expression outside of `repeat` fails with. */
const REPEATED = new Set([
  'string_type',
  'float_parsing',
  'float_type',
  'missing',
  'model_attributes_type',
  'reference_not_found',
])

/** A loop or an expression that stands where nothing is computed: the array that belongs into a template. */
function outsideRepeat(loc: Issue['loc'], value: unknown, sent: unknown): Fix | undefined {
  const place = loc.findIndex((step) => isKind(String(step)))
  if (place < 0 || isInSelection(loc)) return undefined
  if (isDictionary(value) && ('each' in value || 'for' in value)) return onceInTemplate(loc.slice(0, place + 1), sent)
  if (!(typeof value === 'string' && /\{[^{}]*[A-Za-z_][^{}]*\}/.test(value))) return undefined
  return `expressions are computed inside repeat only: "repeat": [{"for": {…}, "${loc[place]}": […]}]`
}

/** What of `show` is no measure of an element. */
const NO_MEASURES = ['count', 'ids', 'fields', 'load', 'centroid']

const MEASURES: Readonly<Record<string, string | undefined>> = { m: 'length', m2: 'area', m3: 'volume', kg: 'mass', t: 'mass' }

/** `mass desc`, `-Fz`, a unit for what is measured in it, a key of the groups, and what another table shows. */
function sortFix({ loc, msg }: Issue, value: string, { sent, schema }: Background): Fix | undefined {
  const [, word = value.trim(), order = ''] = /^(\S+)[\s:]+(asc|desc)\w*$/i.exec(value.trim()) ?? []
  const name = word.replace(/^[-+]/, '')
  const sign = word.startsWith('-') || /^desc/i.test(order) ? '-' : ''
  const columns = /sort by (.*), or with - before it/.exec(msg)?.[1]?.split(', ') ?? []
  const asked = (key: string) => [valueAt(sent, [key]) ?? []].flat().map(String)
  const show = asked('show')
  const shown = show.length > 0 ? show : ['count']
  if (msg.endsWith('; forces have it'))
    return { patches: [{ at: ['show'], value: [...shown, 'forces'] }], words: 'add "forces" to show' }
  const column =
    columns.find((one) => one.toLowerCase() === name.toLowerCase()) ??
    meantBy(name, columns) ??
    (asked('groupBy').includes(name) && columns.includes('key') ? 'key' : undefined) ??
    nearestIds([name], columns).get(name)
  if (column !== undefined) return sendValue(loc, sign + column)
  const measures = wordsAt(schema, ['show', 0]).filter((one) => !NO_MEASURES.includes(one))
  const measure = measures.find((one) => one === name) ?? MEASURES[name] ?? meantBy(name, measures)
  if (measure === undefined || !columns.includes('key'))
    return `sort by a column that is shown: ${columns.join(', ')}; "-" before it falls`
  // Where nothing is summed it is elements that are to be in order. The parser has laid in the count.
  const isOfElements = asked('groupBy').length === 0 && shown.join() === 'count'
  return {
    patches: [
      isOfElements ? { at: ['fields'], value: [...asked('fields'), measure] } : { at: ['show'], value: [...shown, measure] },
      { at: loc, value: sign + measure },
    ],
    words: `sort by ${measure}, which stands in ${isOfElements ? 'fields' : 'show'}`,
  }
}

/** A list where one text belongs, or among texts. */
function unlistedFix(loc: Issue['loc'], value: readonly unknown[], sent: unknown): Fix {
  const [only, ...others] = value
  if (typeof loc.at(-1) === 'number') {
    const list = valueAt(sent, loc.slice(0, -1))
    return Array.isArray(list) ? sendValue(loc.slice(0, -1), list.flat(), 'send one list of texts') : 'send text'
  }
  return typeof only === 'string' && others.length === 0 ? sendValue(loc, only) : 'send one text'
}

/** A selection without a condition is everything where nothing is written. */
const nothingSaidFix = (loc: Issue['loc']): Fix =>
  loc.length === 1
    ? { patches: [{ at: loc, drop: true }], words: 'leave select out' }
    : 'say which: "ids", "kinds", "role", "section", "storey", "on" …; {"all": true} is the whole model'

/** A skew line is looked at square, and no other view is at a line. */
function gridViewFix({ msg }: Issue, value: unknown, sent: unknown): Fix | undefined {
  const views = [valueAt(sent, ['views']) ?? valueAt(sent, ['view']) ?? []].flat()
  const gone = replaceKeys([], ['gridLineId', ...(valueAt(sent, ['view']) === undefined ? [] : ['view'])], {})
  const squared = views.map((view) => (view === 'grid' ? 'square' : view))
  const of = valueAt(sent, ['of']) ?? { on: [value] }
  if (msg.includes(' is skew'))
    return { patches: [{ at: ['views'], value: squared }, { at: ['of'], value: of }, ...gone], words: 'look at it square' }
  if (!msg.includes('only the view grid')) return undefined
  if (valueAt(sent, ['of']) !== undefined) return { patches: replaceKeys([], ['gridLineId'], {}), words: 'leave out gridLineId' }
  const drawn = views.length > 1 ? [...views, 'grid'] : ['grid']
  return {
    patches: [{ at: ['views'], value: drawn }, ...gone.filter(({ at }) => at[0] === 'view')],
    words: 'look at it by the view grid',
  }
}

/** There may be fewer writes than are to be undone. */
function undoFix(msg: string): Fix | undefined {
  const writes = /only (\d+) writes? can be undone/.exec(msg)?.[1]
  if (writes === undefined) return undefined
  return writes === '0'
    ? 'nothing to undo: the model is as revision 1 made it; send "revision" to bring back another'
    : sendValue(['undo'], Number(writes))
}

/** What is lacking of a plane, or of a line in its place. */
function mirrorFix(mirror: Record<string, unknown>): string {
  const has = (name: string) => Object.keys(mirror).some((key) => key === name || meantBy(key, [name]) === name)
  if ('on' in mirror) return 'leave out "on", or "plane" and "at"'
  if (has('plane')) return 'add "at": where the plane lies on that axis; or send "on": a grid line, in its place'
  return has('at') ? 'add "plane": one of X, Y, Z' : 'add "plane": one of X, Y, Z and "at": where it lies; or "on": a grid line'
}

/** What is copied is of one storey. */
function storeyFix(loc: Issue['loc'], sent: unknown): Fix | undefined {
  const at = loc.slice(0, 2)
  const operation = valueAt(sent, at)
  const from = valueAt(sent, [...at, 'toLevels', 'from'])
  if (loc.at(-1) !== 'from' || !isDictionary(operation) || !isDictionary(operation.select)) return undefined
  const { all: _, ...select } = operation.select
  if (select.storey !== undefined) return `select the storey that is copied: "storey": [${JSON.stringify(from)}]`
  return sendValue(
    [...at, 'select'],
    { ...select, storey: [from] },
    `what is copied is of one storey: add "storey": [${JSON.stringify(from)}] to select, or send as from that of these`,
  )
}

/** Conditions of frames and areas, asked of the loads on them. */
function conditionFix({ loc, ctx = {} }: Issue, sent: unknown): Fix | undefined {
  const at = loc.slice(0, -1)
  const select = valueAt(sent, at)
  const condition = String(ctx.condition)
  const kinds: unknown[] = Array.isArray(ctx.kinds) ? ctx.kinds : []
  if (!isDictionary(select) || loc.at(-1) !== condition) return undefined
  if (kinds.join() !== 'loads') return 'kinds' in select ? `send other kinds, or leave out ${condition}` : undefined
  const { kinds: _, case: ofCase, connectedTo, ...conditions } = select
  if (connectedTo !== undefined) return undefined
  return {
    ...sendValue(at, { kinds: ['loads'], ...(ofCase !== undefined && { case: ofCase }), connectedTo: conditions }),
    beside: 'these are the loads on them; what they carry is told by analyse_model, show forces or reactions',
  }
}

/** A text that makes one id of several elements, or of one that there is. */
const renumberFix = ({ ctx = {} }: Issue, id: string): string =>
  Number(ctx.count ?? 1) > 1 && !/\{[^{}]*\bn\b/.test(id)
    ? `ids are unique: put the number into it, as in ${JSON.stringify(`${id}-{n}`)}`
    : 'choose an id that is free, or renumber the other first, by an op before'

const PROFILE_LENGTH = 'a profile has 1 to 128 characters, such as "HEA 200"'

/** True instead of a stiffness would turn a spring into a rigid support without a word. */
const SPRING =
  'send true (held) or false (free); for a spring send null, not stated, and keep its stiffness in source: {"system": …, "properties": {…}}'

/** What others refer to is to be removed. */
function referredFix({ loc, ctx = {} }: Issue): string {
  const by = isDictionary(ctx.by) ? `${ctx.by.kind} ${brief(ctx.by.id)}` : 'what refers to it'
  const cascade = loc.at(-1) === 'remove' ? '"remove": {"cascade": true}' : '"cascade": true'
  if (ctx.kind === 'section' || ctx.kind === 'material')
    return `give ${by} and the others another ${ctx.kind} first, or send ${cascade}: they stay, without one`
  return `remove ${by} too, or send ${cascade} to remove all that refers to it`
}

const syntaxWords = ({ loc, msg }: Issue) => {
  if (loc.includes('for')) return 'a range is "0..4" or "8..0 by -2"; a list is an array: [1, 6, 10]'
  const isText = /[{}]|^'\w+' not expected|^an operator expected/.test(msg)
  if (!isText || (!loc.includes('let') && !loc.includes('if'))) return undefined
  return 'in let and if stands an expression alone; text with expressions in braces is quoted in it: "{letter(i)}{j+1}"'
}

/** One opening in place of a list of them. */
const openingFix = (at: Issue['loc'], value: unknown): Fix =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? sendValue(at, [value], 'a list of openings, each a list of ids')
    : 'a list of openings, each a list of ids'

/** A selection beside a verb of the whole model. To change all of it may not be meant. */
function withoutSelectFix(loc: Issue['loc'], value: unknown, sent: unknown): Fix {
  const operation = valueAt(sent, loc.slice(0, -1))
  const isOfAll = isDictionary(value) && value.all === true
  if (!isOfAll && isDictionary(operation) && 'name' in operation)
    return `name is that of the model; elements have ids, by "renumber": {"id": ${JSON.stringify(operation.name)}}, and labels, by "set": {"label": …}`
  if (!isOfAll && isDictionary(operation) && 'scale' in operation) return 'scale is of the whole model: leave select out'
  return { patches: [{ at: loc, drop: true }], words: 'leave select out' }
}

/** What should be a list: its text, an object by id, or the one item of it. */
function listFix(loc: Issue['loc'], value: unknown, field: string): Fix {
  if (typeof value === 'string' && value.trimStart().startsWith('[')) {
    const list = jsonIn(value)
    const words = 'send the array itself, not its text'
    return Array.isArray(list) ? sendValue(loc, list, words) : words
  }
  if (typeof value === 'string' && value !== '' && (loc.includes('ids') || /Ids$/.test(field))) {
    const ids = value.trim().split(/\s*[,;]\s*/)
    return ids.length > 1 ? { ...sendValue(loc, ids), otherwise: sendValue(loc, [value]) } : sendValue(loc, [value])
  }
  if (typeof value === 'number' || typeof value === 'string') return sendValue(loc, [value], 'send an array')
  if (!isDictionary(value)) return 'send an array'
  const listed = isKind(field) ? listedById(value) : undefined
  if (isKind(field) && !listed && !('id' in value)) return `an array: an object for each of the ${field}, with its id`
  const list = listed ?? [value]
  return sendValue(loc, list, `send an array: ${brief(list)}`)
}

/** Of the sizes that a rule compares one that nobody sent, and what stands for it. */
function defaultsCompared(section: Record<string, unknown>, msg: string): string {
  const sent = sizesSent(section)
  const compared = [...(/, got (.*)$/.exec(msg)?.[1] ?? '').matchAll(/(\w+)=([-\d.e]+)/g)].map(
    ([, key = '', size]) => [key, size] as const,
  )
  const other = sent && compared.find(([key]) => !(key in sent))
  return other ? `${other[0]} was not sent and is taken as ${other[1]}: it may be added; ` : ''
}

function valueFix({ loc, msg }: Issue, sent: unknown): string | undefined {
  if (loc.includes('dimensions') && loc[0] !== 'defaults') {
    const section = valueAt(sent, loc.slice(0, loc.indexOf('dimensions')))
    const taken = isDictionary(section) ? defaultsCompared(section, msg) : ''
    return (
      taken +
      'lengths in one unit, that of the model: t3 is the whole depth, t2 the whole width, tf and tw are thicknesses inside them'
    )
  }
  if (loc[0] === 'cursor') return 'start again without a cursor, or use nextCursor of the last answer as it is'
  if (msg.includes('cannot be the name of a variable')) return 'use another name'
  return undefined
}
