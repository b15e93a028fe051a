import type {
  ConstructSectionCreate,
  Dimensions,
  Point2,
  SectionDefinition,
  SectionType,
  ViewerSection,
} from '#lib/schema/schema.ts'
import { cross, from, signedArea } from './outline-area.ts'
import { readDimensions } from './section-dimensions.ts'

/**
 * Outer outlines from type and dimensions. x along local 3, y along local 2, origin at the centre of the bounding box,
 * counter-clockwise in (x, y), first point not repeated, corners sharp. Conventions, sections 4 and 7.
 */

const PIPE_POINTS = 32

/** `[]` when the type has no outline of its own or a needed size is missing: no size is invented. */
export function derivedOutline(type: SectionType, dimensions: Dimensions | undefined): Point2[] {
  const { complete, missing } = readDimensions(type, dimensions)
  if (type === 'shell' || missing.length > 0) return []
  const { t3 = 0, t2 = 0, tf = 0, tw = 0, t2b = 0, tfb = 0 } = complete
  const outline = points(type, { h: t3 / 2, b: t2 / 2, c: t2b / 2, w: tw / 2, tf, tw, tfb })
  // A pipe's radius counts double and so may leave the range of doubles; JSON has no word for what is there.
  return outline.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) ? outline : []
}

type Halves = Record<'h' | 'b' | 'c' | 'w' | 'tf' | 'tw' | 'tfb', number>

function points(type: SectionType, { h, b, c, w, tf, tw, tfb }: Halves): Point2[] {
  switch (type) {
    case 'rectangular':
      return path([-b, -h], [b, -h], [b, h], [-b, h])
    case 'pipe':
      return Array.from({ length: PIPE_POINTS }, (_, k) => ({ x: h * cosine(k), y: h * cosine(k - PIPE_POINTS / 4) }))
    case 'i_wide_flange':
      return path(
        [-c, -h],
        [c, -h],
        [c, -h + tfb],
        [w, -h + tfb],
        [w, h - tf],
        [b, h - tf],
        [b, h],
        [-b, h],
        [-b, h - tf],
        [-w, h - tf],
        [-w, -h + tfb],
        [-c, -h + tfb],
      )
    case 'channel':
      return path([-b, -h], [b, -h], [b, h], [-b, h], [-b, h - tf], [b - tw, h - tf], [b - tw, -h + tf], [-b, -h + tf])
    case 'angle':
      return path([-b, -h], [b, -h], [b, h], [b - tw, h], [b - tw, -h + tf], [-b, -h + tf])
    default:
      return []
  }
}

/** cos(k · 11.25°), exact where it is 0, ±1/2 turn apart or at the quarters, so that pipes are symmetric to the last bit. */
function cosine(k: number): number {
  const quarter = PIPE_POINTS / 4
  const turn = ((k % PIPE_POINTS) + PIPE_POINTS) % PIPE_POINTS
  const folded = turn > 2 * quarter ? PIPE_POINTS - turn : turn
  if (folded === quarter) return 0
  return folded > quarter ? -Math.cos(((2 * quarter - folded) * Math.PI) / 16) : Math.cos((folded * Math.PI) / 16)
}

function path(...corners: [number, number][]): Point2[] {
  return corners.map(([x, y]) => ({ x, y }))
}

/**
 * The submitted form → the returned form: outline as submitted or derived, the type for a missing `shape`, the wall of a
 * hollow shape or the thickness of a shell for a missing `thickness`. Specification, section 2; conventions, section 4.
 */
export function sectionAsReturned(section: ConstructSectionCreate): ViewerSection {
  const { id, materialId, name, polygon, shape, thickness, source, resolved } = section
  const { type, dimensions } = sizesOf(section)
  return {
    id,
    ...(materialId !== undefined && { materialId }),
    ...((name ?? resolved) !== undefined && { name: name ?? resolved?.designation ?? null }),
    polygon: polygon?.length ? polygon : (resolved?.polygon ?? derivedOutline(type, dimensions)),
    shape: shape ?? (resolved?.polygon ? 'tee' : type),
    ...(source !== undefined && { source }),
    thickness: thickness ?? impliedThickness(type, dimensions),
  }
}

/** What a section is drawn and judged by: as sent, or as its profile was resolved. */
export function sizesOf({
  type = 'rectangular',
  dimensions,
  resolved,
}: Pick<ConstructSectionCreate, 'type' | 'dimensions' | 'resolved'>): {
  type: SectionType
  dimensions: Dimensions | undefined
} {
  return resolved ?? { type, dimensions }
}

/** What `thickness` is when only the dimensions tell it. */
export function impliedThickness(type: SectionType, dimensions: Dimensions | undefined): number | null {
  const { canonical } = readDimensions(type, dimensions)
  const implied = type === 'shell' ? canonical.thickness : type === 'rectangular' || type === 'pipe' ? canonical.tw : undefined
  return implied !== undefined && implied > 0 ? implied : null
}

