import { localAxes } from '#lib/model/shape/local-axes.ts'
import { type Vec, vec } from '#lib/model/shape/vector.ts'
import type { Vector3, ViewerModel } from '#lib/schema/schema.ts'
import type { FileWriter } from '../model-to-write.ts'
import { Names, withoutAccents } from '../names.ts'
import { noteLosses } from '../note-losses.ts'
import { writeNumber } from '../numbers.ts'
import type { ExportReport } from '../report.ts'
import { GRID, type GridEntity, gridEntities } from './dxf-grid.ts'
import { INSUNITS } from './dxf-units.ts'

/** The model in space as a drawing: DXF of release 12 in ASCII, which every program reads. */
export const writeDxf: FileWriter = ({ model, unit, report }) => {
  const layers = new Layers(model)
  const places = new Map(model.nodes.map(({ id, position }) => [id, position]))
  const frames = (model.frames ?? []).flatMap((frame) => {
    const [start, end] = [places.get(frame.startNodeId), places.get(frame.endNodeId)]
    if (start && end && localAxes(vec(start), vec(end))) return [{ ...frame, start, end }]
    report.note('dropped', 'zero_length', { example: `frame ${frame.id}` })
    return []
  })
  noteDrawingLosses(model, report)
  const code = unit && INSUNITS.find(({ name }) => name === unit.unit)?.code
  if (code === undefined || code === null) report.note('guessed', 'units_missing')
  const pieces = function* () {
    yield groups([0, 'SECTION'], [2, 'HEADER'], [9, '$ACADVER'], [1, 'AC1009'])
    if (code) yield groups([9, '$INSUNITS'], [70, code])
    yield groups([0, 'ENDSEC'], [0, 'SECTION'], [2, 'TABLES'])
    yield groups([0, 'TABLE'], [2, 'APPID'], [70, 1], [0, 'APPID'], [2, APPLICATION], [70, 0], [0, 'ENDTAB'])
    yield layers.table()
    yield groups([0, 'ENDSEC'], [0, 'SECTION'], [2, 'ENTITIES'])
    let text = ''
    for (const { id, sectionId, start, end } of frames) {
      text += groups([0, 'LINE'], [8, layers.ofFrame(sectionId)], ...place(10, start), ...place(11, end), ...xdata(`frame:${id}`))
      if (text.length < PIECE) continue
      yield text
      text = ''
    }
    yield text
    yield* areaTexts(model, places, layers)
    for (const { id, nodeId } of model.supports ?? []) {
      const at = places.get(nodeId)
      if (at) yield groups([0, 'POINT'], [8, SUPPORT], ...place(10, at), ...xdata(`support:${id}`))
    }
    for (const line of gridEntities(model)) yield gridText(line)
    yield groups([0, 'ENDSEC'], [0, 'EOF'])
  }
  return pieces()
}

const APPLICATION = 'SMS'
const SUPPORT = 'SUPPORT'
const PIECE = 256 * 1024

type Group = readonly [code: number, value: string | number]
const groups = (...all: readonly Group[]): string =>
  all.map(([code, value]) => `${code}\n${typeof value === 'number' ? writeNumber(value) : value}\n`).join('')
const place = (code: number, { x, y, z }: Vector3): Group[] => [
  [code, x],
  [code + 10, y],
  [code + 20, z],
]

/** Of a text in extended data. */
const LONGEST = 250

/** A line end in an id would forge group codes, and readers take spaces off the ends of a value. */
function xdata(text: string): Group[] {
  const safe = text.toWellFormed().replace(/[^\x20-\x7e]|%/gu, encodeURIComponent)
  const parts = safe.match(new RegExp(`.{1,${LONGEST}}`, 'g')) ?? []
  return [[1001, APPLICATION], ...parts.map((part): Group => [1000, part.replace(/^ | $/g, '%20')])]
}

function gridText(line: GridEntity): string {
  const head: Group[] = [[0, line.type], [8, GRID]] // biome-ignore format: short
  const own = xdata(`grid:${line.id}`)
  if (line.type === 'LINE') return groups(...head, ...ends(line.start, line.end), ...own)
  const angles: Group[] = line.type === 'ARC' ? [[50, line.from], [51, line.to]] : [] // biome-ignore format: short
  return groups(...head, ...place(10, at(line.centre)), [40, line.radius], ...angles, ...own)
}

