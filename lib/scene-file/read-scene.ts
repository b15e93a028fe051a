import { cachedNames, MANY, type Many, type ModelColumns, NAMED, namesIn } from '#lib/model/columns.ts'
import { LOAD_NUMBERS } from '#lib/model/load/load-columns.ts'
import { LOAD_AXES, LOAD_SPREADS, LOAD_TYPES } from '#lib/schema/load-words.ts'
import { AREA_ROLES, FRAME_ROLES } from '#lib/schema/roles.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { isDictionary } from '#lib/values/dictionary.ts'
import { keyed } from '#lib/values/object-keys.ts'
import type { Whole } from '#lib/values/whole.ts'
import { decode } from './coding.ts'
import {
  aligned,
  type Column,
  type Directory,
  HEAD_BYTES,
  LABELLED,
  MAGIC,
  MOST_DIRECTORY,
  ONE,
  TYPES,
  VERSION,
} from './layout.ts'
import { type Beside, type ElementOf, elementsOf, type SceneElements } from './scene-elements.ts'
import { Texts } from './texts.ts'

/** A model in its scene form. `elementAt` makes the element anew each time; `whole` all of them, once. */
export type SceneFile = { columns: ModelColumns; beside: Beside; elementAt: SceneElements; whole: () => ViewerModel }

/** What cannot be read as a scene: another format, or one that was broken on its way. */
export class NoScene extends Error {}

/** Takes the memory over: columns are decoded where they lie. */
export function readScene(file: ArrayBuffer): SceneFile {
  try {
    const found = directoryOf(file)
    const { counts } = found.directory
    const ids = keyed(MANY, (kind) => textsOf(found, `${ONE[kind]}.id`, counts[kind]))
    const columns = { ...columnsIn(found), idOf: (kind: Many, k: number) => ids[kind].at(k) }
    mustHold(columns)
    return opened(columns, found, ids)
  } catch (error) {
    if (error instanceof NoScene) throw error
    throw new NoScene('no scene', { cause: error })
  }
}

type OpenedSceneFile = { file: ArrayBuffer; begin: number; directory: Directory }

function directoryOf(file: ArrayBuffer): OpenedSceneFile {
  const head = new DataView(file)
  if (file.byteLength < HEAD_BYTES || head.getUint32(0, true) !== MAGIC) throw new NoScene('no scene')
  if (head.getUint16(4, true) !== VERSION) throw new NoScene('a version that is not known')
  const length = head.getUint32(8, true)
  if (length > MOST_DIRECTORY || HEAD_BYTES + length > file.byteLength) throw new NoScene('the directory is too large')
  const directory: Directory = JSON.parse(
    new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(file, HEAD_BYTES, length)),
  )
  const { counts, names, labels, columns, model } = directory
  const isWhole = [...Object.values(counts)].every((count) => Number.isSafeInteger(count) && count >= 0)
  if (
    !isWhole ||
    !Array.isArray(labels) ||
    !Array.isArray(columns) ||
    !isDictionary(model) ||
    !NAMED.every((kind) => Array.isArray(names[kind]))
  )
    throw new NoScene('the directory says too little')
  return { file, begin: aligned(HEAD_BYTES + length), directory }
}

/** A column's numbers, decoded; undefined where there is none. */
function numbersOf({ file, begin, directory }: OpenedSceneFile, name: string): Float64Array | Whole | Uint8Array | undefined {
  const column = directory.columns.find((one) => one.name === name)
  if (!column) return undefined
  const { type, count, offset, bytes, coding }: Column = column
  const Numbers = TYPES[type]
  const items = type === 'utf8' ? bytes : count
  const isThere = [items, offset, bytes].every((value) => Number.isSafeInteger(value) && value >= 0)
  if (!isThere || bytes !== items * Numbers.BYTES_PER_ELEMENT || begin + offset + bytes > file.byteLength)
    throw new NoScene(`${name} is outside the file`)
  const numbers = new Numbers(file, begin + offset, items)
  if (type !== 'utf8') decode(numbers, coding)
  return numbers
}

function columnsIn(found: OpenedSceneFile): Omit<ModelColumns, 'idOf'> {
  const { model: head, names, labels, counts } = found.directory
  const whole = (name: string, count: number): Whole => {
    const numbers = numbersOf(found, name) ?? new Uint8Array(count)
    if (numbers instanceof Float64Array || numbers.length !== count) throw new NoScene(`${name} has another length`)
    return numbers
  }
  const doubles = (name: string, count?: number): Float64Array | null => {
    const numbers = numbersOf(found, name)
    if (numbers === undefined) return null
    if (!(numbers instanceof Float64Array) || (count !== undefined && numbers.length !== count))
      throw new NoScene(`${name} has another length`)
    return numbers
  }
  const all = (name: string, count: number) => doubles(name, count) ?? new Float64Array(count)
  const { nodes, frames, areas, supports, members, loads } = counts
  const first = ends(whole('area.openings', areas), 1)
  const loops = first[areas]!
  const loop = ends(whole('loop.nodes', loops))
  const ofMember = ends(whole('member.frames', members))
  return {
    head,
    names,
    nodes: {
      count: nodes,
      x: all('node.x', nodes),
      y: all('node.y', nodes),
      z: all('node.z', nodes),
      radius: doubles('node.radius', nodes),
    },
    frames: {
      count: frames,
      start: whole('frame.start', frames),
      end: whole('frame.end', frames),
      section: whole('frame.section', frames),
      material: whole('frame.material', frames),
      member: whole('frame.member', frames),
      role: whole('frame.role', frames),
      placement: whole('frame.placement', frames),
      placements: doubles('placement') ?? new Float64Array(),
      taper: whole('frame.taper', frames),
      tapers: doubles('taper') ?? new Float64Array(),
    },
    areas: {
      count: areas,
      first,
      loop,
      node: whole('loop.node', loop[loops]!),
      section: whole('area.section', areas),
      material: whole('area.material', areas),
      thickness: doubles('area.thickness', areas),
      kind: whole('area.kind', areas),
      point: whole('area.point', areas),
      role: whole('area.role', areas),
      labels,
    },
    supports: { count: supports, node: whole('support.node', supports), state: whole('support.state', supports) },
    members: {
      count: members,
      first: ofMember,
      frame: whole('member.frame', ofMember[members]!),
      section: whole('member.section', members),
      material: whole('member.material', members),
      role: whole('member.role', members),
    },
    loads: {
      count: loads,
      loadCase: whole('load.case', loads),
      node: whole('load.node', loads),
      frame: whole('load.frame', loads),
      area: whole('load.area', loads),
      type: whole('load.type', loads),
      axes: whole('load.axes', loads),
      spread: whole('load.spread', loads),
      numbers: keyed(LOAD_NUMBERS, (name) => doubles(`load.${name}`, loads)),
    },
  }
}

