import type { Issue } from '#lib/schema/model-error.ts'
import { type Dictionary, isDictionary } from '#lib/values/dictionary.ts'
import { type Background, valueAt } from './background.ts'
import { isSaid, isSize, MATERIAL_NUMBERS } from './field-issues.ts'
import { roleOf } from './field-names.ts'
import { elsewhereFix } from './fix-loads.ts'
import { offsetFix } from './fix-offset.ts'
import { pointsFix } from './fix-openings.ts'
import { placeFix } from './fix-places.ts'
import { innerFix } from './fix-section.ts'
import { springsFix, supportsFix } from './fix-supports.ts'
import { type Fix, replaceKeys } from './patch.ts'

/** What stands in an element under another name, or in another place than where it counts (`field-issues.ts`). */
export function misplacedFix({ loc, ctx = {} }: Issue, value: unknown, background: Background): Fix | undefined {
  const { sent } = background
  const at = loc.slice(0, -1)
  const holder = valueAt(sent, at)
  if (!isDictionary(holder)) return undefined
  if (typeof ctx.near === 'string') {
    const beside = isSaid(holder, ctx.near) ? holder[ctx.near] : undefined
    if (ctx.near === 'at' && typeof value === 'number' && !(value >= 0 && value <= 1))
      return `at is a share of the frame's length, 0 to 1: ${value} divided by the length`
    const points = ctx.near === 'openingNodeIds' ? pointsFix([...at, ctx.near], value, background, String(loc.at(-1))) : undefined
    if (points) return points
    const made = madeFix(at, String(loc.at(-1)), ctx.near, holder, background)
    if (made) return made
    const one = oneId(ctx.near, value)
    if (typeof one === 'string' && one !== value && Array.isArray(value) && value.length !== 1) return one
    const words =
      loc.at(-1) === 'profile' && typeof value === 'string'
        ? `send "sections": [${JSON.stringify({ id: value, profile: value })}] too, and here "sectionId": ${JSON.stringify(value)}`
        : `rename '${String(loc.at(-1))}': ${JSON.stringify(ctx.near)}`
    const meant = meantValue(ctx.near, String(loc.at(-1)), one, at)
    if (beside === undefined) return { patches: replaceKeys(at, loc.slice(-1), { [ctx.near]: meant }), words }
    return JSON.stringify(beside) === JSON.stringify(value)
      ? { patches: [{ at: loc, drop: true }], words: `leave out '${String(loc.at(-1))}'` }
      : `say it once, as ${ctx.near}`
  }
  if (ctx.isInner === true) return innerFix(at, String(loc.at(-1)), holder)
  if (ctx.isSupport === true) return supportsFix(loc, background)
  if (ctx.inside === 'dimensions') return sizesFix(loc, holder)
  if (typeof ctx.property === 'string') return propertyFix(loc, holder)
  return typeof ctx.word === 'string' ? loopFix(loc, ctx.word, value, sent) : undefined
}

/** What was said under another name, in the words of the field. */
function meantValue(near: string, key: string, value: unknown, at: Issue['loc']): unknown {
  // `"pinned": true`
  if (near === 'restraints' && value === true) return key.toLowerCase()
  return near === 'role' && typeof value === 'string' ? roleOf(value, at.includes('areas') ? 'area' : 'frame') : value
}

/** Fields that are made of several, or in which the value stands one level deeper. */
function madeFix(at: Issue['loc'], key: string, near: string, holder: Dictionary, background: Background): Fix | undefined {
  if (near === 'line') return lineFix(at, holder)
  if (/^(s|endS)ectionOffset$/.test(near) && isDictionary(holder[key]) && 'z' in holder[key])
    return offsetFix([...at, near], holder[key])
  if (near === 'stiffness') return springsFix(at, key, holder)
  const place = placeFix(at, key, near, background)
  if (place) return place
  return near === 'frameId' ? elsewhereFix(at, holder, background) : undefined
}

