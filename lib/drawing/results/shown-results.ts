import type { ColumnKind } from '#lib/schema/case-results.ts'
import type { Rgb } from '../palette.ts'
import { DIAGRAM_NAMES, DIAGRAMS, type Diagram } from './force-diagram.ts'

/** What of an analysis is drawn, one at a time. */
export const SHOWN_RESULTS = ['deflected', ...DIAGRAMS, 'ratio', 'reactions', 'mechanism'] as const
export type ShownResult = (typeof SHOWN_RESULTS)[number]

export const isDiagram = (show: ShownResult): show is Diagram => (DIAGRAMS as readonly string[]).includes(show)

/** The arrays that it is drawn from. */
export function columnsFor(show: ShownResult): ColumnKind {
  if (isDiagram(show)) return 'forces'
  return ({ deflected: 'deflections', mechanism: 'deflections', ratio: 'stresses', reactions: 'reactions' } as const)[show]
}

export const RESULT_NAMES: Readonly<Record<ShownResult, string>> = {
  ...DIAGRAM_NAMES,
  deflected: 'Deflected shape',
  ratio: 'Stress over yield stress',
  reactions: 'Reactions',
  mechanism: 'Mechanism',
}

/** `above`, `below`: values of diagrams above and below 0. */
export const RESULT_RGB: Readonly<Record<'moved' | 'above' | 'below' | 'reaction' | 'mechanism', Rgb>> = {
  moved: [24, 92, 196],
  above: [24, 92, 196],
  below: [196, 48, 36],
  reaction: [16, 112, 72],
  mechanism: [200, 28, 44],
}
