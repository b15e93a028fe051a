import {
  AXIS_VECTORS,
  add,
  cross,
  directionOf,
  length,
  perAxis,
  scale,
  subtract,
  unit,
  type Vec,
} from '#lib/model/shape/vector.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import { FIXED, type Pattern, PINNED } from './support-pattern.ts'

/**
 * What a glyph is made of, in units of the glyph's size, with the node at the origin and everything below it. `from` is the end towards
 * the node, `to` the far side of what is at the other end. None is an arrow: those are forces.
 */
export type Part =
  | { shape: 'block' | 'cone' | 'ball' | 'ring' }
  | { shape: 'wheels'; along: 'X' | 'Y' }
  | { shape: 'strut' | 'clamp'; axis: 0 | 1 | 2; from: Vec; to: Vec }

/** Where the parts along X and Y meet: just below the node. */
const HUB: Vec = [0, 0, -0.3]
/** Half of a plate's side, or a disc's radius; how thick both are. */
export const [PLATE, THICK] = [0.28, 0.16]

/** A strut to a plate holds a displacement along it, a disc on a rod a rotation about it. */
export function supportSymbol(pattern: Pattern): Part[] {
  if (pattern === FIXED) return [{ shape: 'block' }]
  if (pattern === PINNED) return [{ shape: 'cone' }]
  if (pattern === 0b100) return [{ shape: 'ball' }]
  if (pattern === 0b110) return [{ shape: 'wheels', along: 'X' }]
  if (pattern === 0b101) return [{ shape: 'wheels', along: 'Y' }]
  if (pattern === 0) return [{ shape: 'ring' }]
  return DIRECTIONS.flatMap((_, k): Part[] => {
    if (!((pattern >> k) & 1)) return []
    const axis = (k % 3) as 0 | 1 | 2
    const beside = (along: number): Vec => add(HUB, scale(AXIS_VECTORS[axis], along))
    // Displacements on the negative side, rotations on the other; about Z below where the plate along Z is.
    if (axis === 2) return [{ shape: k < 3 ? 'strut' : 'clamp', axis, from: [0, 0, -0.02], to: [0, 0, k < 3 ? -0.9 : -1.4] }]
    return [
      k < 3
        ? { shape: 'strut', axis, from: beside(-0.08), to: beside(-0.9) }
        : { shape: 'clamp', axis, from: beside(0.08), to: beside(0.9) },
    ]
  })
}

/** Triangles, counter-clockwise from outside, three vertices each, flat or round as the shape asks. */
export type SymbolMesh = { positions: number[]; normals: number[] }

export function symbolMesh(parts: readonly Part[]): SymbolMesh {
  const mesh: SymbolMesh = { positions: [], normals: [] }
  for (const part of parts) {
    if (part.shape === 'strut' || part.shape === 'clamp') rod(mesh, part)
    else if (part.shape === 'block') box(mesh, [-0.5, -0.5, -0.62], [0.5, 0.5, -0.02])
    else if (part.shape === 'cone') pyramid(mesh)
    else if (part.shape === 'ball') lathe(mesh, [0, 0, -0.45], [0, 0, 1], ballProfile(0.43), 14)
    else if (part.shape === 'ring') torus(mesh, [0, 0, -0.5], 0.4, 0.08)
    else if ('along' in part) wheels(mesh, part.along)
  }
  return mesh
}

function triangle(mesh: SymbolMesh, a: Vec, b: Vec, c: Vec, normals?: readonly [Vec, Vec, Vec]) {
  const flat = unit(cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]))
  if (!flat) return
  mesh.positions.push(...a, ...b, ...c)
  mesh.normals.push(...(normals ?? [flat, flat, flat]).flat())
}

function quad(mesh: SymbolMesh, a: Vec, b: Vec, c: Vec, d: Vec) {
  triangle(mesh, a, b, c)
  triangle(mesh, a, c, d)
}

function box(mesh: SymbolMesh, low: Vec, high: Vec) {
  const [x0, y0, z0] = low
  const [x1, y1, z1] = high
  quad(mesh, [x0, y0, z1], [x1, y0, z1], [x1, y1, z1], [x0, y1, z1])
  quad(mesh, [x0, y1, z0], [x1, y1, z0], [x1, y0, z0], [x0, y0, z0])
  quad(mesh, [x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1])
  quad(mesh, [x1, y1, z0], [x0, y1, z0], [x0, y1, z1], [x1, y1, z1])
  quad(mesh, [x1, y0, z0], [x1, y1, z0], [x1, y1, z1], [x1, y0, z1])
  quad(mesh, [x0, y1, z0], [x0, y0, z0], [x0, y0, z1], [x0, y1, z1])
}

