import { AXES, add, COORDINATES, cross, distance, scale, subtract, type Vec, vec } from '#lib/model/shape/vector.ts'
import { readUnits } from '#lib/model/units.ts'
import { type LoadCase, type LoadVector, NATURES } from '#lib/schema/loads.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import type { ViewerSupport } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { FileToRead } from '../file-to-read.ts'
import { LoadNames } from '../load-names.ts'
import { idsIn, type Statement, statementsOf, type Word } from './script-commands.ts'

/** Loads, springs, masses and diaphragms of a script, which wait for what they are on. */

export type StaticsBecame = 'taken' | 'loads' | 'links' | 'constraints' | 'assignments' | 'property_data' | 'reference_missing'
type Settle = (statement: Statement, place: string, became: StaticsBecame) => void

/** What the reader of a script knows. `isPlane`: two dimensions, of which three freedoms a node. */
export type ScriptPlaces = {
  file: FileToRead
  nodeByTag: ReadonlyMap<string, string>
  frameByTag: ReadonlyMap<string, string>
  isOurs(): boolean
  isPlane(): boolean
  /** A vector of the file in our axes. */
  turned(vector: Vec): Vec
  settle: Settle
}

type Pattern = { caseId: string }
type LoadRow = { statement: Statement; pattern: Pattern | undefined }

const STATIC_SERIES = new Set(['Linear', 'Constant'])
const COMMANDS = new Set(['load', 'eleLoad', 'pattern', 'timeSeries', 'mass', 'rigidDiaphragm', 'uniaxialMaterial'])

export class ScriptStatics {
  readonly #places: ScriptPlaces
  readonly #series = new Set<string>()
  readonly #loads: LoadRow[] = []
  readonly #springs: Statement[] = []
  readonly #masses: Statement[] = []
  readonly #diaphragms: Statement[] = []
  readonly #materials: Statement[] = []
  readonly #elastic = new Map<string, number>()
  readonly #usedMaterials = new Set<string>()
  readonly #names = new LoadNames()
  /** Nodes in diaphragms. */
  readonly #tied = new Set<string>()
  /** Nodes that carry frames and areas, and supports by node: made at the first spring. */
  #used: ReadonlySet<string> | undefined
  #held: Map<string, ViewerSupport> | undefined
  #pattern: Pattern | undefined

  constructor(places: ScriptPlaces) {
    this.#places = places
  }

  /** Whether the statement is one of these; its row is settled now or at the end. */
  take(statement: Statement, names: Map<string, string>): boolean {
    const { command, words } = statement
    if (command === 'element' && words[0]?.text === 'zeroLength') {
      this.#springs.push(statement)
      return true
    }
    if (command === null || !COMMANDS.has(command)) return false
    if (command === 'load' || command === 'eleLoad') this.#loads.push({ statement, pattern: this.#pattern })
    else if (command === 'pattern') this.#readPattern(statement, names)
    else if (command === 'timeSeries') this.#readSeries(statement)
    else if (command === 'mass') this.#masses.push(statement)
    else if (command === 'rigidDiaphragm') this.#diaphragms.push(statement)
    else this.#readMaterial(statement)
    return true
  }

