import type { AreaFrom } from '#lib/model/section/section-area.ts'
import { quoted } from '#lib/model/validate/references.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import type { Reason } from '../quantities/amount.ts'
import type { NotJudged } from '../select/amounts.ts'
import { fieldOf, reportUnknownFields } from '../select/element-fields.ts'
import { factsOf } from '../select/facts.ts'
import { type Selection, select } from '../select/select.ts'
import { answerUnits } from './answer-units.ts'
import { columnsShown, factorColumns } from './columns.ts'
import { type Densities, densitiesOf } from './densities.ts'
import { orderOf } from './line-order.ts'
import { groupsOf, type Line, type QueryContext, type QueryRow, rowsOf, type Unknown } from './lines.ts'
import { type AnswerShape, groupShown, rowShown, totalShown, unitsShown } from './lines-shown.ts'
import { quantitiesOf } from './quantities.ts'
import { MEASURES, type QueryAnswer, type QueryModel, type ShownQuantity } from './query-schema.ts'
import { noteOnFloors, noteOnPieces, RUN_FIELDS } from './run-rows.ts'
import { subjectId, subjectsOf } from './subjects.ts'

/** A question to a model, answered: what is selected, counted and measured, by groups or element by element. */

export type Question = Omit<QueryModel, 'cursor' | 'revision'>
/** `from`: how many groups or rows earlier pages had; `next`: where the page after this one begins. */
export type QueryResult = { answer: Omit<QueryAnswer, 'modelId' | 'revision' | 'nextCursor'>; next?: number }

/** Most characters of JSON in the groups or rows of a page: they stand in the context of the model that asks. */
const PAGE_CHARACTERS = 50_000
const MATERIALS_NAMED = 5

export function answerQuestion(model: ViewerModel, question: Question, from = 0): QueryResult | Issue[] {
  const { groupBy = [], fields = [], sort } = question
  const by = question.by ?? question.select?.by
  const show = shownBy(question)
  const facts = factsOf(model)
  const issues: Issue[] = []
  if (groupBy.length > 0 && show.includes('fields')) {
    const msg = 'fields are told element by element, without groups: leave groupBy out, or fields'
    issues.push(valueError(['groupBy'], msg))
  }
  const densities = densitiesOf(facts, question.densities ?? {}, issues)
  const selected = select(
    facts,
    { ...(question.select ?? { all: true }), by },
    undefined,
    show.includes('load') ? ['loads'] : undefined,
  )
  if ('issues' in selected) issues.push(...selected.issues)
  const selection: Selection = 'selection' in selected ? selected.selection : new Map()
  const notJudged = ('issues' in selected ? undefined : selected.unknown) ?? []
  const subjects = subjectsOf(facts, selection, by)
  const isOther = (field: string) => (by !== undefined && RUN_FIELDS.has(field)) || isMeasure(field)
  reportUnknownFields(fields, [...selection.keys()], issues, { isOther })
  const measures = quantitiesOf(facts, densities)
  const { factors = {} } = question
  const units = answerUnits(facts.model.units, question.unit ?? [], issues)
  const columns = [...columnsShown(facts, measures, show), ...factorColumns(facts, measures, factors, issues)]
  const shownNames = [...new Set<string>([...show, ...columns.map(({ name }) => name)])]
  const order = orderOf(sort, shownNames, issues)
  if (issues.length > 0) return issues

  const context: QueryContext = { facts, selection, subjects, measures, columns, show, keys: groupBy }
  const answerShape: AnswerShape = { names: shownNames, units }
  const isRows = show.includes('fields')
  const { lines, sum, unknown, beside } = isRows ? rowsOf(context) : groupsOf(context)
  lines.sort(order(context))

  const pageLines: Record<string, unknown>[] = []
  let characters = 0
  const fieldAt = isRows ? fieldOf(facts) : undefined
  for (const line of lines.slice(from, from + question.limit)) {
    const shown = fieldAt
      ? rowShown(line as QueryRow, context, answerShape, { fields, fieldAt })
      : groupShown(line, context, answerShape)
    characters += JSON.stringify(shown).length + 1
    if (pageLines.length > 0 && characters > PAGE_CHARACTERS) break
    pageLines.push(shown)
  }
  const next = from + pageLines.length
  const pieces = by === undefined ? noteOnPieces(facts, question, selection) : noteOnFloors(facts, selection)
  const tributary = show.includes('tributary') ? [NOT_LOADS] : []
  const notes = [...tributary, ...(beside > 0 ? [besideMembers(beside, isRows)] : []), ...(pieces === undefined ? [] : [pieces])]
  const emptied = question.select && 'emptied' in selected ? selected.emptied : undefined
  return {
    answer: {
      ...unitsShown(context, answerShape),
      ...(show.some((one) => one === 'volume' || one === 'mass') && { gross: true as const }),
      ...notNettedIn(context, question),
      ...(question.factors && { factors: question.factors }),
      matched: matchedOf(context),
      ...(isRows ? { rows: pageLines as QueryAnswer['rows'] } : { groups: pageLines }),
      ...totalShown(sum, answerShape),
      ...(notes.length > 0 && { note: notes.join('. ') }),
      ...sourcesOf(context, densities),
      ...notComputableShown([
        ...notJudgedShown(notJudged),
        ...notComputable(unknown, densities),
        ...notApplicable(context, sum, unknown),
      ]),
      ...('leftOut' in selected && selected.leftOut && { leftOut: selected.leftOut }),
      ...(emptied && { emptied: { condition: emptied.condition, before: emptied.before, near: emptied.near } }),
    },
    ...(next < lines.length && { next }),
  }
}

