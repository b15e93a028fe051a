import { localAxes } from '#lib/model/shape/local-axes.ts'
import { add, length, scale, type Vec, vec } from '#lib/model/shape/vector.ts'
import { offsetsOf } from '#lib/model/taper.ts'
import { readUnits, type UnitsRead } from '#lib/model/units.ts'
import { propertiesOf } from '#lib/profiles/grade.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import type { Point2, ViewerFrame, ViewerModel, ViewerSupport } from '#lib/schema/schema.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { ModelToWrite } from '../model-to-write.ts'
import { noteLosses } from '../note-losses.ts'
import type { ExportReport } from '../report.ts'
import { tapersAsPrisms } from '../tapers-to-write.ts'
import {
  diaphragmLines,
  isOpen,
  LoadLines,
  massLines,
  releaseArguments,
  type Statics,
  springLines,
  type TaggedFrame,
} from './opensees-write-statics.ts'
import { type Argument, assignment, commandLine, comment, quoted, type ScriptLanguage, shearModulusLine } from './script-text.ts'
import { type SectionConstants, sectionConstants } from './section-constants.ts'

/**
 * A script that builds the model in OpenSees, in Tcl or for OpenSeesPy: nodes, supports, elastic frames. Axes of an element: x along the
 * frame, y our axis 2, z our axis 3. What is not known is not made up: the script stops there.
 */
export function writeOpenSees({ model, options, report }: ModelToWrite): Iterable<string> {
  const language = options.language ?? 'py'
  const inPrisms = tapersAsPrisms(model, { count: 16, nameOf: (id, k) => `${id} ${k}/16` }, report)
  const script = new Script(inPrisms, language, report)
  return script.lines()
}

/** Behind the ids of each line, so that an import knows whose they are. */
export const ID_REMARK = 'ids of the model stand behind each line'

type Material = { modulus: string; shear: string; line: string }
/** A frame with what OpenSees asks of it. */
type Element = {
  frame: ViewerFrame
  tag: number
  i: number
  j: number
  transformation: number
  constants: SectionConstants | null
  material: Material
  releases: readonly Argument[]
}

/** Springs and masses, and what is noted here in more detail. */
const HELD = ['endOffsets', 'releases', 'springs', 'masses', 'loads', 'diaphragms'] as const

const NO_MATERIAL: Material = { modulus: 'E0', shear: 'G0', line: '' }

class Script {
  readonly #tags = new Map<string, number>()
  readonly #materials = new Map<string, Material>()
  readonly #transformations = new Map<string, { tag: number; line: string }>()
  readonly #elements: Element[] = []
  readonly #supports: string[]
  readonly #springs: string[]
  readonly #ties: string[]
  readonly #loads: LoadLines
  readonly #units: UnitsRead
  #needsMaterial = false

