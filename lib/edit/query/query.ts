import type { AreaFrom } from '#lib/model/section/section-area.ts'
import { readUnits } from '#lib/model/units.ts'
import { quoted } from '#lib/model/validate/references.ts'
import { type Issue, valueError } from '#lib/schema/model-error.ts'
import { KIND_OF, type ViewerModel } from '#lib/schema/schema.ts'
import { fieldOf, reportUnknownFields } from '../select/element-fields.ts'
import { type Facts, factsOf } from '../select/facts.ts'
import { digits } from '../select/places.ts'
import { type Selection, select } from '../select/select.ts'
import { type Densities, densitiesOf } from './densities.ts'
import { orderOf } from './line-order.ts'
import { groupsOf, type Line, type QueryContext, quantityOf, type Row, rowsOf, type Unknown } from './lines.ts'
import { quantitiesOf, type Reason } from './quantities.ts'
import type { Key, QueryAnswer, QueryModel, Shown } from './query-schema.ts'
import { noteOnPieces, RUN_FIELDS, runField, runShown } from './run-rows.ts'
import { subjectsOf } from './subjects.ts'

/** A question to a model, answered: what is selected, counted and measured, by groups or element by element. */

export type Question = Omit<QueryModel, 'cursor' | 'revision'>
/** `from`: how many groups or rows earlier pages had; `next`: where the page after this one begins. */
export type Answered = { answer: Omit<QueryAnswer, 'modelId' | 'revision' | 'nextCursor'>; next?: number }

/** Most characters of JSON in the groups or rows of a page: they stand in the context of the model that asks. */
const PAGE_CHARACTERS = 50_000
const MATERIALS_NAMED = 5

export function answerQuestion(model: ViewerModel, question: Question, from = 0): Answered | Issue[] {
  const { groupBy = [], fields = [], sort } = question
  const by = question.by ?? question.select?.by
  const show: Shown[] = fields.length > 0 && !question.show.includes('fields') ? [...question.show, 'fields'] : question.show
  const facts = factsOf(model)
  const issues: Issue[] = []
  if (groupBy.length > 0 && show.includes('fields')) {
    const msg = 'fields are told element by element, without groups: leave groupBy out, or fields'
    issues.push(valueError(['groupBy'], msg))
  }
  const order = orderOf(sort, show, issues)
  const densities = densitiesOf(facts, question.densities ?? {}, issues)
  const selected = select(facts, { ...(question.select ?? { all: true }), by })
  if ('issues' in selected) issues.push(...selected.issues)
  const selection: Selection = 'selection' in selected ? selected.selection : new Map()
  const subjects = subjectsOf(facts, selection, by)
  reportUnknownFields(
    fields.filter((field) => !(by && RUN_FIELDS.has(field))),
    [...selection.keys()],
    issues,
  )
  if (issues.length > 0) return issues

  const measures = quantitiesOf(facts, densities)
  const context: QueryContext = { facts, selection, subjects, measures, show, keys: groupBy }
  const isRows = show.includes('fields')
  const { lines, sum, unknown, beside } = isRows ? rowsOf(context) : groupsOf(context)
  lines.sort(order(context))

  const pageLines: Record<string, unknown>[] = []
  let characters = 0
  const fieldAt = isRows ? fieldOf(facts) : undefined
  for (const line of lines.slice(from, from + question.limit)) {
    const shown = fieldAt ? rowShown(line as Row, context, fields, fieldAt) : groupShown(line, context)
    characters += JSON.stringify(shown).length + 1
    if (pageLines.length > 0 && characters > PAGE_CHARACTERS) break
    pageLines.push(shown)
  }
  const next = from + pageLines.length
  const pieces = by === undefined ? noteOnPieces(facts, question, selection) : undefined
  const notes = [...(beside > 0 ? [besideMembers(beside, isRows)] : []), ...(pieces === undefined ? [] : [pieces])]
  const emptied = question.select && 'emptied' in selected ? selected.emptied : undefined
  return {
    answer: {
      ...unitsOf(facts, context),
      ...(show.some((one) => one === 'volume' || one === 'mass') && { gross: true as const }),
      matched: matchedOf(context),
      ...(isRows ? { rows: pageLines as QueryAnswer['rows'] } : { groups: pageLines }),
      ...totalOf(sum, context),
      ...(notes.length > 0 && { note: notes.join('. ') }),
      ...sourcesOf(context, densities),
      ...(unknown.size > 0 && { notComputable: notComputable(unknown, densities) }),
      ...(emptied && { emptied: { condition: emptied.condition, before: emptied.before, near: emptied.near } }),
    },
    ...(next < lines.length && { next }),
  }
}

const besideMembers = (count: number, isRows: boolean): string =>
  `${count} frames of the members are selected themselves: ${isRows ? 'the total counts them once' : 'they count where they stand, not with their members'}; for sums of members ask kinds ["members"]`