function pyramid(mesh: SymbolMesh) {
  const [a, b, c, d]: readonly [Vec, Vec, Vec, Vec] = [
    [-0.5, -0.5, -0.9],
    [0.5, -0.5, -0.9],
    [0.5, 0.5, -0.9],
    [-0.5, 0.5, -0.9],
  ]
  const apex: Vec = [0, 0, 0]
  for (const [from, to] of [[a, b], [b, c], [c, d], [d, a]] as const) triangle(mesh, from, to, apex) // biome-ignore format: a square
  quad(mesh, d, c, b, a)
}

/** A profile of (radius, along) points from low to high, turned about an axis and shaded round. */
function lathe(mesh: SymbolMesh, base: Vec, axis: Vec, profile: readonly (readonly [number, number])[], sides: number) {
  const [u, v] = across(axis)
  const ring = ([radius, along]: readonly [number, number]) =>
    Array.from({ length: sides }, (_, k): Vec => {
      const angle = (2 * Math.PI * k) / sides
      return add(add(base, scale(axis, along)), add(scale(u, radius * Math.cos(angle)), scale(v, radius * Math.sin(angle))))
    })
  for (const [i, low] of profile.slice(0, -1).entries()) {
    const high = profile[i + 1]!
    const [below, above] = [ring(low), ring(high)]
    const slope: readonly [number, number] = [high[1] - low[1], low[0] - high[0]]
    const size = Math.hypot(...slope) || 1
    const facing = (k: number) => {
      const angle = (2 * Math.PI * k) / sides
      const out = add(scale(u, Math.cos(angle)), scale(v, Math.sin(angle)))
      return add(scale(out, slope[0] / size), scale(axis, slope[1] / size))
    }
    for (let k = 0; k < sides; k++) {
      const next = (k + 1) % sides
      const [n, m] = [facing(k), facing(next)]
      triangle(mesh, below[k]!, below[next]!, above[next]!, [n, m, m])
      triangle(mesh, below[k]!, above[next]!, above[k]!, [n, m, n])
    }
  }
}

const ballProfile = (radius: number) =>
  Array.from({ length: 9 }, (_, k): [number, number] => {
    const angle = -Math.PI / 2 + (Math.PI * k) / 8
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })

/** Two wheels under a plate, rolling along X or Y, so their axles lie across that. */
function wheels(mesh: SymbolMesh, along: 'X' | 'Y') {
  const roll: Vec = along === 'X' ? [1, 0, 0] : [0, 1, 0]
  const axle: Vec = along === 'X' ? [0, 1, 0] : [1, 0, 0]
  const [w, d] = along === 'X' ? [0.6, 0.4] : [0.4, 0.6]
  box(mesh, [-w, -d, -0.3], [w, d, -0.02])
  for (const place of [-0.34, 0.34]) {
    const base = add([0, 0, -0.55], scale(roll, place))
    lathe(
      mesh,
      base,
      axle,
      [
        [0, -0.38],
        [0.24, -0.38],
        [0.24, 0.38],
        [0, 0.38],
      ],
      12,
    )
  }
}

function torus(mesh: SymbolMesh, centre: Vec, radius: number, tube: number) {
  const pointAt = (i: number, k: number): [Vec, Vec] => {
    const [a, b] = [(2 * Math.PI * i) / 18, (2 * Math.PI * k) / 6]
    const out: Vec = [Math.cos(a), 0, Math.sin(a)]
    const normal: Vec = add(scale(out, Math.cos(b)), [0, Math.sin(b), 0])
    return [add(add(centre, scale(out, radius)), scale(normal, tube)), normal]
  }
  for (let i = 0; i < 18; i++)
    for (let k = 0; k < 6; k++) {
      const [[a, na], [b, nb], [c, nc], [d, nd]] = [pointAt(i, k), pointAt(i, k + 1), pointAt(i + 1, k + 1), pointAt(i + 1, k)]
      triangle(mesh, a, b, c, [na, nb, nc])
      triangle(mesh, a, c, d, [na, nc, nd])
    }
}

function rod(mesh: SymbolMesh, { shape, axis, from, to }: Extract<Part, { from: Vec }>) {
  const direction = directionOf(subtract(to, from))
  const shaft = length(subtract(to, from)) - THICK
  lathe(
    mesh,
    from,
    direction,
    [
      [0, 0],
      [0.08, 0],
      [0.08, shaft],
    ],
    8,
  )
  if (shape === 'clamp') {
    lathe(
      mesh,
      from,
      direction,
      [
        [0, shaft],
        [PLATE, shaft],
        [PLATE, shaft + THICK],
        [0, shaft + THICK],
      ],
      14,
    )
    return
  }
  const inner = subtract(to, scale(direction, THICK))
  const reach = (k: 0 | 1 | 2) => (k === axis ? 0 : PLATE)
  box(
    mesh,
    perAxis((k) => Math.min(inner[k], to[k]) - reach(k)),
    perAxis((k) => Math.max(inner[k], to[k]) + reach(k)),
  )
}

function across(axis: Vec): [Vec, Vec] {
  const u = directionOf(cross(axis, Math.abs(axis[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]))
  return [u, cross(axis, u)]
}
