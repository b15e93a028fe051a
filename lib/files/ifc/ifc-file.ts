import { levelName } from '#lib/model/level-name.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { LengthUnit } from '#lib/model/units.ts'
import { gradeOf } from '#lib/profiles/grade.ts'
import type { ViewerMaterial, ViewerModel } from '#lib/schema/schema.ts'
import { type GuidKind, ifcGuidOf } from '../guid.ts'
import type { ModelToWrite } from '../model-to-write.ts'
import { NONE, optionalText, real, reals, ref, refs, type StepId, StepWriter, text, word } from '../step/step-write.ts'

/** What every IFC file of ours begins with, and what its elements share: contexts, units, site, building, storeys, materials. */

export const SYSTEM = 'Structural Model Service'

const SI: Readonly<Record<string, string>> = { µm: 'MICRO', mm: 'MILLI', cm: 'CENTI', m: '', km: 'KILO' }
const CONVERTED: Readonly<Record<string, string>> = { in: 'INCH', ft: 'FOOT', yd: 'YARD' }

export type Storey = { id: string | null; entity: StepId; elevation: number; contained: StepId[] }

export class IfcFile {
  readonly step = new StepWriter()
  readonly model: ViewerModel
  readonly #modelId: string
  /** Loads, springs or elastic joints. */
  readonly #hasForces: boolean
  readonly #directions = new Map<string, StepId>()
  readonly origin: StepId
  readonly originPlacement: StepId
  readonly context: StepId
  readonly body: StepId
  readonly axis: StepId
  readonly placement: StepId
  readonly building: StepId
  readonly storeys: Storey[]
  readonly materials: ReadonlyMap<string, StepId>

