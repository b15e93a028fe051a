import { outlineBox } from '#lib/model/section/outline-box.ts'
import { innerOutline, sectionAsReturned } from '#lib/model/section/section-outline.ts'
import { type CardinalPoint, offsetOfCardinalPoint } from '#lib/model/section/section-properties.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import { shellAxes } from '#lib/model/shape/shell-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { Dimensions, Point2, SectionType } from '#lib/schema/schema.ts'

/**
 * The conventions as drawings, made by the functions that the viewer and the pictures are made by: if an axis or an outline moved,
 * they would move too. SVG, x to the right and y downward, one file a drawing in `public/pictures/conventions`.
 */
export const conventionDrawings: Record<string, () => string> = {
  'frame-axes': frameAxes,
  'section-outlines': sectionOutlines,
  'insertion-points': insertionPoints,
  'area-axes': areaAxes,
}

type Screen = readonly [x: number, y: number]

const STYLE = `text{font:13px system-ui,sans-serif;fill:#3d464f}.small{font-size:11px}.line{stroke:#5b6670;fill:none;stroke-width:1.5}
.body{fill:#aebccb;stroke:#5b6670;stroke-width:1.2}.thin{stroke:#8a949e;fill:none}.node{fill:#5b6670}
.a1{stroke:#c8453b;fill:#c8453b}.a2{stroke:#2e8b57;fill:#2e8b57}.a3{stroke:#3a6fc4;fill:#3a6fc4}.global{stroke:#8a949e;fill:#8a949e}
@media (prefers-color-scheme:dark){text{fill:#d5dbe1}.line,.body{stroke:#aab4be}.body{fill:#4c5966}.node{fill:#aab4be}}`