function quantitiesShown(line: Line, { show }: QueryContext): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const quantity of show) {
    if (quantity === 'ids' || quantity === 'fields') continue
    const value = quantityOf(line, quantity)
    shown[quantity] = Array.isArray(value) ? value.map(digits) : value === null || quantity === 'count' ? value : digits(value)
  }
  return shown
}

function groupShown(line: Line, context: QueryContext): Record<string, unknown> {
  const more = line.count - line.ids.length
  return {
    ...Object.fromEntries(context.keys.map((key, i) => [nameOfKey(key, context), line.key[i]])),
    ...quantitiesShown(line, context),
    ...(context.show.includes('ids') && { ids: line.ids, ...(more > 0 && { moreIds: more }) }),
  }
}

/** The length that lines are grouped by, where their sum stands under the same name. */
const nameOfKey = (key: Key, { show }: QueryContext) => (key === 'length' && show.includes('length') ? 'each' : key)

function rowShown(row: Row, context: QueryContext, fields: readonly string[], fieldAt: ReturnType<typeof fieldOf>) {
  const { kind, ordinal } = row
  const shown: Record<string, unknown> =
    kind === 'runs' ? runShown(context.facts, ordinal) : { kind: KIND_OF[kind], id: context.facts.id(kind, ordinal) }
  for (const field of fields) {
    const value = kind === 'runs' ? runField(context.facts, ordinal, field, fieldAt) : fieldAt(kind, ordinal, field)
    if (value !== undefined) shown[field] = value
  }
  const { count: _, ...quantities } = quantitiesShown(row, context)
  return { ...shown, ...quantities }
}

/** Frames counted among the runs that they are pieces of. */
function matchedOf({ selection, subjects }: QueryContext): QueryAnswer['matched'] {
  const frames = subjects.has('runs') ? (selection.get('frames')?.length ?? 0) : undefined
  const counts = [...subjects].map(([kind, ordinals]) => [kind, ordinals.length] as const)
  return Object.fromEntries(frames === undefined ? counts : [...counts, ['frames', frames] as const])
}

function totalOf(sum: Line, context: QueryContext): { total?: Record<string, unknown> } {
  const total = quantitiesShown(sum, context)
  return Object.keys(total).length > 0 ? { total } : {}
}

function unitsOf(facts: Facts, { show, keys }: QueryContext): Pick<QueryAnswer, 'units'> {
  const unit = readUnits(facts.model.units).length?.unit ?? null
  const power = (exponent: 2 | 3) => unit && `${unit}${exponent}`
  const has = (...quantities: Shown[]) => quantities.some((one) => show.includes(one))
  const units = {
    ...((has('length', 'elevation', 'height') || keys.includes('length') || keys.includes('thickness')) && {
      length: unit,
    }),
    ...(has('area') && { area: power(2) }),
    ...(has('volume') && { volume: power(3) }),
    ...(has('mass') && { mass: 'kg' }),
  }
  return Object.keys(units).length > 0 ? { units } : {}
}

/** Where the sizes are from that the sums are made of. */
function sourcesOf({ facts, selection, measures, show }: QueryContext, densities: Densities) {
  if (!show.includes('volume') && !show.includes('mass')) return {}
  const from = new Map<string, AreaFrom>()
  const used = new Set<string>()
  const use = (kind: 'frames' | 'areas', ordinal: number) => {
    const material = facts.material(kind, ordinal)
    if (material !== undefined) used.add(material)
    const section = kind === 'frames' ? facts.section(kind, ordinal) : undefined
    const area = section === undefined ? undefined : measures.areaFrom(ordinal)
    if (section !== undefined && area) from.set(section, area)
  }
  for (const area of selection.get('areas') ?? []) use('areas', area)
  for (const frame of selection.get('frames') ?? []) use('frames', frame)
  for (const member of selection.get('members') ?? []) for (const frame of facts.framesOf(member)) use('frames', frame)
  const areaFrom: Partial<Record<AreaFrom, number>> = {}
  for (const one of from.values()) areaFrom[one] = (areaFrom[one] ?? 0) + 1
  const known = [...used].flatMap((id) => {
    const density = densities.of(id)
    return density ? [[id, density] as const] : []
  })
  return {
    ...(from.size > 0 && { areaFrom }),
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
}

function notComputable(unknown: Unknown, densities: Densities): NonNullable<QueryAnswer['notComputable']> {
  return [...unknown.values()].map(({ quantity, reason, count, ids, materials }) => {
    const fix = reason === 'no_density' ? densityFix([...materials], densities) : FIXES[reason]
    return { quantity, reason, count, ids, fix }
  })
}

function densityFix(materials: readonly string[], densities: Densities): string {
  const named = materials.slice(0, MATERIALS_NAMED).map((id) => {
    const candidates = densities.candidates(id)
    return candidates.length > 0 ? `${quoted(id)} (${candidates.join(' or ')})` : quoted(id)
  })
  const more = materials.length > named.length ? ` and ${materials.length - named.length} more` : ''
  return `say in densities what ${named.join(', ')}${more} weighs, in kg/m³ or as a grade`
}
