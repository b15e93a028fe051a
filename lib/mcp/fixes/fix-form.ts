import { COORDINATES } from '#lib/model/shape/vector.ts'
import { inUnit, readLength } from '#lib/model/units.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { type Background, isInSelection, pointIn, valueAt } from './background.ts'
import { copyFix } from './fix-copy.ts'
import { storeyOf } from './fix-missing.ts'
import { offsetFix } from './fix-offset.ts'
import { type Fix, sendValue } from './patch.ts'

/** Ranges, boxes, offsets and distances in the forms in which others write them. */

export function formFix({ loc, type }: Issue, value: unknown, { sent }: Background): Fix | undefined {
  if (!/_type$|^(missing|extra_forbidden|value_error|too_short|too_long)$/.test(type)) return undefined
  const place = (name: string) => {
    const index = loc.lastIndexOf(name)
    return index < 0 ? undefined : loc.slice(0, index + 1)
  }
  if (RANGES.includes(String(loc.at(-1))) && isInSelection(loc)) return rangeFix(loc, value)
  const lines = linesFix({ loc, type }, value, sent)
  if (lines) return lines
  const box = place('box') ?? place('cut')
  if (box) return boxFix(box, valueAt(sent, box))
  const offset = loc.findIndex((step) => /^(s|endS)ectionOffset$/.test(String(step)))
  if (offset >= 0) return offsetFix(loc.slice(0, offset + 1), valueAt(sent, loc.slice(0, offset + 1)))
  if (loc.at(-1) === 'position' && type !== 'extra_forbidden' && typeof value === 'number')
    return `position is an object of x, y and z; say which: ${COORDINATES.map((axis) => `{"position":{"${axis}":${value}}}`).join(', ')}`
  if (loc.at(-1) === 'scale' && loc[0] === 'ops') return scaleFix(loc, value)
  const by = loc.at(-1)
  if (by === 'from' && loc.at(-2) === 'scale') return scaledFromFix(loc.slice(0, -1), valueAt(sent, loc.slice(0, -1)))
  if (by === 'divide' && type === 'model_attributes_type' && typeof value === 'number' && Number.isInteger(value) && value > 1)
    return sendValue(loc, { parts: value })
  if (by === 'divide' && Array.isArray(value))
    return sendValue(loc, { at: value }, "at is a list of shares of the frame's length, 0 to 1; parts a number, every a length")
  if (by === 'merge' && typeof value === 'number') return sendValue(loc, { tolerance: value })
  if (by === 'move' && typeof value === 'number')
    return `say which way: {"move":{"x":${value}}}, {"move":{"y":${value}}} or {"move":{"z":${value}}}`
  if (by === 'toLevels' && (typeof value === 'string' || Array.isArray(value))) {
    const from = storeyOf(valueAt(sent, loc.slice(0, -1)))
    const words = 'from is the level that is copied, to the levels for which'
    return from === undefined ? words : sendValue(loc, { from, to: value }, words)
  }
  if (loc.at(-2) === 'move' && /^(by|offset|delta|vector|translation|distance)$/.test(String(by))) {
    const move = pointIn(value) ?? value
    if (isDictionary(move)) return sendValue(loc.slice(0, -1), move, 'move is how far: {x, y, z}')
  }
  if (loc.at(-2) === 'move' && by === 'to') return 'move is how far, {x, y, z}; a place is "set": {"position": {…}}'
  const point = by === 'position' || by === 'move' || by === 'by' || by === 'about' ? pointIn(value) : undefined
  if (point) return sendValue(loc, point)
  return copyFix(loc, sent)
}

/** Conditions that are lists of names of grid lines, and what parts two of them in a text. */
const OF_LINES: Readonly<Record<string, RegExp>> = {
  on: /\s*[/,;&]\s*|\s+and\s+/,
  storey: /\s*[/,;&]\s*|\s+and\s+/,
  bay: /\s*[/,;&]\s*|\s+and\s+/,
  between: /\s*[/,;&]\s*|\s+(?:and|to)\s+|\s*\.\.\s*|-/,
}

/** `on: {"X": "A"}`, `on: [["A", "1"]]`, `between: "A-B"`: a list of names. */
function linesFix({ loc, type }: Pick<Issue, 'loc' | 'type'>, value: unknown, sent: unknown): Fix | undefined {
  const at = typeof loc.at(-1) === 'number' ? loc.slice(0, -1) : loc
  const apart = OF_LINES[String(at.at(-1))]
  if (!apart || typeof value === 'number' || !isInSelection(loc) || !/^((string|list)_type|too_short)$/.test(type))
    return undefined
  const written = at === loc ? value : valueAt(sent, at)
  // Names are parted where there are too few.
  const names = namesIn(type === 'too_short' && Array.isArray(written) && written.length === 1 ? written[0] : written, apart)
  if (!names || (type === 'too_short' && names.length < 2)) return undefined
  return sendValue(at, names, `a list of names: ${JSON.stringify(names)}`)
}

function namesIn(value: unknown, apart: RegExp): string[] | undefined {
  if (typeof value === 'string') return value.split(apart)
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return undefined
  const names = Object.values(value).map((one) => (typeof one === 'string' ? [one] : namesIn(one, apart)))
  return names.every((one) => one !== undefined) ? names.flat() : undefined
}