const drawing = (width: number, height: number, title: string, parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">\n<title>${title}</title>\n<style>${STYLE}</style>\n${parts.join('\n')}\n</svg>\n`

const n = (value: number) => String(Number(value.toFixed(2)) + 0)
const line = ([x1, y1]: Screen, [x2, y2]: Screen, kind = 'line') =>
  `<line class="${kind}" x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}"/>`
const text = ([x, y]: Screen, words: string, { anchor = 'middle', kind = '' } = {}) =>
  `<text x="${n(x)}" y="${n(y)}" text-anchor="${anchor}"${kind && ` class="${kind}"`}>${words}</text>`
const path = (loops: readonly (readonly Screen[])[], kind = 'body') =>
  `<path class="${kind}" fill-rule="evenodd" d="${loops.map((loop) => `M${loop.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`).join('')}"/>`
const dot = ([x, y]: Screen, radius = 3, kind = 'node') => `<circle class="${kind}" cx="${n(x)}" cy="${n(y)}" r="${radius}"/>`

/** From a to b, with a head, and its name beyond it. */
function arrow(a: Screen, b: Screen, name: string, kind: string): string {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = Math.hypot(dx, dy)
  if (length < 6) return `${dot(a, 3, kind)}${text([a[0] + 9, a[1] - 5], name)}` // it points at the eye, or away
  const [ux, uy] = [dx / length, dy / length]
  const pointAt = (along: number, beside: number): Screen => [b[0] + along * ux - beside * uy, b[1] + along * uy + beside * ux]
  const [nx, ny] = pointAt(11, 0)
  return `${line(a, b, kind)}${path([[b, pointAt(-8, 3), pointAt(-8, -3)]], kind)}${text([nx, ny + 4], name)}`
}

/** Seen from the front right and above; Z up. */
const [TURN, TILT] = [(-35 * Math.PI) / 180, (22 * Math.PI) / 180]
function seen([x, y, z]: Vec, scale: number, [ox, oy]: Screen): Screen {
  const [right, depth] = [x * Math.cos(TURN) - y * Math.sin(TURN), x * Math.sin(TURN) + y * Math.cos(TURN)]
  return [ox + scale * right, oy - scale * (z * Math.cos(TILT) + depth * Math.sin(TILT))]
}

const along = (a: Vec, axis: Vec, by: number): Vec => [a[0] + by * axis[0], a[1] + by * axis[1], a[2] + by * axis[2]]
const between = (a: Vec, b: Vec): Vec => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]

function globalAxes(origin: Screen): string[] {
  const o: Vec = [0, 0, 0]
  const axes: [Vec, string][] = [
    [[1, 0, 0], 'X'],
    [[0, 1, 0], 'Y'],
    [[0, 0, 1], 'Z'],
  ]
  return axes.map(([axis, name]) => arrow(seen(o, 26, origin), seen(axis, 26, origin), name, 'global'))
}

function frameAxes(): string {
  const frames: { title: string; start: Vec; end: Vec; rotation: number; at: Screen }[] = [
    { title: 'beam along X', start: [0, 0, 0], end: [3, 0, 0], rotation: 0, at: [60, 130] },
    { title: 'the same, rotation 30°', start: [0, 0, 0], end: [3, 0, 0], rotation: 30, at: [260, 130] },
    { title: 'column upward', start: [0, 0, 0], end: [0, 0, 2.6], rotation: 0, at: [480, 170] },
    { title: 'brace', start: [0, 0, 0], end: [2, 0, 2], rotation: 0, at: [610, 160] },
  ]
  const parts = frames.flatMap(({ title, start, end, rotation, at }) => {
    const axes = localAxes(start, end, rotation)
    if (!axes) throw new Error(`${title} has no axes`)
    const middle = between(start, end)
    const [a, b, o] = [seen(start, 46, at), seen(end, 46, at), seen(middle, 46, at)]
    return [
      ...[line(a, b), dot(a), dot(b), text([a[0] - 10, a[1] + 16], 'start', { kind: 'small' })],
      ...axes.map((axis, i) => arrow(o, seen(along(middle, axis, 0.8), 46, at), String(i + 1), `a${i + 1}`)),
      text([(a[0] + b[0]) / 2, 226], title),
    ]
  })
  return drawing(800, 240, 'Local axes of frames', [...globalAxes([28, 40]), ...parts])
}

type Shown = { title: string; type: SectionType; dimensions: Dimensions }
const SECTIONS: readonly Shown[] = [
  { title: 'rectangular', type: 'rectangular', dimensions: { t3: 130, t2: 70 } },
  { title: 'rectangular, hollow', type: 'rectangular', dimensions: { t3: 130, t2: 90, tf: 12, tw: 8 } },
  { title: 'pipe', type: 'pipe', dimensions: { t3: 110, tw: 10 } },
  { title: 'i_wide_flange', type: 'i_wide_flange', dimensions: { t3: 130, t2: 80, tf: 12, tw: 7, t2b: 110, tfb: 16 } },
  { title: 'channel', type: 'channel', dimensions: { t3: 130, t2: 60, tf: 12, tw: 8 } },
  { title: 'angle', type: 'angle', dimensions: { t3: 120, t2: 80, tf: 10, tw: 12 } },
]

/** An outline with its hole, x to the right along local 3, y up along local 2: as seen from the start node. */
function outlineOf({ type, dimensions }: Shown, pointAt: (point: Point2) => Screen) {
  const section = sectionAsReturned({ id: 'S', type, dimensions })
  const polygon = section.polygon ?? []
  const inner = innerOutline(section, { id: 'S', type, dimensions })
  return { box: outlineBox(polygon), shape: path([polygon, ...(inner ? [inner] : [])].map((loop) => loop.map(pointAt))) }
}

function sectionOutlines(): string {
  const parts = SECTIONS.flatMap((shown, i) => {
    const [cx, cy] = [110 + 240 * (i % 3), 115 + 255 * Math.floor(i / 3)]
    const pointAt = ({ x, y }: Point2): Screen => [cx + x, cy - y]
    const { box, shape } = outlineOf(shown, pointAt)
    const [low, high] = [pointAt(box.min), pointAt(box.max)]
    const sizes = Object.entries(shown.dimensions).filter(([key]) => key !== 't3' && key !== 't2')
    return [
      ...[shape, arrow([cx, cy], [cx, cy - 92], '2', 'a2'), arrow([cx, cy], [cx + 84, cy], '3', 'a3')],
      ...[line([low[0] - 16, low[1]], [low[0] - 16, high[1]], 'thin'), text([low[0] - 28, cy + 4], 't3')],
      ...(shown.dimensions.t2
        ? [
            line([low[0], low[1] + 14], [high[0], low[1] + 14], 'thin'),
            text([cx, low[1] + 28], shown.dimensions.t2b ? 't2b' : 't2'),
          ]
        : []),
      text([cx, cy + 112], shown.title),
      text([cx, cy + 126], sizes.map(([key, value]) => `${key} ${value}`).join(', '), { kind: 'small' }),
    ]
  })
  return drawing(740, 510, 'Outlines of sections, seen from the start node', parts)
}

function insertionPoints(): string {
  const parts = SECTIONS.slice(3, 6).flatMap((section, i) => {
    const [cx, cy] = [150 + 250 * i, 130]
    const pointAt = ({ x, y }: Point2): Screen => [cx + 1.3 * x, cy - 1.3 * y]
    const points = Array.from({ length: 11 }, (_, k) => (k + 1) as CardinalPoint).flatMap((point) => {
      const offset = offsetOfCardinalPoint(point, section)
      return offset ? [{ point, place: pointAt({ x: -offset.x, y: -offset.y }) }] : []
    })
    return [
      outlineOf(section, pointAt).shape,
      ...points.flatMap(({ point, place: [x, y] }) => [
        dot([x, y], 3, point > 9 ? 'a1' : 'a3'),
        text([x + (point > 9 ? 12 : 8), y + (point > 9 ? 12 : -5)], String(point), { kind: 'small' }),
      ]),
      text([cx, 250], section.title),
    ]
  })
  return drawing(800, 265, 'Insertion points: 1 to 9 of the box, 10 the centroid, 11 the shear centre', parts)
}

function areaAxes(): string {
  const areas: { title: string; nodes: readonly [Vec, Vec, Vec, Vec]; at: Screen }[] = [
    { title: 'slab, counter-clockwise from above', nodes: [[0, 0, 0], [3, 0, 0], [3, 2, 0], [0, 2, 0]], at: [40, 170] }, // biome-ignore format: a list of places
    { title: 'wall, normal towards +Y', nodes: [[3, 0, 0], [0, 0, 0], [0, 0, 2.2], [3, 0, 2.2]], at: [330, 170] }, // biome-ignore format: a list of places
    { title: 'roof', nodes: [[0, 0, 0], [3, 0, 0], [3, 1.8, 1.3], [0, 1.8, 1.3]], at: [540, 190] }, // biome-ignore format: a list of places
  ]
  const parts = areas.flatMap(({ title, nodes, at }) => {
    const axes = shellAxes(nodes)
    if (!axes) throw new Error(`${title} has no axes`)
    const middle = between(nodes[0], nodes[2])
    const places = nodes.map((node) => seen(node, 46, at))
    return [
      path([places]),
      ...places.map((place, i) => `${dot(place)}${text([place[0] - 2, place[1] + 16], String(i + 1), { kind: 'small' })}`),
      ...axes.map((axis, i) => arrow(seen(middle, 46, at), seen(along(middle, axis, 0.9), 46, at), String(i + 1), `a${i + 1}`)),
      text([at[0] + 90, 246], title),
    ]
  })
  return drawing(800, 260, 'Local axes of areas; small numbers are the order of the nodes', [...globalAxes([28, 40]), ...parts])
}