  constructor({ model, modelId, writtenAt, unit, options }: ModelToWrite) {
    this.model = model
    const isSprung =
      (model.supports ?? []).some(({ stiffness }) => stiffness) || (model.frames ?? []).some(({ releases }) => releases)
    this.#hasForces = (options.view ?? 'physical') !== 'physical' && (isSprung || (model.loadCases ?? []).length > 0)
    this.#modelId = modelId
    const { step } = this
    this.#header(writtenAt)
    this.origin = this.point([0, 0, 0])
    this.originPlacement = step.add('IFCAXIS2PLACEMENT3D', ref(this.origin), NONE, NONE)
    const values = [NONE, text('Model'), '3', '1.E-5', ref(this.originPlacement), NONE]
    this.context = step.add('IFCGEOMETRICREPRESENTATIONCONTEXT', ...values)
    this.body = this.subContext('Body', 'MODEL_VIEW')
    this.axis = this.subContext('Axis', 'GRAPH_VIEW')
    const units = this.#units(unit)
    const project = [text(this.guid('project', '')), NONE, text(model.name), NONE, NONE, NONE, NONE]
    const projectId = step.add('IFCPROJECT', ...project, refs([this.context]), ref(units))
    this.placement = step.add('IFCLOCALPLACEMENT', NONE, ref(this.originPlacement))
    const site = [...this.#spatial('site', 'Site'), ...Array.from({ length: 5 }, () => NONE)]
    const siteId = step.add('IFCSITE', ...site)
    this.building = step.add('IFCBUILDING', ...this.#spatial('building', model.name), NONE, NONE, NONE)
    this.relate('IFCRELAGGREGATES', 'project', ref(projectId), refs([siteId]))
    this.relate('IFCRELAGGREGATES', 'site', ref(siteId), refs([this.building]))
    this.storeys = this.#writeStoreys()
    this.materials = new Map((model.materials ?? []).map((one) => [one.id, this.#material(one)]))
    this.direction([0, 0, 1])
  }

  guid(kind: GuidKind, id: string): string {
    return ifcGuidOf(this.#modelId, kind, id)
  }

  point(values: readonly number[]): StepId {
    return this.step.add('IFCCARTESIANPOINT', reals(values))
  }

  /** Of equal ones one. */
  direction(values: Vec): StepId {
    const spelled = reals(values)
    const known = this.#directions.get(spelled)
    if (known !== undefined) return known
    const made = this.step.add('IFCDIRECTION', spelled)
    this.#directions.set(spelled, made)
    return made
  }

  /** Below the building. */
  placedAt(at: readonly number[], z: Vec, x: Vec): StepId {
    const point = this.point(at)
    const axes = [ref(this.direction(z)), ref(this.direction(x))]
    const position = this.step.add('IFCAXIS2PLACEMENT3D', ref(point), ...axes)
    return this.step.add('IFCLOCALPLACEMENT', ref(this.placement), ref(position))
  }

  subContext(name: string, view: string): StepId {
    const values = [text(name), text('Model'), '*', '*', '*', '*', ref(this.context), NONE, word(view), NONE]
    return this.step.add('IFCGEOMETRICREPRESENTATIONSUBCONTEXT', ...values)
  }

  representation(context: StepId, name: string, type: string, items: readonly StepId[]): StepId {
    return this.step.add('IFCSHAPEREPRESENTATION', ref(context), text(name), text(type), refs(items))
  }

  /** `id`: of what the relation is. */
  relate(type: string, id: string, ...values: readonly string[]): StepId {
    return this.step.add(type, text(this.guid('rel', id)), NONE, NONE, NONE, ...values)
  }

  /** Puts an element into the highest storey that lies no higher than its lowest point. */
  contain(element: StepId, lowest: number): void {
    const [first, ...others] = this.storeys
    let found = first
    for (const storey of others) if (storey.elevation <= lowest + 1e-9 * Math.max(1, Math.abs(lowest))) found = storey
    found?.contained.push(element)
  }

  *end(): Generator<Uint8Array, void> {
    for (const { id, entity, contained } of this.storeys)
      if (contained.length > 0)
        this.relate('IFCRELCONTAINEDINSPATIALSTRUCTURE', `contained:${id ?? ''}`, refs(contained), ref(entity))
    this.step.line('ENDSEC;')
    this.step.line('END-ISO-10303-21;')
    yield* this.step.taken(true)
  }

  #header(writtenAt: string) {
    const time = text(writtenAt.slice(0, 19))
    const name = [text(`${this.model.name}.ifc`), time, "('')", "('')", text(SYSTEM), text(SYSTEM), "''"]
    this.step.line('ISO-10303-21;')
    this.step.line('HEADER;')
    this.step.line("FILE_DESCRIPTION(('ViewDefinition [ReferenceView]'),'2;1');")
    this.step.line(`FILE_NAME(${name.join(',')});`)
    this.step.line("FILE_SCHEMA(('IFC4'));")
    this.step.line('ENDSEC;')
    this.step.line('DATA;')
  }

  /** No number of the model is converted: the file has its unit. */
  #units(unit: LengthUnit | null): StepId {
    const { step } = this
    const prefix = SI[unit?.unit ?? 'm']
    const isSi = prefix !== undefined
    const prefixed = prefix ? word(prefix) : NONE
    const si = (type: string, name: string, by = prefixed) => step.add('IFCSIUNIT', '*', word(type), by, word(name))
    let length: StepId
    if (isSi) length = si('LENGTHUNIT', 'METRE')
    else {
      const metre = si('LENGTHUNIT', 'METRE', NONE)
      const factor = step.add('IFCMEASUREWITHUNIT', `IFCLENGTHMEASURE(${real(unit?.metres ?? 1)})`, ref(metre))
      const exponents = step.add('IFCDIMENSIONALEXPONENTS', '1', '0', '0', '0', '0', '0', '0')
      const name = text(CONVERTED[unit?.unit ?? ''] ?? unit?.unit ?? '')
      length = step.add('IFCCONVERSIONBASEDUNIT', ref(exponents), word('LENGTHUNIT'), name, ref(factor))
    }
    const area = si('AREAUNIT', 'SQUARE_METRE', isSi ? prefixed : NONE)
    const volume = si('VOLUMEUNIT', 'CUBIC_METRE', isSi ? prefixed : NONE)
    const angle = si('PLANEANGLEUNIT', 'RADIAN', NONE)
    const force = si('FORCEUNIT', 'NEWTON', NONE)
    const degree = this.#hasForces ? [si('THERMODYNAMICTEMPERATUREUNIT', 'KELVIN', NONE)] : []
    const derived = this.#hasForces ? this.#derivedUnits(length, force, angle) : []
    return step.add('IFCUNITASSIGNMENT', refs([length, area, volume, angle, force, ...degree, ...derived]))
  }

  /** What loads and springs are in, so that no program takes them by metres. */
  #derivedUnits(length: StepId, force: StepId, angle: StepId): StepId[] {
    const { step } = this
    const elements = new Map<string, StepId>()
    const element = (unit: StepId, exponent: number) => {
      const key = `${unit} ${exponent}`
      const made = elements.get(key) ?? step.add('IFCDERIVEDUNITELEMENT', ref(unit), String(exponent))
      elements.set(key, made)
      return made
    }
    return (
      [
        ['TORQUEUNIT', [[force, 1], [length, 1]]],
        ['LINEARFORCEUNIT', [[force, 1], [length, -1]]],
        ['PLANARFORCEUNIT', [[force, 1], [length, -2]]],
        ['LINEARSTIFFNESSUNIT', [[force, 1], [length, -1]]],
        ['ROTATIONALSTIFFNESSUNIT', [[force, 1], [length, 1], [angle, -1]]],
      ] as const
    ).map(([type, of]) => step.add('IFCDERIVEDUNIT', refs(of.map(([unit, exponent]) => element(unit, exponent))), word(type), NONE)) // biome-ignore format: a table
  }

  #spatial(kind: 'site' | 'building' | 'storey', name: string, id = '', description: string = NONE): string[] {
    const head = [text(this.guid(kind, id)), NONE, text(name), description, NONE, ref(this.placement)]
    return [...head, NONE, NONE, word('ELEMENT')]
  }

  /** The Z grids, whose ids are their descriptions; without any one storey for all. */
  #writeStoreys(): Storey[] {
    const levels = (this.model.gridLines ?? []).filter(({ axis }) => axis === 'Z')
    const all = levels.map(({ id, label, coordinate }) => ({ id, name: levelName(label, coordinate), elevation: coordinate }))
    all.sort((a, b) => a.elevation - b.elevation)
    const wanted = all.length > 0 ? all : [{ id: null, name: 'Model', elevation: 0 }]
    const storeys = wanted.map(({ id, name, elevation }): Storey => {
      const values = this.#spatial('storey', name, id ?? '', optionalText(id))
      return { id, elevation, entity: this.step.add('IFCBUILDINGSTOREY', ...values, real(elevation)), contained: [] }
    })
    this.relate('IFCRELAGGREGATES', 'building', ref(this.building), refs(storeys.map(({ entity }) => entity)))
    return storeys
  }

  #material({ id, name, source }: ViewerMaterial): StepId {
    const grade = gradeOf({ id, name })
    const type = typeof source?.type === 'string' ? source.type : undefined
    const kind = grade && 'kind' in grade ? grade.kind : type
    return this.step.add('IFCMATERIAL', text(id), optionalText(name), optionalText(kind))
  }
}