/** A unit alone is the one that lengths are to be in. */
function scaleFix(loc: Issue['loc'], value: unknown): Fix {
  if (typeof value === 'string') return sendValue(loc, { to: value })
  if (isDictionary(value) && typeof value.unit === 'string' && value.factor === undefined)
    return `{"to": ${JSON.stringify(value.unit)}} converts all lengths; with "factor" the numbers are multiplied by it and ${value.unit} is the unit then`
  const factor = typeof value === 'number' ? value : isDictionary(value) ? value.factor : undefined
  const words = '{"to": the unit} converts all lengths'
  return typeof factor === 'number' ? `${words}; {"factor": ${factor}, "unit": the unit they are in then} multiplies them` : words
}

/** From one unit to another: what all lengths are multiplied by, whatever unit the model says. */
function scaledFromFix(at: Issue['loc'], scale: unknown): Fix | undefined {
  const { from, to } = isDictionary(scale) ? scale : {}
  const [before, after] = [from, to].map((one) => (typeof one === 'string' ? readLength(one) : undefined))
  if (!before || !after) return undefined
  const factor = Number(inUnit({ value: 1, unit: before }, after))
  return sendValue(at, { factor, unit: after.unit }, `{"to": ${JSON.stringify(to)}} converts from the unit of the model`)
}

const RANGES = ['length', 'area', 'thickness', 'mass']

/** `">5.5"`, `"5..6"`: a range is two ends, of which null is open. */
function rangeFix(loc: Issue['loc'], value: unknown): Fix | undefined {
  const words = `${String(loc.at(-1))} is [from, to], null is open`
  if (isDictionary(value)) {
    const ends = endsIn(value)
    return ends ? sendValue(loc, ends, words) : words
  }
  if (typeof value === 'number')
    return `${words}: [${value},null] from ${value} on, [null,${value}] up to it, [${value},${value}] exactly`
  if (typeof value !== 'string') return undefined
  const [, sign, end] = /^\s*(>=?|<=?)\s*(-?\d+(?:\.\d+)?)\s*$/.exec(value) ?? []
  if (sign !== undefined) return sendValue(loc, sign.startsWith('>') ? [Number(end), null] : [null, Number(end)], words)
  const [, from, to] = /^\s*(\d+(?:\.\d+)?)\s*(?:\.\.|-|to)\s*(\d+(?:\.\d+)?)\s*$/.exec(value) ?? []
  return from === undefined ? words : sendValue(loc, [Number(from), Number(to)], words)
}

/** `{"min": 0, "max": 6}`, `{"from": 5}` */
function endsIn(value: Record<string, unknown>): [unknown, unknown] | undefined {
  const { from = value.min ?? value.gt ?? value.gte ?? null, to = value.max ?? value.lt ?? value.lte ?? null } = value
  const isEnd = (one: unknown) => one === null || typeof one === 'number'
  return isEnd(from) && isEnd(to) && from !== to ? [from, to] : undefined
}

/** `{"xmin":0,"xMax":5}`, `{"x":{"min":0,"max":5}}` */
function sidesOf(box: Record<string, unknown>): Record<string, unknown> | undefined {
  const sides: Record<string, [unknown, unknown]> = {}
  for (const [key, value] of Object.entries(box)) {
    const ends = isOneOf(COORDINATES, key) ? (isDictionary(value) ? endsIn(value) : Array.isArray(value) && value) : undefined
    if (ends) {
      sides[key] = [ends[0], ends[1]]
      continue
    }
    const [, axis = '', end] = /^([xyz])_?(min|max)$/i.exec(key) ?? []
    if (end === undefined) return undefined
    const side = sides[axis.toLowerCase()] ?? [null, null]
    side[end.toLowerCase() === 'min' ? 0 : 1] = value
    sides[axis.toLowerCase()] = side
  }
  return Object.keys(sides).length > 0 ? sides : undefined
}

/** Six numbers, or two corners. */
function boxFix(at: Issue['loc'], value: unknown): Fix | undefined {
  const words = `${at.at(-1)} is {x, y, z: [from, to]}`
  const numbers = Array.isArray(value) && value.every((one) => typeof one === 'number') ? value : undefined
  const sides = isDictionary(value) ? sidesOf(value) : undefined
  if (sides) return sendValue(at, sides, words)
  const [min, max] = isDictionary(value) ? [value.min, value.max].map((one) => pointIn(one) ?? one) : []
  const corners = isDictionary(min) && isDictionary(max) ? { min, max } : undefined
  if (!numbers && !corners)
    return isDictionary(value) && COORDINATES.some((axis) => typeof value[axis] === 'number') ? words : undefined
  const ends = (axis: (typeof COORDINATES)[number], i: number) =>
    numbers ? [numbers[i], numbers[i + 3]] : [corners?.min[axis], corners?.max[axis]]
  const ranges = COORDINATES.map((axis, i) => [axis, ends(axis, i)] as const)
  const isOrdered = ranges.every(([, [from, to]]) => typeof from === 'number' && typeof to === 'number' && from <= to)
  return isOrdered && numbers?.length !== 5 ? sendValue(at, Object.fromEntries(ranges), words) : words
}
