import type { Vec } from '#lib/model/shape/vector.ts'
import { KIND_WORD } from '#lib/model/validate/references.ts'
import type { ViewerGridLine } from '#lib/schema/schema.ts'
import type { FileToRead } from '../file-to-read.ts'
import { JoinedPoints } from '../joined-points.ts'
import type { DxfEntity } from './dxf-groups.ts'

/** Ends of lines that lie within a millimetre of each other are one node; without a unit, within so much of the drawing's size. */
const [JOINED_METRES, JOINED_SHARE] = [0.001, 1e-6]

type Line = { entity: DxfEntity; start: Vec; end: Vec }
type Outline = { entity: DxfEntity; points: Vec[] }

/** What a drawing says of a structure. Its points become nodes when all are known. */
export class DrawnModel {
  readonly #file: FileToRead
  readonly #metres: number | undefined
  readonly #lines: Line[] = []
  readonly #areas: Outline[] = []
  readonly #supports: { entity: DxfEntity; point: Vec }[] = []
  readonly #sections = new Map<string, string | undefined>()
  #restored = 0
  isFlat = true

  constructor(file: FileToRead, metres: number | undefined) {
    this.#file = file
    this.#metres = metres
  }

  /** Counted by type. */
  #table(entity: DxfEntity) {
    const table = this.#file.report.table(entity.type)
    table.rows++
    return table
  }

  take(entity: DxfEntity): void {
    this.#table(entity).taken++
  }

  drop(
    entity: DxfEntity,
    code: 'curve' | 'entity_type' | 'reference_missing' | 'area_shape' | 'grid_line' | 'duplicate_row',
  ): void {
    this.#table(entity).dropped++
    this.#file.report.note('dropped', code, { example: `${entity.type} at line ${entity.line}` })
  }

  /** The pieces between neighbours; `isCurved`: they are chords. */
  addLines(entity: DxfEntity, points: readonly Vec[], isCurved = false): void {
    this.take(entity)
    if (isCurved) this.#file.report.note('converted', 'curve_divided', { example: `${entity.type} at line ${entity.line}` })
    for (let k = 1; k < points.length; k++) this.#lines.push({ entity, start: points[k - 1]!, end: points[k]! })
  }

  addArea(entity: DxfEntity, points: Vec[]): void {
    if (points.length < 3) this.drop(entity, 'area_shape')
    else {
      this.take(entity)
      this.#areas.push({ entity, points })
    }
  }

  addSupport(entity: DxfEntity, point: Vec): void {
    this.take(entity)
    this.#supports.push({ entity, point })
  }

  /** One of ours, by its id. */
  addGridLine(entity: DxfEntity, gridLine: ViewerGridLine): void {
    const { model } = this.#file
    const isFree = gridLine.id !== '' && model.idOf('gridLines', gridLine.id) === gridLine.id && model.add('gridLines', gridLine)
    if (isFree) {
      this.take(entity)
      this.#restored++
    } else this.drop(entity, 'duplicate_row')
  }

  build(): void {
    const { report } = this.#file
    const joined = new JoinedPoints(this.#tolerance())
    this.#addFrames(joined)
    this.#addAreas(joined)
    for (const { entity, point } of this.#supports) {
      const restraints = { u1: null, u2: null, u3: null, r1: null, r2: null, r3: null }
      this.#add('supports', entity, 'S', { nodeId: nodeId(joined.indexOf(point)), restraints })
    }
    for (const [index, [x, y, z]] of joined.places.entries()) {
      this.#file.model.add('nodes', { id: nodeId(index), position: { x: x + 0, y: y + 0, z: z + 0 } })
      if (z !== 0) this.isFlat = false
      if ((joined.uses[index] ?? 0) > 1) report.note('converted', 'points_joined', { example: nodeId(index) })
    }
    if (joined.places.length === 0) this.isFlat = false
    report.note('converted', 'ids_restored', { count: this.#restored })
  }

  #tolerance(): number {
    if (this.#metres !== undefined) return JOINED_METRES / this.#metres
    const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]] // biome-ignore format: short
    const see = (point: Vec) => {
      for (const [axis, one] of point.entries()) {
        low[axis] = Math.min(low[axis]!, one)
        high[axis] = Math.max(high[axis]!, one)
      }
    }
    for (const { start, end } of this.#lines) for (const point of [start, end]) see(point)
    for (const { points } of this.#areas) for (const point of points) see(point)
    const size = Math.hypot(...high.map((one, axis) => one - low[axis]!))
    return Number.isFinite(size) ? JOINED_SHARE * size : 0
  }

  #addFrames(joined: JoinedPoints): void {
    const { report } = this.#file
    const taken = new Set<string>()
    for (const { entity, start, end } of this.#lines) {
      const [from, to] = [joined.indexOf(start), joined.indexOf(end)]
      const key = from < to ? `${from},${to}` : `${to},${from}`
      const code = from === to ? 'zero_length' : taken.has(key) ? 'duplicate_row' : undefined
      if (code) {
        report.note('dropped', code, { example: `${entity.type} at line ${entity.line}` })
        continue
      }
      taken.add(key)
      const sectionId = this.#sectionOf(entity.layer)
      this.#add('frames', entity, 'F', {
        ...{ startNodeId: nodeId(from), endNodeId: nodeId(to), rotation: 0 },
        ...(sectionId !== undefined && { sectionId }),
      })
    }
  }

  #addAreas(joined: JoinedPoints): void {
    for (const { entity, points } of this.#areas) {
      const nodeIds = points.map((point) => nodeId(joined.indexOf(point)))
      const outline = nodeIds.filter((id, k) => id !== nodeIds[k - 1])
      if (outline.length > 1 && outline[0] === outline.at(-1)) outline.pop()
      if (new Set(outline).size < 3) {
        this.#file.report.note('dropped', 'area_shape', { example: `${entity.type} at line ${entity.line}` })
        continue
      }
      const kind = /^AREA_(.+)/i.exec(entity.layer)?.[1] ?? (/^AREA$|^0$/i.test(entity.layer) ? undefined : entity.layer)
      this.#add('areas', entity, 'A', { nodeIds: outline, ...(kind !== undefined && { kind }) })
    }
  }

  /** A layer is a section: ours by its name, others' by the layer's. */
  #sectionOf(layer: string): string | undefined {
    if (layer === '0' || /^FRAME$/i.test(layer)) return undefined
    if (this.#sections.has(layer)) return this.#sections.get(layer)
    const { model, report } = this.#file
    const own = /^FRAME_(.+)/i.exec(layer)?.[1]
    const name = own === undefined ? layer : own.replaceAll('_', ' ')
    const id = model.idOf('sections', name)
    if (!model.has('sections', id)) {
      report.note('converted', 'layer_as_section', { example: layer })
      model.add('sections', model.sectionByName(id, name))
    }
    this.#sections.set(layer, id)
    return id
  }

  /** With the id that a drawing of ours says, else the next free one. */
  #add<K extends 'frames' | 'areas' | 'supports'>(kind: K, entity: DxfEntity, letter: string, fields: object): void {
    const { model } = this.#file
    const id = ownId(entity, KIND_WORD[kind])
    const isFree = id !== undefined && id !== '' && !model.has(kind, id) && model.idOf(kind, id) === id
    if (isFree) this.#restored++
    let number = model.count(kind) + 1
    while (!isFree && model.has(kind, `${letter}${number}`)) number++
    model.add(kind, { id: isFree ? id : `${letter}${number}`, ...fields } as never) // the fields of its kind, as the callers make them
  }
}

const nodeId = (index: number): string => `P${index + 1}`

/** In extended data: `1001 SMS`, `1000 frame:C1`, which goes on in more of these where it is long. */
export function ownId({ groups }: DxfEntity, word: string): string | undefined {
  const start = groups.findIndex(({ code, value }) => code === 1001 && value === 'SMS')
  if (start < 0) return undefined
  let text = ''
  for (const { code, value } of groups.slice(start + 1)) {
    if (code !== 1000) break
    text += value
  }
  const mark = `${word}:`
  if (!text.startsWith(mark)) return undefined
  try {
    return decodeURIComponent(text.slice(mark.length))
  } catch {
    return undefined
  }
}