  /** When all nodes and frames are there. */
  finish(): void {
    const { settle } = this.#places
    for (const one of this.#springs) settle(one, 'element zeroLength', this.#addSpring(one))
    for (const one of this.#materials) {
      const isUsed = this.#usedMaterials.has(one.words[1]?.text ?? '')
      settle(one, 'uniaxialMaterial', isUsed ? 'taken' : 'property_data')
    }
    for (const one of this.#masses) settle(one, 'mass', this.#addMass(one))
    for (const one of this.#diaphragms) settle(one, 'rigidDiaphragm', this.#addDiaphragm(one))
    for (const { statement, pattern } of this.#loads)
      settle(statement, statement.command ?? '', pattern ? this.#addLoad(statement, pattern) : 'loads')
  }

  #readSeries(statement: Statement): void {
    const [type, tag, ...others] = statement.words
    const isStatic = STATIC_SERIES.has(type?.text ?? '') && others.length === 0
    if (isStatic && tag) this.#series.add(tag.text)
    this.#places.settle(statement, 'timeSeries', isStatic ? 'taken' : 'loads')
  }

  #readMaterial(statement: Statement): void {
    const [type, tag, modulus] = statement.words
    this.#materials.push(statement)
    if (type?.text === 'Elastic' && tag && modulus?.number !== undefined) this.#elastic.set(tag.text, modulus.number)
  }

  /** In Tcl the braces of a pattern hold its loads; in Python those that follow are its own. */
  #readPattern(statement: Statement, names: Map<string, string>): void {
    const { file, isOurs, settle } = this.#places
    const [type, tag, series, ...others] = statement.words
    const body = others.find(({ text }) => /\s/.test(text) || text === '')
    const isStatic = type?.text === 'Plain' && (STATIC_SERIES.has(series?.text ?? '') || this.#series.has(series?.text ?? ''))
    const isPlain = isStatic && tag !== undefined && others.every((one) => one === body)
    const [id, nature, name] = isOurs() ? (body ? idsIn(body.text.split('\n')[0] ?? '') : statement.ids) : []
    const caseId = file.model.idOf('loadCases', id ?? tag?.text ?? '')
    const known = NATURES.find((one) => one === nature)
    const loadCase: LoadCase = { id: caseId, ...(name !== undefined && { name }), ...(known && { nature: known }) }
    const isTaken = isPlain && file.model.add('loadCases', loadCase)
    settle(statement, 'pattern', isTaken ? 'taken' : 'loads')
    this.#pattern = isTaken ? { caseId } : undefined
    if (!body) return
    for (const inner of statementsOf(body.text, 'tcl', names)) {
      const at = { ...inner, line: statement.line + inner.line - 1 }
      const isLoad = inner.command === 'load' || inner.command === 'eleLoad'
      if (!isLoad) settle(at, inner.command ?? 'others', 'loads')
      else this.take(at, names)
    }
    this.#pattern = undefined
  }

  #addLoad(statement: Statement, { caseId }: Pattern): StaticsBecame {
    return statement.command === 'load' ? this.#addNodeLoad(statement, caseId) : this.#addElementLoads(statement, caseId)
  }

  #nameOf(statement: Statement, target: string, caseId: string): string {
    const own = this.#places.isOurs() ? statement.ids[0] : undefined
    const { name } = this.#names.next(target, caseId)
    return this.#places.file.model.idOf('loads', own ?? name)
  }

  #addNodeLoad(statement: Statement, caseId: string): StaticsBecame {
    const { file, nodeByTag, isPlane, turned } = this.#places
    const [tag, ...others] = statement.words
    const nodeId = nodeByTag.get(tag?.text ?? '')
    if (nodeId === undefined) return 'reference_missing'
    const values = others.map(({ number }) => number)
    if (values.length < (isPlane() ? 3 : 6) || values.includes(undefined)) return 'loads'
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values
    const [force, moment] = isPlane() ? [turned([a, b, 0]), turned([0, 0, c])] : [turned([a, b, c]), turned([d, e, f])]
    const id = this.#nameOf(statement, nodeId, caseId)
    const isNonZero = (v: Vec) => v.some((part) => part !== 0)
    const parts = {
      ...((isNonZero(force) || !isNonZero(moment)) && { force: toVector(force) }),
      ...(isNonZero(moment) && { moment: toVector(moment) }),
    }
    return file.model.add('loads', { id, caseId, nodeId, ...parts }) ? 'taken' : 'loads'
  }