const at = ([x, y, z]: Vec): Vector3 => ({ x, y, z })
const ends = (start: Vec, end: Vec): Group[] => [...place(10, at(start)), ...place(11, at(end))]

function* areaTexts(model: ViewerModel, places: ReadonlyMap<string, Vector3>, layers: Layers): Generator<string> {
  for (const { id, kind, nodeIds } of model.areas ?? []) {
    const corners = nodeIds.map((node) => places.get(node)).filter((at) => at !== undefined)
    const layer = layers.ofArea(kind)
    const [first, second, third, fourth = third] = corners
    if (first && second && third && fourth && corners.length <= 4) {
      yield groups(
        [0, '3DFACE'],
        [8, layer],
        ...place(10, first),
        ...place(11, second),
        ...place(12, third),
        ...place(13, fourth),
        ...xdata(`area:${id}`),
      )
      continue
    }
    yield groups([0, 'POLYLINE'], [8, layer], [66, 1], [10, 0], [20, 0], [30, 0], [70, 9], ...xdata(`area:${id}`))
    for (const corner of corners) yield groups([0, 'VERTEX'], [8, layer], ...place(10, corner), [70, 32])
    yield groups([0, 'SEQEND'], [8, layer])
  }
}

/** Colours of AutoCAD's index. */
const [BLUE, GREEN, RED, GREY] = [5, 3, 1, 8]

class Layers {
  readonly #names = new Names({
    clean: (text) =>
      withoutAccents(text)
        .toUpperCase()
        .replace(/[^A-Z0-9$_-]/g, '_'),
    ...{ longest: 31, ignoresCase: true },
  })
  readonly #layers = new Map<string, number>()

  constructor({ frames = [], areas = [], supports = [], gridLines = [] }: ViewerModel) {
    for (const { sectionId } of frames) this.#layers.set(this.ofFrame(sectionId), BLUE)
    for (const { kind } of areas) this.#layers.set(this.ofArea(kind), GREEN)
    if (supports.length > 0) this.#layers.set(SUPPORT, RED)
    if (gridLines.some(({ axis }) => axis !== 'Z')) this.#layers.set(GRID, GREY)
  }

  ofFrame = (sectionId: string | null | undefined): string =>
    sectionId == null ? this.#names.nameOf('frames', 'FRAME') : this.#names.nameOf('sections', sectionId, `FRAME_${sectionId}`)
  ofArea = (kind: string | null | undefined): string =>
    kind ? this.#names.nameOf('areas', kind, `AREA_${kind}`) : this.#names.nameOf('areas', '', 'AREA')

  table(): string {
    const rows = [...this.#layers].map(([name, colour]) =>
      groups([0, 'LAYER'], [2, name], [70, 0], [62, colour], [6, 'CONTINUOUS']),
    )
    return groups([0, 'TABLE'], [2, 'LAYER'], [70, rows.length]) + rows.join('') + groups([0, 'ENDTAB'])
  }
}

function noteDrawingLosses(model: ViewerModel, report: ExportReport): void {
  noteLosses(model, report, ['areas', 'gridLines', 'skewGridLines', 'gridArcs'])
  for (const { id, axis, label } of model.gridLines ?? [])
    if (axis !== 'Z' && label) report.note('dropped', 'labels', { example: `grid line ${id}` })
  for (const { id, sectionOffset, rotation } of model.frames ?? []) {
    const example = `frame ${id}`
    if (sectionOffset && (sectionOffset.x !== 0 || sectionOffset.y !== 0)) report.note('dropped', 'offset', { example })
    if (rotation) report.note('dropped', 'rotation', { example })
  }
  for (const { id } of model.sections ?? []) report.note('dropped', 'section_without_outline', { example: `section ${id}` })
  for (const { id } of model.materials ?? []) report.note('dropped', 'material_unknown', { example: `material ${id}` })
  for (const { id } of model.supports ?? []) report.note('dropped', 'restraint_not_stated', { example: `support ${id}` })
}