/** A field called like a measure asks for it: the `length` of a frame that was sent is a label. */
const isMeasure = (field: string): field is ShownQuantity => MEASURES.some((one) => one === field)

function shownBy({ show, fields = [] }: Question): ShownQuantity[] {
  const measures = fields.filter(isMeasure)
  return [...new Set<ShownQuantity>([...show, ...measures, ...(fields.length > 0 ? (['fields'] as const) : [])])]
}

const NOT_LOADS = 'tributary is what lies nearest: for loads, analyse a pressure of 1 on the floors and read the reactions'

const besideMembers = (count: number, isRows: boolean): string =>
  `${count} frames of the members are selected themselves: ${isRows ? 'the total counts them once' : 'they count where they stand, not with their members'}; for sums of members ask kinds ["members"]`

/** Frames counted among the runs that they are pieces of. */
function matchedOf({ selection, subjects }: QueryContext): QueryAnswer['matched'] {
  const frames = subjects.has('runs') ? (selection.get('frames')?.length ?? 0) : undefined
  const counts = [...subjects].map(([kind, ordinals]) => [kind, ordinals.length] as const)
  return Object.fromEntries(frames === undefined ? counts : [...counts, ['frames', frames] as const])
}

const MOST_NOT_NETTED = 5

/** The concrete among the selected that counts with its gross volume. */
function notNettedIn(
  { facts, selection, measures, show }: QueryContext,
  { factors = {} }: Question,
): Pick<QueryAnswer, 'notNetted'> {
  const isRequested = show.some((one) => one === 'netVolume' || one === 'formwork')
  if (!isRequested && !Object.values(factors).some(({ per }) => per === 'net m3' || per === 'm2 formwork')) return {}
  const ids = (['areas', 'frames'] as const).flatMap((kind) =>
    (selection.get(kind) ?? []).flatMap((ordinal) => (measures.isNotNetted(kind, ordinal) ? [facts.id(kind, ordinal)] : [])),
  )
  return ids.length > 0 ? { notNetted: { count: ids.length, ids: ids.slice(0, MOST_NOT_NETTED) } } : {}
}

/** Where the sizes are from that the sums are made of. */
function sourcesOf({ facts, selection, measures, show }: QueryContext, densities: Densities) {
  if (!show.includes('volume') && !show.includes('mass')) return {}
  const from = new Map<string, AreaFrom>()
  const tapers = new Set<string>()
  const used = new Set<string>()
  const use = (kind: 'frames' | 'areas', ordinal: number) => {
    const material = facts.material(kind, ordinal)
    if (material !== undefined) used.add(material)
    const section = kind === 'frames' ? facts.section(kind, ordinal) : undefined
    const area = section === undefined ? undefined : measures.areaFrom(ordinal)
    if (section === undefined || !area) return
    if (area === 'taper') tapers.add(JSON.stringify([section, facts.endSection('frames', ordinal)]))
    else from.set(section, area)
  }
  for (const area of selection.get('areas') ?? []) use('areas', area)
  for (const frame of selection.get('frames') ?? []) use('frames', frame)
  for (const member of selection.get('members') ?? []) for (const frame of facts.framesOf(member)) use('frames', frame)
  const areaFrom: Partial<Record<AreaFrom | 'taper', number>> = {}
  for (const one of from.values()) areaFrom[one] = (areaFrom[one] ?? 0) + 1
  if (tapers.size > 0) areaFrom.taper = tapers.size
  const known = [...used].flatMap((id) => {
    const density = densities.of(id)
    return density ? [[id, density] as const] : []
  })
  return {
    ...(from.size + tapers.size > 0 && { areaFrom }),
    ...(show.includes('mass') && known.length > 0 && { densities: Object.fromEntries(known) }),
  }
}

