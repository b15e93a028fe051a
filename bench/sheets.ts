import { loadavg } from 'node:os'
import { returnedModel } from '#lib/examples/returned-model.ts'
import { buildScene } from '#lib/geometry/scene.ts'
import { storeysShown } from '#lib/model/display-axes.ts'
import { AXIS } from '#lib/model/shape/vector.ts'
import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { say } from '#lib/start/progress.mjs'
import { grouped } from '#lib/values/count-text.ts'
import { type Drawing, drawingsOf, isPlan, slabOf, titleOf, towardEye } from '#viewer/session/view/drawings.ts'
import { heldModel } from '#viewer/worker/held-model.ts'
import { modelIndex } from '#viewer/worker/model-index.ts'
import type { SheetAsk } from '#viewer/worker/sheet-types.ts'
import { sheetsOf } from '#viewer/worker/sheets.ts'

/**
 * `npm run bench -- sheets`: seconds of a core until all plans and elevations of an office are sheets, by the code of the viewer's
 * worker. 14 by 14 grid lines and 12 storeys are 40 sheets.
 */

const GOAL = 20
const [LINES, STOREYS] = [14, 12]
const BAY = [7.2, 6, 3.6] as const

type Many<K extends keyof CreateModel> = NonNullable<CreateModel[K]>

function office(): ViewerModel {
  const nodes: Many<'nodes'> = []
  const frames: Many<'frames'> = []
  const areas: Many<'areas'> = []
  const supports: Many<'supports'> = []
  const gridLines: Many<'gridLines'> = []
  const at = (x: number, y: number, z: number) => `${x}-${y}-${z}`
  const beam = { sectionId: 'IPE 400', rotation: 0, sectionOffset: { x: 0, y: -0.2 } }
  const held = { u1: true, u2: true, u3: true, r1: true, r2: true, r3: true }
  for (let z = 0; z <= STOREYS; z++)
    for (let y = 0; y < LINES; y++)
      for (let x = 0; x < LINES; x++) {
        const here = at(x, y, z)
        nodes.push({ id: here, position: { x: x * BAY[0], y: y * BAY[1], z: z * BAY[2] } })
        if (z === 0) {
          supports.push({ id: here, nodeId: here, restraints: held })
          continue
        }
        frames.push({ id: `C${here}`, startNodeId: at(x, y, z - 1), endNodeId: here, sectionId: 'HEB 400', rotation: 0 })
        if (x > 0) frames.push({ id: `X${here}`, startNodeId: at(x - 1, y, z), endNodeId: here, ...beam })
        if (y > 0) frames.push({ id: `Y${here}`, startNodeId: at(x, y - 1, z), endNodeId: here, ...beam })
        const corners = [at(x - 1, y - 1, z), at(x, y - 1, z), here, at(x - 1, y, z)]
        if (x > 0 && y > 0) areas.push({ id: `F${here}`, nodeIds: corners, thickness: 0.2, kind: 'SLAB' })
      }
  for (const [k, [axis, count]] of (
    [
      ['X', LINES],
      ['Y', LINES],
      ['Z', STOREYS],
    ] as const
  ).entries())
    for (let line = 1; line <= count; line++)
      gridLines.push({
        id: `${axis}${line}`,
        axis,
        coordinate: BAY[k]! * (axis === 'Z' ? line : line - 1),
        label: `${axis}${line}`,
      })
  return returnedModel({
    name: 'Office',
    units: { length: 'm' },
    nodes,
    frames,
    areas,
    supports,
    gridLines,
    sections: [
      { id: 'HEB 400', type: 'i_wide_flange', dimensions: { t3: 0.4, t2: 0.3, tf: 0.024, tw: 0.0135 } },
      { id: 'IPE 400', type: 'i_wide_flange', dimensions: { t3: 0.4, t2: 0.18, tf: 0.0135, tw: 0.0086 } },
    ],
  })
}

function askOf(model: ViewerModel, drawing: Drawing, all: readonly Drawing[], place: { sheet: number; of: number }): SheetAsk {
  const { axis, at } = drawing
  const k = AXIS[axis]
  const { low, high } = slabOf(drawing, all, model.bounds, null)
  return {
    drawing: { axis, at, low: low[k], high: high[k], isPlan: isPlan(drawing, null) },
    toward: towardEye(axis, null),
    up: isPlan(drawing, null) ? [0, 1, 0] : [0, 0, 1],
    paper: { name: 'A3', isPortrait: false },
    scale: null,
    display: 'model',
    colourBy: 'kind',
    shown: { hidden: [], isolated: null, out: {}, frames: true, areas: true, supports: true, grid: true },
    names: { frames: 'section', areas: 'thickness', nodes: 'none' },
    block: {
      model: 'Office',
      drawing: titleOf(drawing, null),
      revision: '1',
      date: '',
      author: '',
      ...place,
      link: null,
      href: null,
      note: '',
    },
  }
}

const model = office()
const held = heldModel(model)
const all = drawingsOf({ plan: buildScene(model).grid.plan, storeys: storeysShown(held.columns, null) }, null)
const drawings = (['Z', 'X', 'Y'] as const).flatMap((axis) => all[axis])
const before = process.cpuUsage()
const since = performance.now()
const sheets = sheetsOf(held.columns, modelIndex(held), null)
let [bytes, slowest] = [0, 0]
for (const [k, drawing] of drawings.entries()) {
  const from = performance.now()
  const sheet = await sheets.draw(askOf(model, drawing, all[drawing.axis], { sheet: k + 1, of: drawings.length }))
  if (sheet.state !== 'drawn') throw new Error(`${titleOf(drawing, null)}: ${sheet.says}`)
  bytes += sheet.svg.length
  slowest = Math.max(slowest, performance.now() - from)
}
const wall = (performance.now() - since) / 1000
const { user, system } = process.cpuUsage(before)
const elements = (model.frames?.length ?? 0) + (model.areas?.length ?? 0)
say(`
  ${drawings.length} sheets of an office of ${grouped(elements)} frames and areas, A3, each at its largest scale
  ${((user + system) / 1e6).toFixed(1)} s of a core, goal ${GOAL}; ${wall.toFixed(1)} s by the clock at a load of ${loadavg()[0]?.toFixed(0)}, the slowest ${(slowest / 1000).toFixed(1)} s
  ${(bytes / 1e6).toFixed(1)} MB of SVG`)
process.exit(0)
