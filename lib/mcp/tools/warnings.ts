import { relationWarnings, sectionWarnings, unitWarnings } from '#lib/model/check/check.ts'
import { framesWithoutLength } from '#lib/model/check/frames-without-length.ts'
import { readUnits } from '#lib/model/units.ts'
import { nearestIds } from '#lib/model/validate/nearest-id.ts'
import { KIND_WORD, quoted } from '#lib/model/validate/references.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import type { ConstructModelElementsBatch } from '#lib/schema/request-bodies.ts'
import { DIRECTIONS, isDirection } from '#lib/schema/restraints.ts'
import { type ElementKind, type Finding, KIND_OF, KINDS, type Kind, type ViewerUnits } from '#lib/schema/schema.ts'
import type { FieldsLost } from '#lib/service/elements/elements.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { degreesOfRadians, radiansText } from '#lib/values/radians.ts'
import { READ_BACK } from '../fixes/field-issues.ts'
import { PROFILE_WORDS } from '../fixes/field-names.ts'
import { type JsonSchema, withFields } from './json-schema.ts'
import { asManyAsFit } from './result-size.ts'

/** What a write that succeeded should still be told: it was saved, and is probably not what was meant. */

export const NOTHING_WRITTEN: Finding = {
  severity: 'warning',
  code: 'nothing_written',
  message: 'No element was sent, so nothing was written and there is no new revision',
  elements: [],
}

const WARNING_CHARACTERS = 8000

export function warningsOf(
  batch: ConstructModelElementsBatch & { units?: ViewerUnits | undefined },
  sent: unknown,
  schema: JsonSchema,
  empty: readonly { template: number; combinations: number }[] = [],
  unit = batch.units && readUnits(batch.units).length, // of a new model they are beside its elements
  beside: Parameters<typeof relationWarnings>[1] = {},
): Finding[] {
  const unknown = unknownFields(sent, schema)
  const found = [
    ...unknown.map(toUnknownField),
    ...empty.map(madeNothing),
    ...holdNothing(batch, unknown),
    ...springsHeld(batch),
    ...oddIds(batch),
    ...rotationsInRadians(batch),
    ...framesWithoutLength(batch.frames ?? [], placesOf(batch)),
    ...(batch.units ? unitWarnings(batch.units) : []),
    ...sectionWarnings(batch.sections ?? [], unit),
    ...relationWarnings(batch, beside),
  ]
  return asManyAsFit(found, WARNING_CHARACTERS)
}

/** Supports that were written and hold nothing; often because the directions stood under other names. */
function holdNothing({ supports = [] }: ConstructModelElementsBatch, unknown: readonly UnknownField[]): Finding[] {
  const loose = supports.filter(({ restraints }) => !Object.values(restraints ?? {}).includes(true))
  const [first] = loose
  if (!first) return []
  const ignored = unknown.filter(({ loc }) => loc[0] === 'supports').map(({ key }) => `'${key}'`)
  const why = ignored.length > 0 ? `; ${ignored.join(', ')} ${ignored.length === 1 ? 'was' : 'were'} ignored` : ''
  const message = `Support ${quoted(first.id)} holds nothing${why}${times(loose.length)}`
  return [{ severity: 'warning', code: 'support_without_restraint', message, elements: named('support', loose) }]
}

/** Springs where the support holds: a held direction stays held. Statics, section 2. */
function springsHeld({ supports = [] }: ConstructModelElementsBatch): Finding[] {
  const idle = supports.flatMap(({ id, restraints, stiffness }) => {
    const held = DIRECTIONS.filter((one) => restraints?.[one] === true && (stiffness?.[one] ?? 0) > 0)
    return held.length > 0 ? [{ id, held }] : []
  })
  const [first] = idle
  if (!first) return []
  const message = `Support ${quoted(first.id)} is held in ${first.held.join(', ')}: its stiffness there has no effect; a spring needs the direction free (false)${times(idle.length)}`
  return [{ severity: 'warning', code: 'spring_without_effect', message, elements: named('support', idle) }]
}

function rotationsInRadians({ frames = [] }: ConstructModelElementsBatch): Finding[] {
  const turned = frames.filter(({ rotation = 0 }) => degreesOfRadians(rotation) !== undefined)
  const [first] = turned
  const degrees = degreesOfRadians(first?.rotation ?? 0)
  if (!first?.rotation || degrees === undefined) return []
  const message = `Of frame ${quoted(first.id)} ${radiansText('rotation', first.rotation, degrees)}${times(turned.length)}`
  return [{ severity: 'warning', code: 'radians', message, elements: named('frame', turned) }]
}

function placesOf({ nodes = [] }: ConstructModelElementsBatch) {
  const positions = new Map(nodes.map(({ id, position }) => [id, position]))
  return (node: string) => positions.get(node)
}

/** As in a template, which stands in `repeat` and nowhere else. */
const EXPRESSION = /\{[A-Za-z_][^{}]*\}/