/**
 * The hole of a pipe or box: the outer outline moved inward by `thickness` (the flanges of a derived rectangle by `tf`),
 * counter-clockwise. Null when the section is drawn solid: another type, no outline or one that is not convex, no thickness,
 * or one that leaves no hole. Conventions, section 4.
 */
export function innerOutline(section: ViewerSection, definition: SectionDefinition | undefined): Point2[] | null {
  const type = definition?.type
  const thickness = section.thickness ?? 0
  if ((type !== 'pipe' && type !== 'rectangular') || !(thickness > 0)) return null
  const outer = cleanOutline(section.polygon)
  if (outer.length < 3 || !isConvex(outer)) return null
  const { tf } = readDimensions(type, definition?.dimensions).complete
  const hasFlanges =
    type === 'rectangular' && tf !== undefined && sameOutline(section.polygon, derivedOutline(type, definition?.dimensions))
  const across = hasFlanges ? tf : thickness
  return movedInward(outer, (edge) => (edge.y === 0 ? across : thickness))
}

/** Without repeated neighbours and closing point, counter-clockwise: what may be drawn of a submitted outline. */
export function cleanOutline(polygon: readonly Point2[]): Point2[] {
  const corners = polygon.filter((point, i) => {
    const before = polygon[i - 1]
    return !before || before.x !== point.x || before.y !== point.y
  })
  const [first, last] = [corners[0], corners.at(-1)]
  if (corners.length > 1 && first && last && first.x === last.x && first.y === last.y) corners.pop()
  return signedArea(corners) < 0 ? corners.reverse() : corners
}

/** Convex and counter-clockwise, straight corners allowed, going round once. */
function isConvex(outline: readonly Point2[]): boolean {
  const n = outline.length
  let turned = 0
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [outline[i]!, outline[(i + 1) % n]!, outline[(i + 2) % n]!]
    const [one, next] = [from(a, b), from(b, c)]
    const turn = cross(one, next)
    if (turn < -1e-12 * Math.hypot(one.x, one.y) * Math.hypot(next.x, next.y)) return false
    turned += Math.atan2(turn, one.x * next.x + one.y * next.y)
  }
  return Math.abs(turned - 2 * Math.PI) < 1e-6
}

/** A straight edge moved inward: points p with p·normal = at. */
type Line = { normal: Point2; at: number }

/**
 * The intersection of the half planes inside a convex outline's moved edges. The edges come sorted by direction, so one
 * pass with a deque does; null when nothing is left.
 */
function movedInward(outline: readonly Point2[], distance: (edge: Point2) => number): Point2[] | null {
  const lines: Line[] = []
  outline.forEach((point, i) => {
    const edge = from(point, outline[(i + 1) % outline.length]!)
    const long = Math.hypot(edge.x, edge.y)
    const normal = { x: -edge.y / long, y: edge.x / long }
    const line = { normal, at: normal.x * point.x + normal.y * point.y + distance(edge) }
    const before = lines.at(-1)
    // An edge that goes on straight is on the line before it.
    if (!before || Math.abs(cross(before.normal, normal)) >= 1e-12) lines.push(line)
  })
  const cut: Line[] = []
  const firstCorner = () => meeting(cut[0]!, cut[1]!)
  const lastCorner = () => meeting(cut[cut.length - 2]!, cut[cut.length - 1]!)
  for (const line of lines) {
    while (cut.length > 1 && !isInside(line, lastCorner())) cut.pop()
    while (cut.length > 1 && !isInside(line, firstCorner())) cut.shift()
    cut.push(line)
  }
  while (cut.length > 2 && !isInside(cut[0]!, lastCorner())) cut.pop()
  while (cut.length > 2 && !isInside(cut[cut.length - 1]!, firstCorner())) cut.shift()
  if (cut.length < 3) return null
  const inner = cut.map((line, i) => meeting(cut[(i || cut.length) - 1]!, line))
  return signedArea(inner) > 0 ? inner : null
}

function isInside({ normal, at }: Line, point: Point2): boolean {
  return normal.x * point.x + normal.y * point.y >= at
}

function meeting(one: Line, other: Line): Point2 {
  const det = cross(one.normal, other.normal)
  return {
    x: (one.at * other.normal.y - other.at * one.normal.y) / det,
    y: (other.at * one.normal.x - one.at * other.normal.x) / det,
  }
}

export function sameOutline(one: readonly Point2[], other: readonly Point2[]): boolean {
  return one.length === other.length && one.every(({ x, y }, i) => x === other[i]?.x && y === other[i]?.y)
}