  #addElementLoads(statement: Statement, caseId: string): StaticsBecame {
    const { frameByTag } = this.#places
    const { words } = statement
    const frames = tagsOf(words).map((tag) => frameByTag.get(tag))
    const at = words.findIndex(({ text }) => text === '-beamUniform' || text === '-beamPoint')
    const values = words.slice(at + 1).map(({ number }) => number)
    if (frames.length === 0 || at < 0 || values.includes(undefined)) return 'loads'
    if (frames.includes(undefined)) return 'reference_missing'
    const numbers = values.filter((one) => one !== undefined)
    const isUniform = words[at]?.text === '-beamUniform'
    let isTaken = true
    for (const frameId of frames) {
      if (frameId === undefined) continue
      const isAdded = isUniform
        ? this.#addUniform(statement, caseId, frameId, numbers)
        : this.#addPoint(statement, caseId, frameId, numbers)
      isTaken &&= isAdded
    }
    return isTaken ? 'taken' : 'loads'
  }

  /** Of values along y, z and x of an element. */
  #along(frameId: string, y: number, z: number, x: number): { axes?: 'local'; vector: Vec } | undefined {
    const { file, isPlane, turned } = this.#places
    if (!isPlane()) return { axes: 'local', vector: [x, y, z] }
    const frame = file.model.get('frames', frameId)
    const [start, end] = [frame?.startNodeId, frame?.endNodeId].map((id) => file.model.get('nodes', id ?? '')?.position)
    if (!start || !end) return undefined
    const along = subtract(vec(end), vec(start))
    const e1 = scale(along, 1 / (Math.hypot(...along) || 1))
    return { vector: add(scale(e1, x), scale(cross(turned([0, 0, 1]), e1), y)) }
  }

  #addUniform(statement: Statement, caseId: string, frameId: string, values: readonly number[]): boolean {
    const { model } = this.#places.file
    const isPlane = this.#places.isPlane()
    const [y = 0, z = 0, x = 0, from = 0, to = 1, yEnd = y, zEnd = z, xEnd = x] = isPlane ? inSpace(values) : values
    const [start, end] = [this.#along(frameId, y, z, x), this.#along(frameId, yEnd, zEnd, xEnd)]
    if (!start || !end || !(from >= 0 && from < to && to <= 1)) return false
    const id = this.#nameOf(statement, frameId, caseId)
    const [force, forceEnd] = [toVector(rounded(start.vector)), toVector(rounded(end.vector))]
    const isEven = AXES.every((k) => start.vector[k] === end.vector[k])
    const known = this.#places.isOurs() ? model.get('loads', id) : undefined
    // Ours are cut in the middle where they vary over the whole length.
    if (known?.to === from && to === 1) {
      known.forceEnd = forceEnd
      delete known.to
      return true
    }
    const extent = { ...(from !== 0 && { from }), ...(to !== 1 && { to }) }
    const axes = start.axes && { axes: start.axes }
    return model.add('loads', { id, caseId, frameId, ...axes, force, ...(!isEven && { forceEnd }), ...extent })
  }

  #addPoint(statement: Statement, caseId: string, frameId: string, values: readonly number[]): boolean {
    const { model } = this.#places.file
    const isPlane = this.#places.isPlane()
    const [y = 0, z = 0, at = Number.NaN, x = 0] = isPlane ? [values[0] ?? 0, 0, values[1] ?? Number.NaN, values[2] ?? 0] : values
    const placed = this.#along(frameId, y, z, x)
    if (!placed || !(at >= 0 && at <= 1)) return false
    const id = this.#nameOf(statement, frameId, caseId)
    const axes = placed.axes && { axes: placed.axes }
    return model.add('loads', { id, caseId, frameId, type: 'point', at, ...axes, force: toVector(rounded(placed.vector)) })
  }

  #addMass({ words: [tag, ...others] }: Statement): StaticsBecame {
    const nodeId = this.#places.nodeByTag.get(tag?.text ?? '')
    if (nodeId === undefined) return 'reference_missing'
    return this.setMass(nodeId, others) ? 'taken' : 'assignments'
  }

  /** False of a mass that is not the same along all axes, or turns, or of which nobody knows the units. */
  setMass(nodeId: string, words: readonly Word[]): boolean {
    const { file, isPlane } = this.#places
    const node = file.model.get('nodes', nodeId)
    const { force, length } = readUnits(file.model.units)
    const values = words.map(({ number }) => number)
    const [moves, turns] = [values.slice(0, isPlane() ? 2 : 3), values.slice(isPlane() ? 2 : 3)]
    const [first] = moves
    const isEven = first !== undefined && first >= 0 && moves.every((one) => one === first) && turns.every((one) => one === 0)
    if (!node || !isEven || !force || !length) return false
    node.mass = twelveDigits((first * force.newtons) / length.metres)
    return true
  }

  #addDiaphragm(statement: Statement): StaticsBecame {
    const { file, nodeByTag, isOurs, turned } = this.#places
    const [direction, ...tags] = statement.words
    const axis = turned([direction?.number === 1 ? 1 : 0, direction?.number === 2 ? 1 : 0, direction?.number === 3 ? 1 : 0])
    const nodeIds = [...new Set(tags.map(({ text }) => nodeByTag.get(text)))]
    if (Math.abs(axis[2]) !== 1) return 'constraints'
    const known = nodeIds.filter((id) => id !== undefined)
    if (known.length < nodeIds.length) return 'reference_missing'
    if (known.length < 2 || known.some((id) => this.#tied.has(id))) return 'constraints'
    for (const id of known) this.#tied.add(id)
    const own = isOurs() ? statement.ids[0] : undefined
    const id = file.model.idOf('diaphragms', own ?? `D${file.model.count('diaphragms') + 1}`)
    return file.model.add('diaphragms', { id, nodeIds: known }) ? 'taken' : 'constraints'
  }

  /** Elastic along global axes to a node at the same place that is held in all directions and carries nothing else. */
  #addSpring(statement: Statement): StaticsBecame {
    const { file, nodeByTag, isOurs, isPlane } = this.#places
    const { model, options } = file
    const [, , i, j, ...others] = statement.words
    const ends = [i, j].map((word) => nodeByTag.get(word?.text ?? ''))
    const parts = springParts(others)
    const [a, b] = ends.map((id) => model.get('nodes', id ?? ''))
    if (!a || !b) return 'reference_missing'
    if (!parts || distance(vec(a.position), vec(b.position)) > 0) return 'links'
    const stiffness: NonNullable<ViewerSupport['stiffness']> = {}
    for (const { material, direction } of parts) {
      const value = this.#elastic.get(material)
      const place = (isPlane() ? PLANE_DIRECTIONS : SPACE_DIRECTIONS)[direction - 1]
      if (value === undefined || !(value > 0) || !place) return 'links'
      const ours = options.up === 'y' ? Y_UP[place] : place
      stiffness[ours] = (stiffness[ours] ?? 0) + value
    }
    const ground = [a, b].find(({ id }) => this.#isGround(id))
    const node = ground === a ? b : a
    if (!ground) return 'links'
    for (const { material } of parts) this.#usedMaterials.add(material)
    const held = this.#supports()
    model.remove('supports', held.get(ground.id)?.id ?? '')
    model.remove('nodes', ground.id)
    let support = held.get(node.id)
    if (!support) {
      const id = model.idOf('supports', (isOurs() ? statement.ids[0] : undefined) ?? node.id)
      const free = Object.fromEntries(DIRECTIONS.map((direction) => [direction, false]))
      support = { id, nodeId: node.id, restraints: free }
      if (!model.add('supports', support)) return 'links'
      held.set(node.id, support)
    }
    for (const direction of DIRECTIONS)
      if (stiffness[direction] !== undefined && support.restraints?.[direction] !== true)
        support.restraints = { ...support.restraints, [direction]: null }
    support.stiffness = { ...support.stiffness, ...stiffness }
    return 'taken'
  }

  #supports(): Map<string, ViewerSupport> {
    this.#held ??= new Map([...this.#places.file.model.all('supports')].map((one) => [one.nodeId, one]))
    return this.#held
  }

  #isGround(nodeId: string): boolean {
    const { model } = this.#places.file
    this.#used ??= new Set([
      ...[...model.all('frames')].flatMap(({ startNodeId, endNodeId }) => [startNodeId, endNodeId]),
      ...[...model.all('areas')].flatMap(({ nodeIds }) => nodeIds),
    ])
    const directions = this.#places.isPlane() ? (this.#places.file.options.up === 'y' ? PLANE_UP : PLANE_FLAT) : DIRECTIONS
    const support = this.#supports().get(nodeId)
    return !this.#used.has(nodeId) && directions.every((direction) => support?.restraints?.[direction] === true)
  }
}

