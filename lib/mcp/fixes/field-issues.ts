import type { z } from 'zod'
import { defOf } from '#lib/model/validate/parse-run.ts'
import { KIND_WORD } from '#lib/model/validate/references.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { RELEASED } from '#lib/schema/releases.ts'
import { ELEMENT_SCHEMAS, KINDS, type Kind } from '#lib/schema/schema.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { cardinalIssues } from './cardinal-point.ts'
import { holdsAsNode, nearField } from './field-names.ts'
import { isInnerDiameter } from './fix-section.ts'

/**
 * What an AI means and a parser would pass over: a field under a name that is near one of ours, loops and densities in the wrong place,
 * expressions of another language. REST ignores unknown fields; over MCP half a model would be missing without a word.
 */

type Loc = Issue['loc']

/** What a section says of its profile is sent back with it, and only the profile counts. */
export const READ_BACK = new Set(['designation', 'standard', 'family', 'area', 'massPerMetre'])

/** Of a material: what stands in its source. */
export const MATERIAL_NUMBERS = new Set(['density', 'unitWeight', 'E', 'G', 'nu', 'fy', 'fu'])
const LOOP_WORDS = new Set(['for', 'each', 'if', 'let'])
/** Read in words of their own (`restraints.ts`). */
const BY_DIRECTION = new Set(['restraints', 'stiffness'])

/** So many elements are looked at: a mistake in all of them is found in these. */
const MOST_ELEMENTS = 2000
const MOST_ISSUES = 20

/** Of a call that takes elements, or of what an edit adds. `at`: where that stands. */
export function fieldIssues(sent: unknown, at: Loc = []): Issue[] {
  if (!isDictionary(sent)) return []
  const issues: Issue[] = []
  elementsOf(sent, at, (kind, element, loc) => lookAt(kind, element, loc, false, issues))
  for (const kind of KINDS) {
    const fields = isDictionary(sent.defaults) ? sent.defaults[kind] : undefined
    if (isDictionary(fields)) issues.push(...innerIssues(fields, [...at, 'defaults', kind], [kind]))
  }
  for (const [i, template] of Array.isArray(sent.repeat) ? sent.repeat.entries() : []) {
    if (!isDictionary(template)) continue
    const variables = [template.for, template.let].flatMap((some) => (isDictionary(some) ? Object.keys(some) : []))
    elementsOf(template, [...at, 'repeat', i], (kind, element, loc) => {
      lookAt(kind, element, loc, true, issues)
      eachText(element, loc, (text, place) => issues.push(...expressionIssues(text, place, variables)))
    })
  }
  return issues.slice(0, MOST_ISSUES)
}

function elementsOf(holder: Dictionary, at: Loc, look: (kind: Kind, element: Dictionary, loc: Loc) => void): void {
  for (const kind of KINDS) {
    const elements = holder[kind]
    if (!Array.isArray(elements)) continue
    for (const [i, element] of elements.slice(0, MOST_ELEMENTS).entries())
      if (isDictionary(element)) look(kind, element, [...at, kind, i])
  }
}

function lookAt(kind: Kind, element: Dictionary, loc: Loc, isTemplate: boolean, issues: Issue[]): void {
  if (isTemplate && 'for' in element && 'each' in element) return // told by who reads templates
  const shape: Shape = ELEMENT_SCHEMAS[kind].shape
  const fields = Object.keys(shape)
  for (const [key, value] of Object.entries(element)) {
    const misplaced = cardinalIssues(kind, key, value, [...loc, key])
    issues.push(...misplaced)
    if (kind === 'sections' && key === 'dimensions' && element.type === 'pipe') innerDiameter(value, [...loc, key], issues)
    if (fields.includes(key)) lookInside(key, value, shape[key], [...loc, key], issues)
    else if (misplaced.length > 0) continue
    else if (isTemplate && LOOP_WORDS.has(key)) {
      const msg = `'${key}' belongs beside 'for', not into the element`
      issues.push({ type: 'extra_forbidden', loc: [...loc, key], msg, ctx: { word: key } })
    } else if (kind === 'nodes' && holdsAsNode(key, value)) {
      holdsIssue(issues, key, loc)
    } else if (kind === 'materials' && MATERIAL_NUMBERS.has(key)) {
      const msg = `${key} stands in source.properties`
      issues.push({ type: 'extra_forbidden', loc: [...loc, key], msg, ctx: { property: key } })
    } else if (kind === 'sections' && isSize(key) && element.profile == null) {
      issues.push({
        type: 'extra_forbidden',
        loc: [...loc, key],
        msg: `${key} stands in dimensions`,
        ctx: { inside: 'dimensions' },
      })
    } else if (!(kind === 'sections' && element.profile != null && READ_BACK.has(key)))
      addNear(issues, element, key, fields, loc, KIND_WORD[kind])
  }
}

/** One item for all nodes of a list that say what holds them: they are mended together. */
function holdsIssue(issues: Issue[], key: string, loc: Loc): void {
  const list = loc.slice(0, -1).join()
  const known = issues.find(({ ctx, loc: at }) => ctx?.isSupport === true && at.slice(0, -2).join() === list)
  const count = Number(known?.ctx?.count ?? 1) + 1
  const msg = `a node has no '${key}': supports hold nodes`
  if (known) Object.assign(known, { msg: `${msg} [${count} times]`, ctx: { isSupport: true, count } })
  else issues.push({ type: 'extra_forbidden', loc: [...loc, key], msg, ctx: { isSupport: true } })
}

