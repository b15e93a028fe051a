import type { Point2 } from '#lib/schema/schema.ts'

/**
 * A section as an engineer draws it: seen from the start node, local 2 up and local 3 to the right, with its sizes. Lines, texts and
 * marks in the pixels of a picture of `width` × `height`, y downward.
 */
export type SectionDrawing = {
  width: number
  height: number
  /** The outline, and its hollow, as one path that is filled by the even-odd rule. */
  path: string
  lines: { from: Point2; to: Point2; kind: 'size' | 'help' | 'axis' }[]
  texts: { at: Point2; text: string; anchor: 'start' | 'middle' | 'end'; kind: 'size' | 'axis' }[]
  centroid: Point2 | null
  origin: Point2
  /** Where the line between the nodes runs; null for a section by itself, and where it runs far outside. */
  node: Point2 | null
}

export type DrawnOutline = {
  outline: readonly Point2[]
  hole: readonly Point2[] | null
  type: string | undefined
  sizes: Readonly<Partial<Record<'t3' | 't2' | 'tf' | 'tw' | 't2b' | 'tfb', number>>>
  centroid: Point2 | null
  node: Point2 | null
}

const WIDTH = 280
const HEIGHT = 210
/** Room for the sizes around the outline. */
const MARGIN = { left: 66, right: 58, top: 30, bottom: 30 }
const TICK = 3.5
const GAP = 4
const AWAY = 14

/** `told`: a size in words. Null for an outline without extent. */
export function sectionDrawing(drawn: DrawnOutline, formatSize: (size: number) => string): SectionDrawing | null {
  const { outline, hole, type, sizes, centroid } = drawn
  const box = boxOf(outline)
  const [wide, deep] = [box.right - box.left, box.top - box.bottom]
  if (!(wide > 0 && deep > 0)) return null
  const isNear = (point: Point2) =>
    Math.abs(point.x - (box.left + box.right) / 2) <= wide && Math.abs(point.y - (box.top + box.bottom) / 2) <= deep
  const node = drawn.node && isNear(drawn.node) ? drawn.node : null
  const whole = boxOf(node ? [...outline, node] : outline)
  const free = { width: WIDTH - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom }
  const scale = Math.min(free.width / (whole.right - whole.left), free.height / (whole.top - whole.bottom))
  const middle = { x: (whole.left + whole.right) / 2, y: (whole.top + whole.bottom) / 2 }
  const place = ({ x, y }: Point2): Point2 => ({
    x: MARGIN.left + free.width / 2 + (x - middle.x) * scale,
    y: MARGIN.top + free.height / 2 - (y - middle.y) * scale,
  })
  const pathOf = (points: readonly Point2[]) =>
    `M${points.map((point) => [place(point).x, place(point).y].map(short).join(' ')).join('L')}Z`
  const drawing: SectionDrawing = {
    width: WIDTH,
    height: HEIGHT,
    path: pathOf(outline) + (hole ? pathOf(hole) : ''),
    lines: [],
    texts: [],
    centroid: centroid && place(centroid),
    origin: place({ x: 0, y: 0 }),
    node: node && place(node),
  }
  addAxes(drawing)
  addSizes(drawing, { box, place, formatSize, sizes, type })
  return drawing
}

/** Thin lines through the centroid, parallel to the local axes; which is which stands in the corner. */
function addAxes({ centroid, lines, texts }: SectionDrawing) {
  const corner = { x: 12, y: HEIGHT - 12 }
  lines.push({ from: corner, to: { x: corner.x + 22, y: corner.y }, kind: 'help' })
  lines.push({ from: corner, to: { x: corner.x, y: corner.y - 22 }, kind: 'help' })
  texts.push({ at: { x: corner.x + 26, y: corner.y + 3.5 }, text: '3', anchor: 'start', kind: 'axis' })
  texts.push({ at: { x: corner.x, y: corner.y - 26 }, text: '2', anchor: 'middle', kind: 'axis' })
  if (!centroid) return
  const { x, y } = centroid
  lines.push({ from: { x: MARGIN.left - 6, y }, to: { x: WIDTH - MARGIN.right + 6, y }, kind: 'axis' })
  lines.push({ from: { x, y: HEIGHT - MARGIN.bottom + 6 }, to: { x, y: MARGIN.top - 6 }, kind: 'axis' })
}

type Sizing = {
  box: ReturnType<typeof boxOf>
  place: (point: Point2) => Point2
  formatSize: (size: number) => string
} & Pick<DrawnOutline, 'sizes' | 'type'>