/** `{"start": {"x": 18, "y": 0}, "end": [18, 5]}` of a grid line. */
export function lineFix(at: Issue['loc'], holder: Dictionary): Fix | undefined {
  const keys = ['start', 'end'].filter((key) => key in holder)
  const [from, to] = keys.map((key) => planPoint(holder[key]))
  if (holder.line !== undefined || !from || !to) return undefined
  return { patches: replaceKeys(at, keys, { line: { from, to } }), words: `send "line": ${JSON.stringify({ from, to })}` }
}

function planPoint(value: unknown): { x: unknown; y: unknown } | undefined {
  const [x, y] = Array.isArray(value) ? value : isDictionary(value) ? [value.x, value.y] : []
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined
}

/** One id where a list of them was sent: that one, or words where there are several. */
export function oneId(field: string, value: unknown): unknown {
  if (!Array.isArray(value) || !/[a-z]Id$/.test(field)) return value
  return value.length === 1 ? value[0] : `${field} is one id: send an element for each of them`
}

/** Sizes of a section that stand beside its dimensions. */
function sizesFix(loc: Issue['loc'], section: Record<string, unknown>): Fix {
  const at = loc.slice(0, -1)
  const sizes = Object.keys(section).filter((key) => isSize(key) && typeof section[key] === 'number')
  const dimensions = isDictionary(section.dimensions) ? section.dimensions : {}
  const all = { ...dimensions, ...Object.fromEntries(sizes.map((key) => [key, section[key]])) }
  return { patches: replaceKeys(at, sizes, { dimensions: all }), words: `send "dimensions": ${JSON.stringify(all)}` }
}

/** Units in which the numbers of a material are kept: a text with one of them is that number. */
const UNITS: Readonly<Record<string, RegExp>> = {
  density: /^\s*([\d.]+)\s*kg\s*\/\s*m(?:3|³|\^3)\s*$/i,
  E: /^\s*([\d.]+)\s*MPa\s*$/i,
  fy: /^\s*([\d.]+)\s*MPa\s*$/i,
  fu: /^\s*([\d.]+)\s*MPa\s*$/i,
}

function withoutUnit(name: string, value: unknown): unknown {
  const number = typeof value === 'string' ? UNITS[name]?.exec(value)?.[1] : undefined
  return number === undefined ? value : Number(number)
}

/** All numbers of a material at once. */
function propertyFix(loc: Issue['loc'], material: Record<string, unknown>): Fix {
  const at = loc.slice(0, -1)
  const source = isDictionary(material.source) ? material.source : {}
  const properties = isDictionary(source.properties) ? source.properties : {}
  const sent = Object.fromEntries(
    [...MATERIAL_NUMBERS].flatMap((name) => (material[name] === undefined ? [] : [[name, withoutUnit(name, material[name])]])),
  )
  const other = Object.keys(sent).find((name) => properties[name] !== undefined && properties[name] !== sent[name])
  if (other !== undefined)
    return `${other} is ${String(sent[other])} here and ${String(properties[other])} in source.properties: say it once, there`
  return { patches: replaceKeys(at, Object.keys(sent), { source: { ...source, properties: { ...properties, ...sent } } }) }
}

/** A loop, a condition or a variable of the one element of a template is that of the template. */
function loopFix(loc: Issue['loc'], word: string, value: unknown, sent: unknown): Fix {
  const words = `put "${word}" beside "for" of a template of its own`
  const index = loc.lastIndexOf('repeat')
  const at = loc.slice(0, index + 2)
  const template = valueAt(sent, at)
  const kind = String(loc[index + 2])
  const elements = isDictionary(template) ? template[kind] : undefined
  const [element] = Array.isArray(elements) ? elements : []
  if (!isDictionary(template) || !Array.isArray(elements) || elements.length !== 1 || !isDictionary(element)) return words
  if (word === 'for' || word === 'each' || template[word] !== undefined) return words
  const { [word]: _, ...others } = element
  return {
    patches: [
      { at: [...at, word], value },
      { at: [...at, kind], value: [others] },
    ],
    words,
  }
}