/** A pipe of its two diameters would be drawn as a solid bar. */
function innerDiameter(dimensions: unknown, loc: Loc, issues: Issue[]): void {
  const key = isDictionary(dimensions) ? Object.keys(dimensions).find(isInnerDiameter) : undefined
  if (key === undefined) return
  const msg = `a pipe has a wall, tw, and no '${key}'`
  issues.push({ type: 'extra_forbidden', loc: [...loc, key], msg, ctx: { isInner: true } })
}

type Shape = Readonly<Record<string, z.core.$ZodType>>

/** Objects in an element that have fields of their own, and lists of such. */
function lookInside(name: string, value: unknown, schema: z.core.$ZodType | undefined, loc: Loc, issues: Issue[]): void {
  if (name === 'stiffness' && isDictionary(value))
    for (const key of Object.keys(value)) addNear(issues, value, key, [], loc, name)
  const def = schema && !BY_DIRECTION.has(name) ? defOf(schema) : undefined
  if (def && 'innerType' in def) lookInside(name, value, def.innerType, loc, issues)
  else if (def?.type === 'array' && Array.isArray(value))
    for (const [i, one] of value.entries()) {
      const isLoop = isDictionary(one) && 'each' in one && 'for' in one
      lookInside(name, isLoop ? one.each : one, def.element, isLoop ? [...loc, i, 'each'] : [...loc, i], issues)
    }
  else if (def?.type === 'object' && isDictionary(value))
    for (const [key, one] of Object.entries(value)) {
      if (Object.hasOwn(def.shape, key)) lookInside(key, one, def.shape[key], [...loc, key], issues)
      else if (!addNear(issues, value, key, Object.keys(def.shape), loc, name) && loc.includes('releases')) {
        const msg = `no field '${key}' of a release; there are ${(loc.at(-1) === 'releases' ? ['start', 'end'] : RELEASED).join(', ')}`
        issues.push({ type: 'extra_forbidden', loc: [...loc, key], msg })
      }
    }
}

/** Of fields that `set` changes, of defaults, or of the load that `load` puts on each: what is passed over inside them. */
export function innerIssues(fields: unknown, loc: Loc, kinds: readonly Kind[] = KINDS): Issue[] {
  const issues: Issue[] = []
  for (const [key, value] of Object.entries(isDictionary(fields) ? fields : {})) {
    const having = kinds.filter((one) => Object.hasOwn(ELEMENT_SCHEMAS[one].shape, key))
    // The rotation of a frame is a number, that of a load an object.
    for (const kind of having) {
      const shape: Shape = ELEMENT_SCHEMAS[kind].shape
      const inside: Issue[] = []
      lookInside(key, value, shape[key], [...loc, key], inside)
      issues.push(...inside)
      if (inside.length > 0) break
    }
    issues.push(...cardinalIssues(having[0], key, value, [...loc, key]))
  }
  return issues
}

/** A rotation of 0 is what the parser lays in where none was sent. */
export const isSaid = (holder: Dictionary, field: string): boolean =>
  Object.hasOwn(holder, field) && !(field === 'rotation' && holder[field] === 0)

/** Whether one of the fields was meant, which is then told. */
function addNear(issues: Issue[], holder: Dictionary, key: string, fields: readonly string[], loc: Loc, of: string): boolean {
  const near = nearField(key, fields, of, holder[key])
  if (near === undefined) return false
  const isBeside = isSaid(holder, near)
  const msg = isBeside ? `'${key}' stands beside ${near}` : `no field '${key}'; it is ${near}`
  issues.push({ type: 'extra_forbidden', loc: [...loc, key], msg, ctx: { near } })
  return true
}

/** Sizes of a section that are written beside its dimensions. */
const SIZES = new Set(['width', 'height', 'depth', 'diameter', 'b', 'h', 'd', 't', 't2', 't3', 'tw', 'tf', 'tfb', 't2b', 'r'])
export const isSize = (key: string) => SIZES.has(key)

function eachText(value: unknown, loc: Loc, look: (text: string, loc: Loc) => void): void {
  if (typeof value === 'string') look(value, loc)
  else if (Array.isArray(value)) for (const [i, one] of value.entries()) eachText(one, [...loc, i], look)
  else if (isDictionary(value)) for (const [key, one] of Object.entries(value)) eachText(one, [...loc, key], look)
}

const DOUBLED = /\{\{([^{}]+)\}\}/
const DOLLAR = /\$\{?\s*([A-Za-z_]\w*)/
const RADIANS = /\b(sin|cos|tan)\(([^()]*\bpi\b[^()]*)\)/

function expressionIssues(text: string, loc: Loc, variables: readonly string[]): Issue[] {
  const issues: Issue[] = []
  const name = DOLLAR.exec(text)?.[1]
  if (name !== undefined && variables.includes(name))
    issues.push({ type: 'template_syntax', loc, msg: `braces alone: {${name}}, not \${${name}}`, ctx: {} })
  const doubled = DOUBLED.exec(text)?.[1]
  if (doubled !== undefined && variables.some((one) => new RegExp(`(?<![\\w.])${one}(?!\\w)`).test(doubled)))
    issues.push({ type: 'template_syntax', loc, msg: `one brace: {${doubled}}; {{ is a brace of the text`, ctx: {} })
  const turn = RADIANS.exec(text)?.[1]
  if (turn !== undefined)
    issues.push({ type: 'template_value', loc, msg: `${turn} takes degrees: pi there is 3.14 degrees`, ctx: { radians: true } })
  return issues
}