function textsOf(found: OpenedSceneFile, name: string, count: number): Texts {
  const bytes = numbersOf(found, name)
  if (bytes && !(bytes instanceof Uint8Array)) throw new NoScene(`${name} is no text`)
  return new Texts(bytes ?? null, count)
}

/** Where each of some stretches ends, from their lengths and what each has beside. */
function ends(lengths: Whole, beside = 0): Uint32Array {
  const found = new Uint32Array(lengths.length + 1)
  let end = 0
  for (let k = 0; k < lengths.length; k++) {
    end += lengths[k]! + beside
    if (end > 0xffffffff) throw new NoScene('stretches are too long')
    found[k + 1] = end
  }
  return found
}

/** Nothing names what is not there. */
function mustHold({ head, names, nodes, frames, areas, supports, members, loads }: ModelColumns) {
  const node = nodes.count + names.nodes.length
  const section = (head.sections?.length ?? 0) + names.sections.length
  const material = (head.materials?.length ?? 0) + names.materials.length
  const placements = frames.placements.length / 3
  if (!Number.isInteger(placements)) throw new NoScene('a placement has three numbers')
  const tapers = frames.tapers.length / 5
  if (!Number.isInteger(tapers)) throw new NoScene('a taper has five numbers')
  const largest: readonly (readonly [most: number, ...columns: Whole[]])[] = [
    [node, frames.start, frames.end, areas.node, supports.node, loads.node],
    [section, frames.section, areas.section, members.section],
    [material, frames.material, areas.material, members.material],
    [areas.labels.length, areas.kind, areas.point],
    [members.count + names.members.length, frames.member],
    [frames.count + names.frames.length, members.frame, loads.frame],
    [areas.count + names.areas.length, loads.area],
    [(head.loadCases?.length ?? 0) + names.loadCases.length, loads.loadCase],
    [placements - 1, frames.placement],
    [tapers, frames.taper],
    [FRAME_ROLES.length, frames.role, members.role],
    [AREA_ROLES.length, areas.role],
    [LOAD_TYPES.length, loads.type],
    [LOAD_AXES.length, loads.axes],
    [LOAD_SPREADS.length, loads.spread],
  ]
  for (const [most, ...columns] of largest)
    for (const column of columns) if (!isWithin(column, most)) throw new NoScene('something names what is not there')
}

function isWithin(column: Whole, most: number): boolean {
  if (most >= 2 ** (8 * column.BYTES_PER_ELEMENT) - 1) return true
  for (let k = 0; k < column.length; k++) if (column[k]! > most) return false
  return true
}

function opened(columns: ModelColumns, found: OpenedSceneFile, ids: Beside['ids']): SceneFile {
  const { frames } = columns
  const texts = (name: 'label' | 'rest', kind: Many) => textsOf(found, `${ONE[kind]}.${name}`, columns[kind].count)
  const lengths = numbersOf(found, 'frame.length') ?? null
  if (lengths && !(lengths instanceof Float64Array && lengths.length === frames.count)) throw new NoScene('no lengths')
  const beside = {
    ids,
    lengths,
    labels: keyed(LABELLED, (kind) => texts('label', kind)),
    rests: keyed(MANY, (kind) => texts('rest', kind)),
  }
  const elementAt = elementsOf(columns, beside, namesIn(columns))
  let whole: ViewerModel | null = null
  return {
    columns,
    beside,
    elementAt,
    whole() {
      whole ??= wholeOf(columns, elementsOf(columns, beside, cachedNames(columns)))
      return whole
    },
  }
}

function wholeOf({ head, ...columns }: ModelColumns, elementAt: SceneElements): ViewerModel {
  const all = <K extends Many>(kind: K): ElementOf[K][] => {
    const elements: ElementOf[K][] = []
    for (let k = 0; k < columns[kind].count; k++) {
      const element = elementAt[kind](k)
      if (element) elements.push(element)
    }
    return elements
  }
  return {
    ...head,
    nodes: all('nodes'),
    areas: all('areas'),
    frames: all('frames'),
    supports: all('supports'),
    members: all('members'),
    loads: all('loads'),
  } as ViewerModel // `head` is all the rest of one
}
