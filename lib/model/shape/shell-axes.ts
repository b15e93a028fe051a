import { AREA_ROLES, type AreaFamily, type AreaRole, familyOfArea } from '#lib/schema/roles.ts'
import type { ViewerArea } from '#lib/schema/schema.ts'
import { AXES, cross, distance, perAxis, type Vec } from './vector.ts'

/** Unit vectors 1, 2, 3. */
export type ShellAxes = readonly [Vec, Vec, Vec]

/** Below this sine of the angle to Z a frame counts as vertical, and an area as horizontal. */
export const PARALLEL_TO_Z = 0.001

/**
 * Newell's sum about the mean of the points: along the normal by the right-hand rule, as long as twice the enclosed area. In
 * single numbers: it is asked for every area.
 */
export function newell(points: readonly Vec[]): Vec {
  const [mx, my, mz] = middleOf(points)
  let [x, y, z] = [0, 0, 0]
  for (let i = 0; i < points.length; i++) {
    const a = points[i]!
    const b = points[i + 1 < points.length ? i + 1 : 0]!
    const [ax, ay, az] = [a[0] - mx, a[1] - my, a[2] - mz]
    const [bx, by, bz] = [b[0] - mx, b[1] - my, b[2] - mz]
    x += ay * bz - az * by
    y += az * bx - ax * bz
    z += ax * by - ay * bx
  }
  return [x, y, z]
}

/** The mean of some points. */
export function middleOf(points: readonly Vec[]): Vec {
  let [x, y, z] = [0, 0, 0]
  for (const point of points) {
    x += point[0]
    y += point[1]
    z += point[2]
  }
  const share = 1 / Math.max(1, points.length)
  return [x * share, y * share, z * share]
}

/**
 * Local axes of an area: 3 is the normal by the right-hand rule on the node order, 2 points upward and 1 is horizontal; a
 * horizontal area has 2 = +Y. Null when the nodes span no area.
 */
export function shellAxes(points: readonly Vec[]): ShellAxes | null {
  const [x, y, z] = newell(points)
  const size = Math.hypot(x, y, z)
  if (!(size > 1e-12 * extent(points) ** 2 && Number.isFinite(size))) return null
  return axesAbout([x / size, y / size, z / size])
}

/** Those of an area whose axis 3 is known. */
export function axesAbout(e3: Vec): ShellAxes {
  // Z × 3, or Y × 3 where 3 is vertical.
  const isFlat = Math.hypot(e3[0], e3[1]) < PARALLEL_TO_Z
  const [ax, ay, az] = isFlat ? [e3[2], 0, -e3[0]] : [-e3[1], e3[0], 0]
  const side = Math.hypot(ax, ay, az)
  const e1: Vec = [ax / side, ay / side, az / side]
  return [e1, cross(e3, e1), e3]
}

/** Diagonal of the box of some points. */
function extent(points: readonly Vec[]): number {
  const low = perAxis(() => Infinity)
  const high = perAxis(() => -Infinity)
  for (const point of points) {
    for (const k of AXES) {
      if (point[k] < low[k]) low[k] = point[k]
      if (point[k] > high[k]) high[k] = point[k]
    }
  }
  return points.length ? distance(high, low) : 0
}

export type AreaKind = AreaFamily
/** A panel is a wall, unless it lies: a program with floors of panels calls them so, too. */
export type AreaLabel = AreaKind | 'panel'
const LABELS = new Map<string, AreaLabel>([
  ...AREA_ROLES.map((word): [string, AreaLabel] => [word.toUpperCase(), familyOfArea(word)]),
  ['PANEL', 'panel'],
])

/** Its role, else its kind up to a `:`, else by the slope of its outline: floor within 30° of horizontal, wall within 10° of vertical, else shell. */
export const areaFamily = ({ role, kind }: Pick<ViewerArea, 'role' | 'kind'>, outline: () => readonly Vec[]): AreaKind =>
  role ? familyOfArea(role) : kindOfOutline(labelOf(kind ?? ''), outline)

/** `outline`: asked for only where the label does not say it all. */
export const kindOfOutline = (label: AreaLabel | undefined, outline: () => readonly Vec[]): AreaKind =>
  label && label !== 'panel' ? label : kindOf(label, shellAxes(outline())?.[2] ?? null)

const plainKind = (kind: string): string => kind.replace(/:.*/s, '').trim().toUpperCase()

export const labelOf = (kind: string): AreaLabel | undefined => LABELS.get(plainKind(kind))

/** The word of a role that a kind is. */
export const roleOfKind = (kind: string): AreaRole | undefined =>
  AREA_ROLES.find((word) => word.toUpperCase() === plainKind(kind))

/** `normal`: as `kindBySlope` has it. */
export function kindOf(label: AreaLabel | undefined, normal: Vec | null): AreaKind {
  if (label === 'panel') return kindBySlope(normal) === 'floor' ? 'floor' : 'wall'
  return label ?? kindBySlope(normal)
}

/** `normal`: null of an area without one, which counts as a floor. */
function kindBySlope(normal: Vec | null): AreaKind {
  const upright = Math.abs(normal?.[2] ?? 1)
  if (upright >= Math.cos(Math.PI / 6) - 1e-12) return 'floor'
  return upright <= Math.sin(Math.PI / 18) + 1e-12 ? 'wall' : 'shell'
}