const SPACE_DIRECTIONS = DIRECTIONS
const PLANE_DIRECTIONS = ['u1', 'u2', 'r3'] as const
const PLANE_FLAT = ['u1', 'u2', 'r3'] as const
const PLANE_UP = ['u1', 'u3', 'r2'] as const
/** Which direction of ours each of the file's is, where its Y points up. */
const Y_UP = { u1: 'u1', u2: 'u3', u3: 'u2', r1: 'r1', r2: 'r3', r3: 'r2' } as const

/** `Wy Wx a b Wyb Wxb` of a plane as `Wy Wz Wx a b Wyb Wzb Wxb`. */
function inSpace([y = 0, x = 0, from = 0, to = 1, yEnd = y, xEnd = x]: readonly number[]): number[] {
  return [y, 0, x, from, to, yEnd, 0, xEnd]
}

const toVector = (v: Vec): LoadVector => Object.fromEntries(AXES.flatMap((k) => (v[k] === 0 ? [] : [[COORDINATES[k], v[k]]])))
const rounded = ([x, y, z]: Vec): Vec => [twelveDigits(x), twelveDigits(y), twelveDigits(z)]

const isOption = ({ text, number }: Word) => number === undefined && /^-[A-Za-z]/.test(text)

/** Elements of `-ele 1 2 3` and `-range 1 3`. */
function tagsOf(words: readonly Word[]): string[] {
  const tags: string[] = []
  let option = ''
  for (const word of words) {
    if (isOption(word)) option = word.text
    else if (option === '-ele') tags.push(word.text)
    else if (option === '-range') tags.push(word.text)
  }
  if (!words.some(({ text }) => text === '-range')) return tags
  const [first, last] = tags.map(Number)
  if (first === undefined || last === undefined || !(last - first >= 0 && last - first <= MOST_IN_RANGE)) return []
  return Array.from({ length: last - first + 1 }, (_, k) => String(first + k))
}

const MOST_IN_RANGE = 1_000_000

/** `-mat 1 2 -dir 3 4`; undefined of one with axes of its own. */
function springParts(words: readonly Word[]): { material: string; direction: number }[] | undefined {
  const [materials, directions]: [string[], number[]] = [[], []]
  let option = ''
  for (const word of words) {
    if (isOption(word)) option = word.text
    else if (option === '-mat') materials.push(word.text)
    else if (option === '-dir') directions.push(word.number ?? Number.NaN)
  }
  const isPlain = words.filter(isOption).every(({ text }) => text === '-mat' || text === '-dir' || text === '-doRayleigh')
  if (!isPlain || materials.length === 0 || materials.length !== directions.length) return undefined
  return materials.map((material, k) => ({ material, direction: directions[k] ?? 0 }))
}