  constructor(
    readonly model: ViewerModel,
    readonly language: ScriptLanguage,
    readonly report: ExportReport,
  ) {
    this.#units = readUnits(model.units)
    for (const [k, { id }] of model.nodes.entries()) if (!this.#tags.has(id)) this.#tags.set(id, k + 1)
    this.#supports = this.#supportLines()
    this.#readFrames()
    const statics = this.#statics()
    this.#springs = springLines(statics)
    this.#ties = [...massLines(statics), ...diaphragmLines(statics)]
    this.#loads = new LoadLines(statics)
    noteLosses(model, report, HELD)
    for (const { id, diaphragmId } of model.areas ?? [])
      if (diaphragmId) report.note('dropped', 'diaphragm', { example: `area ${id}` })
  }

  #statics(): Statics {
    const { model, language, report } = this
    const byFrame = new Map(this.#elements.map((one) => [one.frame.id, one]))
    return {
      ...{ model, language, report, units: this.#units, tagOf: (id) => this.#tags.get(id) },
      elementOf: (id) => {
        const element = byFrame.get(id)
        return element && this.#placed(element)
      },
      firstNode: model.nodes.length + 1,
      firstElement: this.#elements.length + 1,
    }
  }

  #placed({ frame, tag, i, j, constants }: Element): TaggedFrame | undefined {
    const { nodes } = this.model
    const own = localAxes(vec(nodes[i - 1]!.position), vec(nodes[j - 1]!.position), frame.rotation)
    const turned = constants?.turned ?? 0
    if (!own) return undefined
    if (turned === 0) return { tag, own, axes: own }
    const [e1, e2, e3] = own
    const [cos, sin] = [Math.cos((turned * Math.PI) / 180), Math.sin((turned * Math.PI) / 180)]
    const axes = [e1, add(scale(e2, cos), scale(e3, -sin)), add(scale(e3, cos), scale(e2, sin))] as const
    return { tag, own, axes }
  }

  *lines(): Generator<string, void> {
    const { language, model } = this
    let piece = language === 'py' ? 'import openseespy.opensees as ops\n\n' : ''
    piece += `# ${quoted(model.name)}, units ${this.#unitsText()}, Z up; ${ID_REMARK}\n`
    piece += `${commandLine(language, 'wipe', [])}\n${commandLine(language, 'model', ['basic', '-ndm', 3, '-ndf', 6])}\n`
    for (const { line } of this.#materials.values()) piece += `${line}\n`
    if (this.#needsMaterial) piece += `${this.#unknownMaterial(NO_MATERIAL, 'frames without a material')}\n`
    for (const [k, { id, position }] of model.nodes.entries()) {
      piece += `${commandLine(language, 'node', [k + 1, position.x, position.y, position.z], [id])}\n`
      if (piece.length > PIECE) piece = yield* this.#cut(piece)
    }
    for (const line of this.#supports) piece += `${line}\n`
    for (const { line } of this.#transformations.values()) piece += `${line}\n`
    for (const element of this.#elements) {
      piece += `${this.#elementLine(element)}\n`
      if (piece.length > PIECE) piece = yield* this.#cut(piece)
    }
    for (const line of [...this.#springs, ...this.#ties]) piece += `${line}\n`
    for (const line of this.#loads.lines()) {
      piece += `${line}\n`
      if (piece.length > PIECE) piece = yield* this.#cut(piece)
    }
    yield piece
  }

  *#cut(piece: string): Generator<string, string> {
    yield piece
    return ''
  }

  #unitsText(): string {
    const { force, length, temperature } = this.#units
    const named = [force, length, temperature].flatMap((one) => (one ? [one.unit.replace('µ', 'u')] : []))
    return named.length > 0 ? named.join(', ') : 'not stated'
  }

  /** One a node: a direction is held where one of its supports holds it. */
  #supportLines(): string[] {
    const byNode = new Map<string, ViewerSupport[]>()
    for (const support of this.model.supports ?? []) {
      const known = byNode.get(support.nodeId)
      if (known) known.push(support)
      else byNode.set(support.nodeId, [support])
      if (isOpen(support)) this.report.note('dropped', 'restraint_not_stated', { example: `support ${support.id}` })
    }
    return [...byNode].flatMap(([nodeId, supports]) => {
      const tag = this.#tags.get(nodeId)
      if (tag === undefined) return []
      if (supports.length > 1)
        this.report.note('converted', 'supports_merged', { count: supports.length - 1, example: `node ${nodeId}` })
      const held = DIRECTIONS.map((direction) => (supports.some(({ restraints }) => restraints?.[direction]) ? 1 : 0))
      const ids = supports.map(({ id }) => id)
      return [commandLine(this.language, 'fix', [tag, ...held], ids)]
    })
  }

  #readFrames() {
    const { nodes, sections = [], sectionDefinitions = [], frames = [] } = this.model
    const definitions = new Map(sectionDefinitions.map((one) => [one.id, one]))
    const sectionById = new Map(sections.map((one) => [one.id, one]))
    const constantsById = new Map<string, SectionConstants>()
    for (const frame of frames) {
      const [i, j] = [this.#tags.get(frame.startNodeId), this.#tags.get(frame.endNodeId)]
      if (i === undefined || j === undefined) continue
      const [start, end] = [vec(nodes[i - 1]!.position), vec(nodes[j - 1]!.position)]
      const section = sectionById.get(frame.sectionId ?? '')
      let constants = section ? constantsById.get(section.id) : undefined
      if (section && !constants) {
        constants = sectionConstants(section, definitions.get(section.id))
        constantsById.set(section.id, constants)
        if (constants.area === null || constants.iy === null)
          this.report.note('dropped', 'section_without_outline', { example: `section ${section.id}` })
      }
      const transformation = this.#transformationOf(frame, start, end, constants)
      if (transformation === null) {
        this.report.note('dropped', 'zero_length', { example: `frame ${frame.id}` })
        continue
      }
      const materialId = frame.materialId ?? section?.materialId
      const material = materialId == null ? this.#noMaterial() : this.#materialOf(materialId)
      this.#elements.push({
        ...{ frame, tag: this.#elements.length + 1, i, j, transformation, material },
        constants: constants ?? null,
        releases: releaseArguments(frame, (constants?.turned ?? 0) !== 0, this.report),
      })
    }
  }

  #noMaterial(): Material {
    this.#needsMaterial = true
    return NO_MATERIAL
  }

  /** The transformation of a frame, of which equal ones are one; null of a frame without length. */
  #transformationOf(frame: ViewerFrame, start: Vec, end: Vec, constants: SectionConstants | undefined): number | null {
    const axes = localAxes(start, end, frame.rotation)
    if (!axes) return null
    const [, e2, e3] = axes
    const { centroid = { x: 0, y: 0 }, turned = 0 } = constants ?? {}
    if (turned !== 0) this.report.note('converted', 'principal_axes', { example: `frame ${frame.id}` })
    const angle = (turned * Math.PI) / 180
    const side = turned === 0 ? e3 : add(scale(e3, Math.cos(angle)), scale(e2, Math.sin(angle)))
    const offsets = offsetsOf(frame)
    const [atStart, atEnd] = [frameOffset(offsets.start, centroid, e2, e3), frameOffset(offsets.end, centroid, e2, e3)]
    const away = atStart || atEnd ? ['-jntOffset', ...(atStart ?? NOWHERE), ...(atEnd ?? NOWHERE)] : []
    const values: Argument[] = [...side.map(twelveDigits), ...away]
    const key = values.join(' ')
    const known = this.#transformations.get(key)
    if (known) return known.tag
    const tag = this.#transformations.size + 1
    this.#transformations.set(key, { tag, line: commandLine(this.language, 'geomTransf', ['Linear', tag, ...values]) })
    return tag
  }

  #materialOf(id: string): Material {
    const known = this.#materials.get(id)
    if (known) return known
    const number = this.#materials.size + 1
    const material: Material = { modulus: `E${number}`, shear: `G${number}`, line: '' }
    this.#materials.set(id, material)
    const stated = this.model.materials?.find((one) => one.id === id)
    const { E, G, nu } = stated ? propertiesOf(stated) : {}
    const { force, length } = this.#units
    if (E === undefined || !force || !length) {
      this.report.note('dropped', 'material_unknown', { example: `material ${id}` })
      material.line = this.#unknownMaterial(material, quoted(id))
      return material
    }
    // MPa are N/mm².
    const perUnit = (1e6 * length.metres ** 2) / force.newtons
    const modulus = assignment(this.language, material.modulus, E * perUnit)
    const isOfRatio = nu !== undefined && (G === undefined || Math.abs(G * 2 * (1 + nu) - E) < 1e-6 * E)
    const shear = isOfRatio
      ? shearModulusLine(this.language, material.shear, material.modulus, nu)
      : assignment(this.language, material.shear, G === undefined ? null : G * perUnit)
    material.line = `${modulus}; ${shear}${comment(this.language, [id])}`
    return material
  }

