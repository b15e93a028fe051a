import { localAxes } from '#lib/model/shape/local-axes.ts'
import { dot, type Vec, vec } from '#lib/model/shape/vector.ts'
import { readUnits } from '#lib/model/units.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import type { ViewerFrame } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { FileToRead } from '../file-to-read.ts'
import { rotationFromSide } from '../frame-of-reference.ts'
import { sourceOf } from '../model-builder.ts'
import { codeOfCommand, isFrame, isLink, isShell, transformationAt } from './opensees-commands.ts'
import { ScriptStatics } from './opensees-read-statics.ts'
import { ID_REMARK } from './opensees-write.ts'
import { idsIn, SET, type Statement, statementsOf, type Word } from './script-commands.ts'

/**
 * Flat scripts of OpenSees, in Tcl or Python: what they say is taken, nothing of it is run. Axes of an element: x along the frame, y our
 * axis 2, z our axis 3.
 */
export function readOpenSees(file: FileToRead): void {
  new Reading(file).read()
}

type Transformation = { side: Vec | null; start: Vec; end: Vec }
/** Elements wait for the transformations, which may stand behind them. */
type Waiting = { statement: Statement; id: string; type: string; nodes: [string, string]; words: Word[] }

const PYTHON = /^\s*(?:import|from)\s|^\s*(?:\w+\.)?\w+\s*\(/m

class Reading {
  readonly #file: FileToRead
  readonly #transformations = new Map<string, Transformation>()
  readonly #nodeByTag = new Map<string, string>()
  readonly #sections = new Map<string, string>()
  readonly #materialIds = new Map<string, string>()
  readonly #frames: Waiting[] = []
  /** Whose remarks are ids. */
  #isOurs = false
  #dimensions = 3

  readonly #frameByTag = new Map<string, string>()
  readonly #statics: ScriptStatics

  constructor(file: FileToRead) {
    this.#file = file
    this.#statics = new ScriptStatics({
      ...{ file, nodeByTag: this.#nodeByTag, frameByTag: this.#frameByTag, turned: this.#turned },
      isOurs: () => this.#isOurs,
      isPlane: () => this.#dimensions === 2,
      settle: (statement, place, became) => this.#settle(statement, { place, became }),
    })
  }

  read(): void {
    const text = this.#file.text()
    this.#readHead(text)
    const language = PYTHON.test(text.slice(0, 100_000)) ? 'py' : 'tcl'
    this.#file.report.program = 'OpenSees'
    this.#file.model.source = { system: 'OpenSees' }
    const names = new Map<string, string>()
    for (const statement of statementsOf(text, language, names)) {
      if (this.#statics.take(statement, names)) continue
      const outcome = this.#take(statement)
      if (outcome) this.#settle(statement, outcome)
    }
    for (const one of this.#frames) this.#addFrame(one)
    this.#statics.finish()
  }

  /** `# "Portal frame", units kN, m, C, Z up; ids of the model stand behind each line` */
  #readHead(text: string): void {
    const { model, report, options } = this.#file
    const line = text
      .slice(0, 2000)
      .split(/\r\n?|\n/)
      .find((one) => one.endsWith(ID_REMARK))
    const [, units] = /, units (.*), Z up; /.exec(line ?? '') ?? []
    this.#isOurs = line !== undefined
    const [name] = idsIn(line ?? '')
    if (name) model.name = name
    const current = units === undefined || units === 'not stated' ? options.units : units
    if (current === undefined) report.note('guessed', 'units_missing')
    else model.units = { current }
    report.units = current
  }

  /** What became of a statement; null where it makes no row, or waits. */
  #take(statement: Statement): Outcome | null {
    const { command } = statement
    switch (command) {
      case null:
        return { place: 'others', became: 'command_not_understood' }
      case 'wipe':
        return null
      case SET:
        this.#noteMaterial(statement)
        return null
      case 'model':
        this.#readModel(statement)
        return null
      case 'node':
        return { place: command, became: this.#addNode(statement) }
      case 'fix':
        return { place: command, became: this.#addSupport(statement) }
      case 'geomTransf':
        return { place: command, became: this.#addTransformation(statement) }
      case 'element':
        return this.#addElement(statement)
    }
    return { place: command, became: codeOfCommand(command) ?? 'command_not_understood' }
  }

  /** Counts a row: taken where it came in, dropped where it did not. */
  #settle(statement: Statement, { place, became }: Outcome): void {
    const { report } = this.#file
    const table = report.table(place)
    table.rows++
    if (became === 'taken') {
      table.taken++
      return
    }
    table.dropped++
    const example = `line ${statement.line}: ${statement.text.slice(0, 80)}`
    report.note('dropped', became, BY_TABLE.has(became) ? { place } : { example })
  }

  /** `E1 = 210000000; …  # "S355"` */
  #noteMaterial({ words: [name], ids: [id] }: Statement): void {
    if (this.#isOurs && name && id !== undefined) this.#materialIds.set(name.text, id)
  }

  #readModel({ words }: Statement): void {
    const index = words.findIndex(({ text }) => text === '-ndm')
    this.#dimensions = words[index + 1]?.number === 2 ? 2 : 3
  }

  #id(statement: Statement, tag: string, place = 0): string {
    return (this.#isOurs ? statement.ids[place] : undefined) ?? tag
  }

  #addNode(statement: Statement): Became {
    const { model, options } = this.#file
    const [tag, ...others] = statement.words
    const coordinates = others.slice(0, this.#dimensions).map(({ number }) => number)
    if (tag?.number === undefined || coordinates.length < this.#dimensions || coordinates.includes(undefined))
      return 'command_not_understood'
    const [x = 0, y = 0, z = 0] = coordinates
    const id = model.idOf('nodes', this.#id(statement, tag.text))
    if (this.#nodeByTag.has(tag.text)) return 'duplicate_row'
    const position = options.up === 'y' ? { x, y: 0 - z, z: y } : { x, y, z }
    if (!model.add('nodes', { id, position })) return 'duplicate_row'
    this.#nodeByTag.set(tag.text, id)
    const mass = others.findIndex(({ text }) => text === '-mass') + 1
    const values = others.slice(mass, mass + (this.#dimensions === 2 ? 3 : 6))
    if (mass > 0 && !this.#statics.setMass(id, values)) this.#file.report.note('dropped', 'assignments', { place: 'node' })
    if (options.up === 'y') this.#file.report.note('converted', 'axes_turned', { example: `node ${id}` })
    return 'taken'
  }

  #addSupport(statement: Statement): Became {
    const { model, options } = this.#file
    const [tag, ...flags] = statement.words
    const nodeId = this.#nodeByTag.get(tag?.text ?? '')
    if (nodeId === undefined) return 'reference_missing'
    const numbers = flags.map(({ number }) => number)
    if (numbers.length === 0 || numbers.includes(undefined)) return 'command_not_understood'
    const held = (k: number | undefined) => k !== undefined && numbers[k] === 1
    // In a plane: x, y and the turn about z.
    const places = this.#dimensions === 2 ? PLANE : SPACE
    const restraints = Object.fromEntries(
      DIRECTIONS.map((direction) => [direction, held(places[options.up === 'y' ? Y_UP[direction] : direction])]),
    )
    const id = model.idOf('supports', this.#id(statement, nodeId))
    return model.add('supports', { id, nodeId, restraints }) ? 'taken' : 'duplicate_row'
  }

  #addTransformation({ words: [, tag, ...others] }: Statement): Became {
    const numbers = others.map(({ number }) => number)
    const away = others.findIndex(({ text }) => text === '-jntOffset')
    const vector = (from: number): Vec | null => {
      const [x, y, z] = numbers.slice(from, from + 3)
      return x === undefined || y === undefined || z === undefined ? null : this.#turned([x, y, z])
    }
    if (tag === undefined) return 'command_not_understood'
    const zero: Vec = [0, 0, 0]
    this.#transformations.set(tag.text, {
      side: this.#dimensions === 3 && away !== 0 ? vector(0) : null,
      start: (away >= 0 && this.#dimensions === 3 && vector(away + 1)) || zero,
      end: (away >= 0 && this.#dimensions === 3 && vector(away + 4)) || zero,
    })
    return 'taken'
  }

  #turned = ([x, y, z]: Vec): Vec => (this.#file.options.up === 'y' ? [x, 0 - z, y] : [x, y, z])

  #addElement(statement: Statement): Outcome | null {
    const [type, tag, ...others] = statement.words
    const place = `element ${type?.text ?? ''}`.trim()
    if (type === undefined || tag?.number === undefined) return { place, became: 'command_not_understood' }
    const id = this.#id(statement, tag.text)
    if (isShell(type.text)) return { place, became: this.#addArea(id, others) }
    if (!isFrame(type.text)) return { place, became: isLink(type.text) ? 'links' : 'element_type' }
    const [i, j, ...words] = others
    const [start, end] = [this.#nodeByTag.get(i?.text ?? ''), this.#nodeByTag.get(j?.text ?? '')]
    if (start === undefined || end === undefined) return { place, became: 'reference_missing' }
    this.#frames.push({ statement, id, type: type.text, nodes: [start, end], words })
    return null
  }

  #addArea(name: string, words: Word[]): Became {
    const { model } = this.#file
    const count = words.length >= 5 ? 4 : 3
    const nodeIds = words.slice(0, count).map(({ text }) => this.#nodeByTag.get(text))
    const known = nodeIds.filter((id) => id !== undefined)
    if (known.length < count) return 'reference_missing'
    const id = model.idOf('areas', name)
    const sectionId = this.#sectionOf(
      words
        .slice(count)
        .map(({ text }) => text)
        .join(' '),
      'shell',
    )
    return model.add('areas', { id, nodeIds: known, ...(sectionId !== undefined && { sectionId }) }) ? 'taken' : 'duplicate_row'
  }

  #addFrame({ statement, id: name, type, nodes, words }: Waiting): void {
    const { model } = this.#file
    const [startNodeId, endNodeId] = nodes
    const id = model.idOf('frames', name)
    const ends = [model.get('nodes', startNodeId), model.get('nodes', endNodeId)].flatMap((one) =>
      one ? [vec(one.position)] : [],
    )
    const option = words.findIndex(({ text }) => /^-[A-Za-z]/.test(text))
    const own = option < 0 ? words : words.slice(0, option)
    const position = transformationAt(type, own.length)
    const transformation = position === undefined ? undefined : this.#transformations.get(own[position]?.text ?? '')
    const properties = own.filter((_, k) => k !== position)
    const materialId = type === 'elasticBeamColumn' ? this.#materialOf(properties) : undefined
    const text = this.#isOurs && statement.ids[1] === undefined ? '' : properties.map((one) => one.text).join(' ')
    const sectionId = this.#sectionOf(text, 'custom', { remark: statement.ids[1], type, words: properties, materialId })
    const [start, end] = ends
    const orientation = start && end ? this.#orientationOf(id, start, end, transformation) : {}
    const isOfSection = sectionId !== undefined && model.get('sections', sectionId)?.materialId === materialId
    const frame: ViewerFrame = {
      ...{ id, startNodeId, endNodeId, rotation: 0, ...orientation },
      ...(sectionId !== undefined && { sectionId }),
      ...(materialId !== undefined && !isOfSection && { materialId }),
    }
    const isTaken = model.add('frames', frame)
    const tag = statement.words[1]?.text
    if (isTaken && tag !== undefined) this.#frameByTag.set(tag, id)
    if (isTaken) this.#readReleases(frame, words)
    this.#settle(statement, { place: `element ${type}`, became: isTaken ? 'taken' : 'duplicate_row' })
  }

  /** `-releasez 1 -releasey 2`: hinges about the axes of the section, 1 at the start, 2 at the end, 3 at both. In a plane `-release` is about z. */
  #readReleases(frame: ViewerFrame, words: Word[]): void {
    const code = (option: string) => words[words.findIndex(({ text }) => text === option) + 1]?.number ?? 0
    const about = (option: string) => (words.some(({ text }) => text === option) ? code(option) : 0)
    const [y, z] = [about('-releasey'), about('-releasez') || about('-release')]
    const end = (bit: 1 | 2) => ({ ...((y & bit) !== 0 && { m2: true }), ...((z & bit) !== 0 && { m3: true }) })
    if (y !== 0 || z !== 0) this.#file.model.setReleases(frame, { start: end(1), end: end(2) })
  }

  #orientationOf(id: string, start: Vec, end: Vec, transformation: Transformation | undefined): Partial<ViewerFrame> {
    const { report } = this.#file
    const example = `frame ${id}`
    const rotation = transformation?.side ? rotationFromSide(start, end, transformation.side) : undefined
    if (rotation === undefined) report.note('guessed', 'orientation_guessed', { example })
    else if (rotation !== 0) report.note('converted', 'orientation_converted', { example })
    const axes = localAxes(start, end, rotation)
    if (!axes || !transformation) return { rotation: rotation ?? 0 }
    const [e1, e2, e3] = axes
    const size = Math.hypot(...transformation.start, ...transformation.end)
    const along = (from: Vec, axis: Vec) => (Math.abs(dot(from, axis)) < 1e-12 * size ? 0 : twelveDigits(dot(from, axis)))
    const meanAlong = (dot(transformation.start, e1) + dot(transformation.end, e1)) / 2
    if (Math.abs(meanAlong) > 1e-9 * size) report.note('dropped', 'offset_along_axis', { example })
    const offset = (from: Vec) => ({ x: along(from, e3), y: along(from, e2) })
    const [sectionOffset, endSectionOffset] = [offset(transformation.start), offset(transformation.end)]
    const isApart = Math.hypot(endSectionOffset.x - sectionOffset.x, endSectionOffset.y - sectionOffset.y) > 1e-9 * size
    const isOff = size > 0 && (isApart || sectionOffset.x !== 0 || sectionOffset.y !== 0)
    return { rotation: rotation ?? 0, ...(isOff && { sectionOffset }), ...(isApart && { endSectionOffset }) }
  }

  /** One for each text of properties, or for each name that ours give it: the text alone is no outline. */
  #sectionOf(
    text: string,
    kind: 'custom' | 'shell',
    { remark, type, words = [], materialId }: OfSection = {},
  ): string | undefined {
    if (text === '') return undefined
    const { model, report } = this.#file
    const ours = this.#isOurs ? remark : undefined
    const key = ours === undefined ? `text ${kind} ${text}` : `id ${ours}`
    const known = this.#sections.get(key)
    if (known !== undefined) return known
    let id = ours
    for (let number = this.#sections.size + 1; id === undefined; number++)
      if (!model.has('sections', `S${number}`)) id = `S${number}`
    id = model.idOf('sections', id)
    this.#sections.set(key, id)
    const source = sourceOf({ properties: propertiesOf(type, words), raw: { opensees: text } })
    model.add('sections', { id, type: kind, ...(materialId !== undefined && { materialId }), ...(source && { source }) })
    report.note('kept', 'section_without_outline', { example: `section ${id}` })
    return id
  }

  /** One for each pair of moduli. */
  #materialOf(words: Word[]): string | undefined {
    const [, E, G] = words.length >= 6 ? words : []
    if (E?.number === undefined) return undefined
    const { model, report } = this.#file
    const name = E.text.replace('$', '')
    const id = model.idOf('materials', this.#materialIds.get(name) ?? (/^[A-Za-z_]/.test(name) ? name : `E ${name}`))
    if (model.has('materials', id)) return id
    const { force, length } = readUnits(model.units)
    // MPa are N/mm².
    const toMpa = force && length ? force.newtons / length.metres ** 2 / 1e6 : undefined
    const stated = toMpa === undefined ? undefined : sourceOf({ E: mpa(E.number, toMpa), G: mpa(G?.number, toMpa) })
    const raw = toMpa === undefined ? sourceOf({ E: E.number, G: G?.number }) : undefined
    const source = sourceOf({ properties: stated, raw })
    model.add('materials', { id, ...(source && { source }) })
    report.note('kept', 'material_properties', { example: `material ${id}` })
    return id
  }
}

type OfSection = { remark?: string | undefined; type?: string; words?: Word[]; materialId?: string | undefined }
type Became =
  | 'taken'
  | 'command_not_understood'
  | 'duplicate_row'
  | 'reference_missing'
  | 'links'
  | 'element_type'
  | NonNullable<ReturnType<typeof codeOfCommand>>
type Outcome = { place: string; became: Became }
/** Of these the tables are told and not the lines. */
const BY_TABLE: ReadonlySet<Became> = new Set([
  'links',
  'loads',
  'analysis',
  'constraints',
  'property_data',
  'assignments',
] as const)

const mpa = (value: number | undefined, factor: number) => (value === undefined ? undefined : twelveDigits(value * factor))

/** `A E G J Iy Iz` */
function propertiesOf(element: string | undefined, words: Word[]) {
  if (element !== 'elasticBeamColumn' || words.length < 6) return undefined
  const [area, , , torsion, iy, iz] = words.map(({ number }) => number)
  return sourceOf({ Area: area, TorsConst: torsion, I22: iy, I33: iz })
}

const SPACE = { u1: 0, u2: 1, u3: 2, r1: 3, r2: 4, r3: 5 } as const
const PLANE: Readonly<Record<keyof typeof SPACE, number | undefined>> = {
  ...{ u1: 0, u2: 1, u3: undefined, r1: undefined, r2: undefined, r3: 2 },
}
/** Which direction of the file each of ours is, where its Y points up. */
const Y_UP = { u1: 'u1', u2: 'u3', u3: 'u2', r1: 'r1', r2: 'r3', r3: 'r2' } as const