const FIXES: Record<Exclude<Reason, 'no_density'>, string> = {
  no_section: 'give the frames or their members a sectionId',
  no_outline: 'give the sections dimensions, a polygon, or the area',
  no_thickness: 'give the areas a thickness, or a section that has one',
  no_material: 'give the elements or their sections a materialId',
  invalid_outline: 'check_model says what is wrong with the outline',
  unit_unknown: "set the model's length unit",
  no_column_below: 'no column or wall ends at the floor: nothing carries it from below',
  not_plumb: 'formwork is of concrete that stands plumb or lies level: take that of what slopes from its surface',
  no_factor: 'say a factor for their material, section or role: "*" is all others',
}

function notComputable(unknown: Unknown, densities: Densities): NonNullable<QueryAnswer['notComputable']> {
  return [...unknown.values()].map(({ quantity, reason, count, ids, materials }) => {
    const fix = reason === 'no_density' ? densityFix([...materials], densities) : FIXES[reason]
    return { quantity, reason, count, ids, fix }
  })
}

const notComputableShown = (notComputable: NonNullable<QueryAnswer['notComputable']>): Pick<QueryAnswer, 'notComputable'> =>
  notComputable.length > 0 ? { notComputable } : {}

/** What has a measure, where another thing was selected. */
const WHOSE: Readonly<Record<string, string>> = {
  length: 'frames and members have a length',
  area: 'areas have an area',
  load: 'loads have a load, those on some are {"kinds":["loads"],"connectedTo":{…}}; forces in frames and reactions are told by analyse_model',
  formwork: 'frames and areas of concrete have formwork',
  tributary: 'columns and walls have a tributary area',
}

/** Measures that nothing selected can have: their null is no 0, and no lack of the model. */
function notApplicable({ facts, subjects, columns, show }: QueryContext, sum: Line, unknown: Unknown) {
  if (sum.count === 0) return []
  const known = new Set([...unknown.values()].map(({ quantity }) => quantity))
  const summed = columns.filter(({ name, isWithoutTotal }) => !isWithoutTotal && !sum.sums.has(name)).map(({ name }) => name)
  const without = [
    ...summed,
    ...(show.includes('centroid') && sum.moment.mass === 0 ? ['centroid'] : []),
    ...(['elevation', 'height'] as const).filter((name) => show.includes(name) && sum.low > sum.high),
    ...(show.includes('load') && sum.load === null ? ['load'] : []),
  ].filter((name) => !known.has(name))
  const ids = [...subjects]
    .flatMap(([kind, ordinals]) => ordinals.slice(0, MOST_NOT_NETTED).map((ordinal) => subjectId(facts, kind, ordinal)))
    .slice(0, MOST_NOT_NETTED)
  return without.map((quantity) => ({
    quantity,
    reason: 'not_applicable',
    count: sum.count,
    ids,
    fix: `${[...subjects.keys()].join(', ')} have none: ${WHOSE[quantity] ?? 'frames, members and areas do'}`,
  }))
}

const notJudgedShown = (notJudged: readonly NotJudged[]): NonNullable<QueryAnswer['notComputable']> =>
  notJudged.map(({ reason, ...others }) => ({ ...others, reason, ...(reason !== 'no_density' && { fix: FIXES[reason] }) }))

function densityFix(materials: readonly string[], densities: Densities): string {
  const named = materials.slice(0, MATERIALS_NAMED).map((id) => {
    const candidates = densities.candidates(id)
    return candidates.length > 0 ? `${quoted(id)} (${candidates.join(' or ')})` : quoted(id)
  })
  const more = materials.length > named.length ? ` and ${materials.length - named.length} more` : ''
  return `say in densities what ${named.join(', ')}${more} weighs, in kg/m³ or as a grade`
}