  /** `E2 = None  # fill in: E of "C1" in kN/m2` */
  #unknownMaterial({ modulus, shear }: Material, of: string): string {
    const { force, length } = this.#units
    const unit = force && length ? ` in ${force.unit}/${length.unit.replace('µ', 'u')}2` : ''
    const mark = this.language === 'py' ? '  # ' : ' ;# '
    return [
      `${assignment(this.language, modulus, null)}${mark}fill in: E of ${of}${unit}`,
      `${assignment(this.language, shear, null)}${mark}fill in: G of ${of}${unit}`,
    ].join('\n')
  }

  #elementLine({ frame, tag, i, j, transformation, constants, material, releases }: Element): string {
    const { area = null, torsion = null, iy = null, iz = null } = constants ?? {}
    const ids = [frame.id, ...(frame.sectionId == null ? [] : [frame.sectionId])]
    const [modulus, shear] = [{ name: material.modulus }, { name: material.shear }]
    const head = ['elasticBeamColumn', tag, i, j, area, modulus, shear, torsion, iy, iz, transformation]
    const values: Argument[] = [...head, ...releases]
    return commandLine(this.language, 'element', values, ids)
  }
}

const PIECE = 256 * 1024
const NOWHERE = [0, 0, 0] as const

/** From the node to the centroid of the section, in global axes; null where there is none. */
function frameOffset(offset: Point2, centroid: Point2, e2: Vec, e3: Vec): [number, number, number] | null {
  const away = add(scale(e3, offset.x + centroid.x), scale(e2, offset.y + centroid.y))
  return length(away) === 0 ? null : [twelveDigits(away[0]), twelveDigits(away[1]), twelveDigits(away[2])]
}
