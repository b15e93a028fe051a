import { z } from 'zod'
import { beginsWithDay } from '#lib/values/calendar-day.ts'
import { isVisible } from '#lib/values/display-name.ts'
import { type AnchorKind, SKETCH_COLOURS } from './comment-words.ts'
import { rules } from './lenient-types.ts'
import { type Issue, valueError } from './model-error.ts'
import { Vector3 } from './schema.ts'

/** What is sent of comments, by REST and by tools. People, section 12. */

const KIND_WORDS = ['frame', 'node', 'area', 'support', 'grid_line'] as const satisfies readonly AnchorKind[]

export type AnchorElement = z.output<typeof AnchorElement>
export const AnchorElement = z.strictObject({ kind: z.enum(KIND_WORDS), id: z.string() }).meta({ id: 'AnchorElement' })

export const CommentText = z.string().min(1).max(10_000).describe('Plain text; `@` and an address, or `<@id>`, mentions a person')

/** A viewport has at most 10,000 pixels a side; marks may go beyond it, and are drawn arc by arc. */
const Pixel = z.number().min(-20_000).max(20_000)

/** Pixels of the viewport, from its upper left corner. */
const SketchPoint = z.strictObject({ x: Pixel, y: Pixel })

const MOST_SHAPES = 100
const MOST_POINTS = 500

/** One mark of a sketch over a view. */
export type SketchShape = z.output<typeof SketchShape>
export const SketchShape = z
  .strictObject({
    type: z.enum(['line', 'arrow', 'cloud', 'text']),
    points: z
      .array(SketchPoint)
      .min(1)
      .max(MOST_POINTS)
      .describe('Of a line its corners, of an arrow tail and tip, of a cloud two corners, of a text its lower left corner'),
    text: z.string().min(1).max(200).optional(),
    colour: z.enum(SKETCH_COLOURS).optional().describe('Red when absent'),
  })
  .meta({ id: 'SketchShape' })

const POINTS_OF = { line: [2, MOST_POINTS], arrow: [2, 2], cloud: [2, 2], text: [1, 1] } as const

rules.set(SketchShape, ({ type, points, text }): Issue[] => {
  if (typeof type !== 'string' || !Array.isArray(points) || !Object.hasOwn(POINTS_OF, type)) return []
  const [least, most] = POINTS_OF[type as keyof typeof POINTS_OF]
  const issues: Issue[] = []
  const wanted = least === most ? `${least}` : `${least} or more`
  const noun = wanted === '1' ? 'point' : 'points'
  if (points.length < least || points.length > most)
    issues.push(valueError(['points'], `a sketched ${type} has ${wanted} ${noun}`))
  if ((type === 'text') !== (typeof text === 'string'))
    issues.push(valueError(['text'], type === 'text' ? 'a sketched text says something' : `a sketched ${type} has no text`))
  return issues
})

export type CommentAnchor = z.output<typeof CommentAnchor>
export const CommentAnchor = z
  .strictObject({
    elements: z.array(AnchorElement).max(200).optional(),
    point: Vector3.nullish().describe('In model units; without one the middle of the elements'),
    view: z.string().max(4000).nullish().describe('The view, as the address of the viewer has it behind the question mark'),
    viewport: z
      .strictObject({ width: z.number().min(1).max(10_000), height: z.number().min(1).max(10_000) })
      .nullish()
      .describe('Of the view, in pixels'),
    sketch: z.array(SketchShape).max(MOST_SHAPES).nullish().describe('Drawn over the view, in pixels of the viewport'),
  })
  .meta({ id: 'CommentAnchor' })

rules.set(CommentAnchor, ({ sketch, view, viewport }): Issue[] =>
  Array.isArray(sketch) && sketch.length > 0 && (typeof view !== 'string' || !viewport)
    ? [valueError(['sketch'], 'a sketch lies over a view: give view and viewport')]
    : [],
)

/** A person by address or id. */
export const Assignee = z.string().max(320).nullish().describe('E-mail or id of somebody with a role on the model')

/** A day without a time zone. */
export const DueDay = z.string().max(40).nullish().describe('A day, YYYY-MM-DD')

const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '2999-12-31'] as const

/** Why a text is no day that something can be due on. */
export function dayFault(text: string): string | undefined {
  if (text.length !== FIRST_DAY.length || !beginsWithDay(text)) return 'write a day, such as 2026-12-01'
  return text < FIRST_DAY || text > LAST_DAY ? `write a day from ${FIRST_DAY} to ${LAST_DAY}` : undefined
}

/** What no text of a comment may hold, for XML cannot hold it and nobody sees it: NUL and lone surrogates are refused of any text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNHELD = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** Why a text says nothing, or cannot be carried to other programs. */
export function textFault(text: string): string | undefined {
  const at = text.search(UNHELD)
  if (at >= 0) {
    const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
    return `the control character U+${code} at ${at} cannot be kept: leave it out`
  }
  return text !== '' && !isVisible(text) ? 'a comment says something: nothing of this can be seen' : undefined
}
