import { columnsOf, MANY, type Many, type ModelColumns } from '#lib/model/columns.ts'
import { isLoadVector, LOAD_NUMBERS } from '#lib/model/load/load-columns.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { keyed } from '#lib/values/object-keys.ts'
import type { Whole } from '#lib/values/whole.ts'
import { encoded, narrowed } from './coding.ts'
import {
  aligned,
  type Coding,
  type Column,
  type Directory,
  HEAD_BYTES,
  LABELLED,
  MAGIC,
  MOST_DIRECTORY,
  ONE,
  type Type,
  VERSION,
} from './layout.ts'
import { canBeText, textBytes } from './texts.ts'

/** The scene form of a model; null if it cannot hold the model. */
export function sceneBytes(model: ViewerModel): Uint8Array<ArrayBuffer> | null {
  const columns = columnsOf(model)
  const written = new Columns()
  writeNodes(written, columns)
  writeFrames(written, model, columns)
  writeAreas(written, columns)
  for (const kind of LABELLED) written.labels(`${ONE[kind]}.label`, model[kind] ?? [])
  written.whole('support.node', columns.supports.node, 'delta')
  written.whole('support.state', columns.supports.state)
  writeMembers(written, columns)
  writeLoads(written, columns)
  for (const kind of MANY) {
    const elements = model[kind] ?? []
    const ids = elements.map(({ id }) => id)
    if (!ids.every(canBeText)) return null
    written.texts(`${ONE[kind]}.id`, ids)
    const rests = elements.map((element) => restOf(kind, element)) // JSON holds no NUL
    if (rests.some((rest) => rest !== '')) written.texts(`${ONE[kind]}.rest`, rests)
  }
  const directory: Directory = {
    model: columns.head,
    names: columns.names,
    labels: columns.areas.labels,
    counts: keyed(MANY, (kind) => columns[kind].count),
    columns: written.list,
  }
  return written.after(new TextEncoder().encode(JSON.stringify(directory)))
}

/** Fields that stand in columns, by kind; the others are the element's rest, as JSON. */
const IN_COLUMNS: Record<Many, ReadonlySet<string>> = {
  nodes: new Set(['id', 'position', 'radius', 'label']),
  frames: new Set([
    ...['id', 'startNodeId', 'endNodeId', 'label', 'length', 'materialId'],
    ...['memberId', 'role', 'rotation', 'sectionId', 'sectionOffset'],
  ]),
  areas: new Set([
    ...['id', 'nodeIds', 'openingNodeIds', 'cardinalPoint', 'kind', 'label', 'materialId', 'role', 'sectionId', 'thickness'],
  ]),
  supports: new Set(['id', 'nodeId', 'restraints']),
  members: new Set(['id', 'frameIds', 'materialId', 'role', 'sectionId']),
  loads: new Set([
    ...['id', 'caseId', 'nodeId', 'frameId', 'areaId', 'type', 'axes', 'spread'],
    ...LOAD_NUMBERS.map((name) => name.split('.', 1)[0]!),
  ]),
}

/** The fields of an element that columns cannot hold, null values among them, as JSON; empty when there are none. */
function restOf(kind: Many, element: object): string {
  const inColumns = IN_COLUMNS[kind]
  let rest: Record<string, unknown> | null = null
  for (const [key, value] of Object.entries(element)) {
    if (value === undefined || (inColumns.has(key) && isColumnValue(kind, key, value))) continue
    rest ??= {}
    rest[key] = value
  }
  return rest ? JSON.stringify(rest) : ''
}

function isColumnValue(kind: Many, key: string, value: unknown): boolean {
  if (key === 'label') return typeof value === 'string' && isLabel(value)
  if (key === 'openingNodeIds') return Array.isArray(value) && value.length > 0
  if (kind === 'loads' && isLoadVector(key))
    return isDictionary(value) && Object.values(value).some((component) => component != null)
  return value !== null
}

const isLabel = (label: string | null | undefined): label is string => !!label && canBeText(label)

function writeNodes(written: Columns, { nodes: { x, y, z, radius } }: ModelColumns) {
  written.doubles('node.x', x)
  written.doubles('node.y', y)
  written.doubles('node.z', z)
  if (radius) written.doubles('node.radius', radius)
}

