import { type CardinalPoint, offsetOfCardinalPoint } from '#lib/model/section/section-properties.ts'
import type { Issue } from '#lib/schema/model-error.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { type Background, valueAt } from './background.ts'
import { type Fix, replaceKeys, sendValue } from './patch.ts'

/**
 * Which point of an outline lies at the nodes, as other programs say it: by a number from 1 to 11 or in words. Here a frame says how far
 * its outline lies off (`sectionOffset`), and an area one of three words.
 */

const FIELDS = new Set(['cardinalpoint', 'cardinal', 'insertionpoint'])
const isCardinal = (key: unknown) =>
  FIELDS.has(
    String(key)
      .toLowerCase()
      .replaceAll(/[\s_-]/g, ''),
  )
const OF_AREAS: readonly string[] = ['TOP', 'MIDDLE', 'BOTTOM']

/** Of a field of a frame, or of what an area has as its `cardinalPoint`. */
export function cardinalIssues(kind: string | undefined, key: string, value: unknown, loc: Issue['loc']): Issue[] {
  if (kind === 'frames' && isCardinal(key)) {
    const msg = `no field '${key}' of a frame; where its outline lies is sectionOffset`
    return [{ type: 'extra_forbidden', loc, msg, ctx: { cardinal: true } }]
  }
  if (key !== 'cardinalPoint' || typeof value !== 'string' || value.includes('{')) return []
  if (OF_AREAS.includes(value.trim().toUpperCase())) return []
  const msg = 'Value error, cardinalPoint of an area is TOP, MIDDLE or BOTTOM: anything else counts as MIDDLE'
  return [{ type: 'value_error', loc, msg, ctx: { error: {} } }]
}

/** `8`, `"8 (top center)"` or `"top-center"`. */
function pointIn(value: unknown): CardinalPoint | undefined {
  const text = String(value)
  const number = Number(/^\s*(\d+)\b/.exec(text)?.[1])
  if (number >= 1 && number <= 11) return number as CardinalPoint // by its bounds
  if (/centroid/i.test(text)) return 10
  const [left, right, top, bottom] = [/left/i, /right/i, /top|upper/i, /bottom|lower/i].map((word) => word.test(text))
  if (![left, right, top, bottom, /mid|cent(er|re)/i.test(text)].includes(true)) return undefined
  const [across, up] = [left ? 0 : right ? 2 : 1, bottom ? 0 : top ? 2 : 1]
  return (3 * up + across + 1) as CardinalPoint // 1 to 9
}

export function cardinalFix(
  { type, loc, msg, ctx = {} }: Issue,
  value: unknown,
  { sent, polygonOf }: Background,
): Fix | undefined {
  if (ctx.cardinal === true) return offsetFix(loc, value, framePlaced(sent, loc), polygonOf)
  // In defaults, or in what is set: of several sections.
  if (type === 'extra_forbidden' && isCardinal(loc.at(-1)) && (loc.includes('frames') || msg.startsWith('frames '))) return OFFSET
  if (loc.at(-1) !== 'cardinalPoint' || !['string_type', 'value_error'].includes(type)) return undefined
  const point = pointIn(value)
  if (point === undefined || point === 11) return 'say TOP, MIDDLE or BOTTOM: which face of the area its nodes lie in'
  return sendValue(loc, OF_AREAS[point >= 10 ? 1 : 2 - Math.floor((point - 1) / 3)])
}

const OFFSET =
  'say where the outline lies off the line of the nodes: "sectionOffset": {"x": along axis 3, "y": along axis 2}; with the top at the nodes y is minus half the depth'

/** The frame that says a cardinal point, with the section that `defaults` give it. */
export function framePlaced(sent: unknown, loc: Issue['loc']): unknown {
  const frame = valueAt(sent, loc.slice(0, -1))
  const common = valueAt(sent, ['defaults', 'frames'])
  return isDictionary(frame) && isDictionary(common) ? { ...common, ...frame } : frame
}

function offsetFix(loc: Issue['loc'], value: unknown, frame: unknown, polygonOf: Background['polygonOf']): Fix {
  const point = pointIn(value)
  if (!isDictionary(frame) || point === undefined) return OFFSET
  if (frame.sectionOffset !== undefined) return 'leave it out: sectionOffset says where the outline lies'
  const polygon = typeof frame.sectionId === 'string' ? polygonOf?.(frame.sectionId) : undefined
  const offset = polygon && offsetOfCardinalPoint(point, { type: 'custom', polygon })
  if (!offset) return OFFSET
  const isOff = offset.x !== 0 || offset.y !== 0
  return { patches: replaceKeys(loc.slice(0, -1), loc.slice(-1), isOff ? { sectionOffset: offset } : {}), words: OFFSET }
}