const ODD = /^\s|\s$|^(\*\*|`|"|').*\1$/s

/** Ids that took marks of a text with them. */
function oddIds(batch: ConstructModelElementsBatch): Finding[] {
  return KINDS.flatMap((kind) => {
    return [
      [ODD, 'has marks or blanks around it'] as const,
      [EXPRESSION, 'is stored with its braces: expressions are computed in repeat only'] as const,
    ].flatMap(([pattern, what]) => {
      const odd = (batch[kind] ?? []).filter(({ id }) => pattern.test(id))
      const [first] = odd
      if (!first) return []
      const message = `The id ${JSON.stringify(first.id)} ${what}${times(odd.length)}`
      return [{ severity: 'warning' as const, code: 'odd_id', message, elements: named(KIND_OF[kind], odd) }]
    })
  })
}

/** Fields that went with a replacement. */
export const lostFields = ({ kind, fields, first, count }: FieldsLost, edit: string): Finding => ({
  severity: 'warning',
  code: 'fields_lost',
  message: `${KIND_WORD[kind]} ${quoted(first)} lost ${fields.join(', ')}; to change single fields use ${edit}${times(count)}`,
  elements: [{ kind: KIND_OF[kind], id: first }],
})

export const UNITS_NOT_STATED: Finding = {
  severity: 'warning',
  code: 'units_not_stated',
  message: 'The units name no length: nobody can tell feet from metres',
  elements: [],
  fix: 'edit_model {"ops":[{"units":{"current":…}}]} states them; no number changes.',
}

export const sameName = ({ id, revision }: { id: string; revision: number }): Finding => ({
  severity: 'warning',
  code: 'same_name',
  message: `You have another model of this name, ${quoted(id)} at revision ${revision}; this call made one more`,
  elements: [],
})

const times = (count: number) => (count > 1 ? ` [${count} times]` : '')
const named = (kind: ElementKind, elements: readonly { id: string }[]) => elements.slice(0, 5).map(({ id }) => ({ kind, id }))

const EMPTY_RANGE = 'its range is empty; a range counts up, "4..0 by -1" counts down'

const madeNothing = ({ template, combinations }: { template: number; combinations: number }): Finding => ({
  severity: 'warning',
  code: 'repeat_empty',
  message: `template ${template} made nothing: ${combinations > 0 ? `if left out all ${combinations} combinations` : EMPTY_RANGE}`,
  elements: [],
})

const MOST_FIELDS = 20

/** A field that is none: where it stands first, of what, and how often. */
export type UnknownField = { loc: Issue['loc']; key: string; of: string; near: string | undefined; count: number }

/**
 * Fields that are not the specification's and near none of ours are ignored, on this door as on the other, and told: one finding per
 * field name and kind of object.
 */
export function unknownFields(sent: unknown, schema: JsonSchema): UnknownField[] {
  const seen = new Map<string, UnknownField>()
  const walk = (value: unknown, schema: JsonSchema | undefined, loc: Issue['loc'], pattern: string): void => {
    const fields = schema && withFields(schema)
    const isElsewhere = loc.length === 1 && (loc[0] === 'repeat' || loc[0] === 'defaults')
    if (seen.size >= MOST_FIELDS || !fields || isElsewhere) return
    if (Array.isArray(value)) {
      const { items } = fields
      if (isDictionary(items) && (isDictionary(withFields(items).properties) || isDictionary(items.items))) {
        value.forEach((item, i) => {
          const isLoop = loc[0] === 'repeat' && isDictionary(item) && 'for' in item && 'each' in item
          walk(isLoop ? item.each : item, items, isLoop ? [...loc, i, 'each'] : [...loc, i], `${pattern}[]`)
        })
      }
    } else if (isDictionary(value) && isDictionary(fields.properties)) {
      for (const [key, item] of Object.entries(value)) {
        const field = Object.hasOwn(fields.properties, key) ? fields.properties[key] : undefined
        const place = [...loc, key]
        const pattern_ = `${pattern}.${key}`
        if (isDictionary(field)) walk(item, field, place, pattern_)
        else if (!(pattern.endsWith('.restraints') && isDirection(key)) && !isReadBack(pattern, key, value)) {
          const known = seen.get(pattern_)
          if (known) known.count++
          else seen.set(pattern_, unknownField(place, key, Object.keys(fields.properties), pattern))
        }
      }
    }
  }
  walk(sent, schema, [], '')
  // Of each element, and of what is said for those that lack it, the fields of its kind.
  const properties = isDictionary(schema.properties) ? schema.properties : {}
  const { repeat, defaults } = isDictionary(sent) ? sent : {}
  for (const kind of KINDS) {
    const elements = schemaOf(properties, kind)
    for (const [i, template] of Array.isArray(repeat) ? repeat.entries() : [])
      if (isDictionary(template)) walk(template[kind], elements, ['repeat', i, kind], `.${kind}`)
    if (isDictionary(defaults) && isDictionary(elements?.items))
      walk(defaults[kind], elements.items, ['defaults', kind], `.${kind}[]`)
  }
  return [...seen.values()]
}

const schemaOf = (properties: JsonSchema, kind: Kind) => (isDictionary(properties[kind]) ? properties[kind] : undefined)

const isSection = (pattern: string) => /(?:^|\.)sections\[\]$/.test(pattern)

const isReadBack = (pattern: string, key: string, value: Record<string, unknown>): boolean =>
  isSection(pattern) && value.profile != null && READ_BACK.has(key)

function unknownField(loc: Issue['loc'], key: string, known: string[], pattern: string): UnknownField {
  const isProfile = isSection(pattern) && PROFILE_WORDS.has(key)
  const near = isProfile
    ? 'profile'
    : (known.find((one) => one.toLowerCase() === key.toLowerCase()) ?? nearestIds([key], known).get(key))
  return { loc, key, of: pattern.replace(/^\./, '').replaceAll('[]', ''), near, count: 1 }
}

export const toUnknownField = ({ key, of, near, count }: UnknownField): Finding => ({
  severity: 'warning',
  code: 'unknown_field',
  message: `'${key}' is no field of ${of === '' ? 'the call' : of} and was ignored${times(count)}`,
  elements: [],
  ...(near !== undefined && { fix: `Did you mean '${near}'?` }),
})