function writeFrames(written: Columns, { frames = [] }: ViewerModel, columns: ModelColumns) {
  const { start, end, section, material, member, role, placement, placements, taper, tapers } = columns.frames
  written.whole('frame.start', start, 'delta')
  written.whole('frame.end', end, 'delta')
  written.whole('frame.section', section)
  written.whole('frame.material', material)
  written.whole('frame.member', member, 'delta')
  written.whole('frame.role', role)
  written.whole('frame.placement', placement)
  written.doubles('placement', placements)
  written.whole('frame.taper', taper)
  if (tapers.length > 0) written.doubles('taper', tapers)
  if (frames.some(({ length }) => length != null))
    written.doubles(
      'frame.length',
      Float64Array.from(frames, ({ length }) => length ?? Number.NaN),
    )
}

function writeAreas(written: Columns, { areas }: ModelColumns) {
  written.whole('area.openings', areas.first.subarray(1).map((end, k) => end - areas.first[k]! - 1)) // biome-ignore format: one call
  written.whole('loop.nodes', lengths(areas.loop))
  written.whole('loop.node', areas.node, 'delta')
  written.whole('area.section', areas.section)
  written.whole('area.material', areas.material)
  written.whole('area.kind', areas.kind)
  written.whole('area.point', areas.point)
  written.whole('area.role', areas.role)
  if (areas.thickness) written.doubles('area.thickness', areas.thickness)
}

function writeMembers(written: Columns, { members }: ModelColumns) {
  written.whole('member.frames', lengths(members.first))
  written.whole('member.frame', members.frame, 'delta')
  written.whole('member.section', members.section)
  written.whole('member.material', members.material)
  written.whole('member.role', members.role)
}

function writeLoads(written: Columns, { loads }: ModelColumns) {
  written.whole('load.case', loads.loadCase)
  written.whole('load.node', loads.node, 'delta')
  written.whole('load.frame', loads.frame, 'delta')
  written.whole('load.area', loads.area, 'delta')
  written.whole('load.type', loads.type)
  written.whole('load.axes', loads.axes)
  written.whole('load.spread', loads.spread)
  for (const name of LOAD_NUMBERS) {
    const numbers = loads.numbers[name]
    if (numbers) written.doubles(`load.${name}`, numbers)
  }
}

const lengths = (ends: Uint32Array) => ends.subarray(1).map((end, k) => end - ends[k]!)

const NAMES = { 1: 'u8', 2: 'u16', 4: 'u32' } as const satisfies Record<number, Type>

class Columns {
  readonly list: Column[] = []
  readonly #parts: Uint8Array[] = []
  #end = 0

  #add(name: string, type: Type, count: number, coding: Coding, bytes: Uint8Array) {
    this.list.push({ name, type, count, offset: this.#end, bytes: bytes.length, coding })
    this.#parts.push(bytes)
    this.#end = aligned(this.#end + bytes.length)
  }

  whole(name: string, values: Whole, coding: Coding = 'plain') {
    if (!values.some((value) => value > 0)) return
    const narrow = narrowed(values)
    this.#add(name, NAMES[narrow.BYTES_PER_ELEMENT as 1 | 2 | 4], narrow.length, coding, encoded(narrow, coding))
  }

  doubles(name: string, values: Float64Array) {
    this.#add(name, 'f64', values.length, 'planes', encoded(values, 'planes'))
  }

  texts(name: string, texts: readonly string[]) {
    this.#add(name, 'utf8', texts.length, 'plain', textBytes(texts))
  }

  /** Those that cannot be told here are in the element's rest. */
  labels(name: string, elements: readonly { label?: string | null | undefined }[]) {
    if (!elements.some(({ label }) => isLabel(label))) return
    const labels = elements.map(({ label }) => (isLabel(label) ? label : ''))
    this.texts(name, labels)
  }

  /** The whole file; null where its directory is larger than may be read. */
  after(directory: Uint8Array): Uint8Array<ArrayBuffer> | null {
    if (directory.length > MOST_DIRECTORY) return null
    const begin = aligned(HEAD_BYTES + directory.length)
    const file = new Uint8Array(begin + this.#end)
    const head = new DataView(file.buffer)
    head.setUint32(0, MAGIC, true)
    head.setUint16(4, VERSION, true)
    head.setUint32(8, directory.length, true)
    file.set(directory, HEAD_BYTES)
    for (const [k, { offset }] of this.list.entries()) file.set(this.#parts[k]!, begin + offset)
    return file
  }
}