function addSizes(drawing: SectionDrawing, { box, place, formatSize, sizes, type }: Sizing) {
  const { t2, tf, tw, t2b, tfb } = sizes
  const [topLeft, bottomRight] = [place({ x: box.left, y: box.top }), place({ x: box.right, y: box.bottom })]
  // A plain outline has a depth and a width, but no names for them.
  const named = (name: string, size: number) => (sizes.t3 === undefined ? formatSize(size) : `${name} ${formatSize(size)}`)
  upright(
    drawing,
    { x: bottomRight.x + AWAY, from: topLeft.y, to: bottomRight.y, edge: bottomRight.x, side: 1 },
    named('t3', box.top - box.bottom),
  )
  const isUnequal = type === 'i_wide_flange' && t2 !== undefined && t2b !== undefined && t2b !== t2
  const across = (half: number, y: number, edge: number, side: 1 | -1, text: string) => {
    const [left, right] = half > 0 ? [place({ x: -half, y: 0 }).x, place({ x: half, y: 0 }).x] : [topLeft.x, bottomRight.x]
    level(drawing, { y, from: left, to: right, edge, side }, text)
  }
  if (type !== 'pipe')
    across(isUnequal ? t2 / 2 : 0, topLeft.y - AWAY, topLeft.y, -1, named('t2', isUnequal ? t2 : box.right - box.left))
  if (isUnequal) across(t2b / 2, bottomRight.y + AWAY, bottomRight.y, 1, named('t2b', t2b))

  const hasFlange = type === 'i_wide_flange' || type === 'channel' || type === 'rectangular'
  if (tf !== undefined && (hasFlange || type === 'angle')) {
    const [high, low] = type === 'angle' ? [box.bottom + tf, box.bottom] : [box.top, box.top - tf]
    thin(
      drawing,
      { x: topLeft.x - AWAY, from: place({ x: 0, y: high }).y, to: place({ x: 0, y: low }).y, edge: topLeft.x },
      `tf ${formatSize(tf)}`,
    )
  }
  if (type === 'i_wide_flange' && tfb !== undefined && tfb !== tf) {
    const [high, low] = [box.bottom + tfb, box.bottom]
    thin(
      drawing,
      { x: topLeft.x - AWAY, from: place({ x: 0, y: high }).y, to: place({ x: 0, y: low }).y, edge: topLeft.x },
      `tfb ${formatSize(tfb)}`,
    )
  }
  if (tw !== undefined && type !== 'custom') addWeb(drawing, webOf(type, tw, box), place, `tw ${formatSize(tw)}`)
}

/** Where the thickness of the web or wall is told: between which x, at which height. */
function webOf(type: string | undefined, tw: number, box: Sizing['box']): { from: number; to: number; y: number } {
  const y = (box.top + box.bottom) / 2
  if (type === 'i_wide_flange') return { from: -tw / 2, to: tw / 2, y: y - (box.top - box.bottom) / 8 }
  if (type === 'channel' || type === 'angle') return { from: box.right - tw, to: box.right, y }
  return { from: box.left, to: box.left + tw, y }
}

/** From outside on the left to the web, and a little beyond. */
function addWeb(drawing: SectionDrawing, { from, to, y }: ReturnType<typeof webOf>, place: Sizing['place'], text: string) {
  const [left, right] = [place({ x: from, y }), place({ x: to, y })]
  const start = MARGIN.left - 8
  drawing.lines.push({ from: { x: start, y: left.y }, to: { x: right.x + 10, y: left.y }, kind: 'size' })
  for (const { x } of [left, right]) drawing.lines.push(slash(x, left.y))
  drawing.texts.push({ at: { x: start - 3, y: left.y + 3.5 }, text, anchor: 'end', kind: 'size' })
}

/** A short stroke where a size begins or ends. */
const slash = (x: number, y: number): SectionDrawing['lines'][number] => ({
  from: { x: x - TICK, y: y + TICK },
  to: { x: x + TICK, y: y - TICK },
  kind: 'size',
})

function upright(
  { lines, texts }: SectionDrawing,
  { x, from, to, edge, side }: { x: number; from: number; to: number; edge: number; side: 1 | -1 },
  text: string,
) {
  for (const y of [from, to]) {
    lines.push({ from: { x: edge + side * GAP, y }, to: { x: x + side * GAP, y }, kind: 'help' })
    lines.push(slash(x, y))
  }
  lines.push({ from: { x, y: from }, to: { x, y: to }, kind: 'size' })
  // Above the axis, which may run through the middle.
  texts.push({ at: { x: x + side * 5, y: (from + to) / 2 - 6 }, text, anchor: side > 0 ? 'start' : 'end', kind: 'size' })
}

function level(
  { lines, texts }: SectionDrawing,
  { y, from, to, edge, side }: { y: number; from: number; to: number; edge: number; side: 1 | -1 },
  text: string,
) {
  for (const x of [from, to]) {
    lines.push({ from: { x, y: edge + side * GAP }, to: { x, y: y + side * GAP }, kind: 'help' })
    lines.push(slash(x, y))
  }
  lines.push({ from: { x: from, y }, to: { x: to, y }, kind: 'size' })
  texts.push({ at: { x: (from + to) / 2, y: side > 0 ? y + 12 : y - 5 }, text, anchor: 'middle', kind: 'size' })
}

/** A size too thin for its text: told beside it, the line longer than the size. */
function thin(
  { lines, texts }: SectionDrawing,
  { x, from, to, edge }: { x: number; from: number; to: number; edge: number },
  text: string,
) {
  for (const y of [from, to]) {
    lines.push({ from: { x: edge - GAP, y }, to: { x: x - GAP, y }, kind: 'help' })
    lines.push(slash(x, y))
  }
  lines.push({ from: { x, y: from - 8 }, to: { x, y: to + 8 }, kind: 'size' })
  texts.push({ at: { x: x - 6, y: (from + to) / 2 + 3.5 }, text, anchor: 'end', kind: 'size' })
}

function boxOf(points: readonly Point2[]) {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.bottom = Math.min(box.bottom, y)
    box.top = Math.max(box.top, y)
  }
  return box
}

const short = (value: number) => Number(value.toFixed(2))
