/** Paper that drawings are put on, in millimetres: borders, the strip of the title block, what is left for the drawing. */

/** ISO 216, and what American offices draw on: three of ANSI Y14.1 and the 24 × 36 inches of architects. The shorter side first. */
export const PAPER_SIZES = {
  A4: [210, 297],
  A3: [297, 420],
  A2: [420, 594],
  A1: [594, 841],
  A0: [841, 1189],
  'ANSI A': [215.9, 279.4],
  'ANSI B': [279.4, 431.8],
  'ANSI D': [558.8, 863.6],
  'ARCH D': [609.6, 914.4],
} as const
export type PaperName = keyof typeof PAPER_SIZES
export type PaperChoice = { name: PaperName; isPortrait: boolean }

/** Room that marks take around a drawing: chains of dimensions, bubbles, levels. */
export type Margins = { left: number; right: number; above: number; below: number }

export const ELEVATION_MARGINS: Margins = { left: 14, right: 34, above: 8, below: 30 }
/** Letters on top, numbers on the left (conventions, section 9). */
export const PLAN_MARGINS: Margins = { left: 30, right: 8, above: 30, below: 8 }
export const NO_MARGINS: Margins = { left: 0, right: 0, above: 0, below: 0 }

/** ISO 5457: room for filing on the left. */
export const BORDER = { left: 20, right: 10, top: 10, bottom: 10 }
/** ISO 7200. */
export const TITLE_BLOCK = { width: 180, height: 36 }
/** From the strip to what stands above it. */
export const STRIP_GAP = 4

export type Area = { x: number; y: number; width: number; height: number }

export const corners = ({ x, y, width, height }: Area): [x: number, y: number][] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

export function paperSize({ name, isPortrait }: PaperChoice): { width: number; height: number } {
  const [shorter, longer] = PAPER_SIZES[name]
  return isPortrait ? { width: shorter, height: longer } : { width: longer, height: shorter }
}

/** Inside the border. */
export function frameArea(paper: PaperChoice): Area {
  const { width, height } = paperSize(paper)
  return {
    x: BORDER.left,
    y: BORDER.top,
    width: width - BORDER.left - BORDER.right,
    height: height - BORDER.top - BORDER.bottom,
  }
}

/** On a narrow sheet the title block is as wide as the frame, and legend and key plan have a row of their own. */
const isNarrow = ({ width }: Area) => width < TITLE_BLOCK.width + 60

/** Where the title block stands, and the row of legend and key plan beside it or above it. */
export function stripAreas(paper: PaperChoice): { block: Area; row: Area; height: number } {
  const frame = frameArea(paper)
  const [bottom, right] = [frame.y + frame.height, frame.x + frame.width]
  const { height } = TITLE_BLOCK
  const width = Math.min(TITLE_BLOCK.width, frame.width)
  const block = { x: right - width, y: bottom - height, width, height }
  if (!isNarrow(frame)) return { block, row: { x: frame.x, y: block.y, width: frame.width - width, height }, height }
  return { block, row: { x: frame.x, y: block.y - height, width: frame.width, height }, height: 2 * height }
}

/** What the drawing itself may fill. */
export function drawingArea(paper: PaperChoice, margins: Margins): Area {
  const frame = frameArea(paper)
  const strip = stripAreas(paper).height + STRIP_GAP
  return {
    x: frame.x + margins.left,
    y: frame.y + margins.above,
    width: frame.width - margins.left - margins.right,
    height: frame.height - strip - margins.above - margins.below,
  }
}
