import { readUnits } from '#lib/model/units.ts'
import { typeOfLoad } from '#lib/schema/load-rules.ts'
import type { Combination, Load, LoadCase, LoadVector } from '#lib/schema/loads.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { SafContext } from './saf-context.ts'
import type { Cell, Sheet } from './xlsx-write.ts'

/** Load cases, combinations and loads. SAF has a row for each direction, so a load may be several. */

const CASES: Readonly<Record<string, readonly [action: string, group: string, type: string]>> = {
  dead: ['Permanent', 'LG permanent', 'Others'],
  superdead: ['Permanent', 'LG permanent', 'Others'],
  live: ['Variable', 'LG variable', 'Static'],
  roof: ['Variable', 'LG variable', 'Maintenance'],
  snow: ['Variable', 'LG variable', 'Snow'],
  wind: ['Variable', 'LG variable', 'Wind'],
  seismic: ['Accidental', 'LG seismic', 'Seismic'],
  temperature: ['Variable', 'LG variable', 'Temperature'],
  construction: ['Variable', 'LG variable', 'Maintenance'],
}
const OTHER = ['Variable', 'LG variable', 'Static'] as const
const GROUPS = [['LG permanent', 'Permanent'], ['LG variable', 'Variable'], ['LG seismic', 'Seismic']] as const // biome-ignore format: a table

/** `standing`: frames that are members of the file. */
export function loadSheets(context: SafContext, standing: ReadonlySet<string>): Sheet[] {
  const { model, guid } = context
  const cases = model.loadCases ?? []
  if (cases.length === 0) return []
  const groups = GROUPS.map(([name, type]): Cell[] => [name, type, guid('rel', `group:${name}`)])
  return [
    { name: 'StructuralLoadGroup', heads: ['Name', 'Load group type', 'Id'], rows: groups },
    caseSheet(context, cases),
    ...combinationSheet(context),
    ...new LoadRows(context, standing).sheets(),
  ]
}

function caseSheet({ names, guid, report }: SafContext, cases: readonly LoadCase[]): Sheet {
  const rows = cases.map(({ id, name, nature, selfWeight }): Cell[] => {
    const [action, group, type] = CASES[nature ?? ''] ?? OTHER
    if (selfWeight && selfWeight !== 1) report.note('dropped', 'loads', { example: `self weight of load case ${id}` })
    const isOwn = selfWeight === 1
    return [
      names.nameOf('loadCases', id),
      name ?? null,
      ...(isOwn ? ['Permanent', 'LG permanent', 'Self weight'] : [action, group, type]),
      guid('rel', `case:${id}`),
    ]
  })
  return {
    name: 'StructuralLoadCase',
    heads: ['Name', 'Description', 'Action type', 'Load group', 'Load type', 'Id'],
    rows,
    count: rows.length,
  }
}

/** Of a combination. */
const MOST_TERMS = 99
const DEEPEST = 16

/** Sums of sums as one sum; undefined where an envelope is in it, or itself. */
function flatTerms(
  all: ReadonlyMap<string, Combination>,
  { terms }: Combination,
  depth = 0,
): [caseId: string, factor: number][] | undefined {
  if (depth > DEEPEST) return undefined
  const flat: [string, number][] = []
  for (const { caseId, combinationId, factor } of terms) {
    const times = factor ?? 1
    if (caseId != null) flat.push([caseId, times])
    else {
      const inner = all.get(combinationId ?? '')
      const innerTerms = inner && inner.type !== 'envelope' ? flatTerms(all, inner, depth + 1) : undefined
      if (!innerTerms) return undefined
      for (const [id, of] of innerTerms) flat.push([id, twelveDigits(times * of)])
    }
    if (flat.length > MOST_TERMS) return undefined
  }
  return flat
}

function combinationSheet({ model, names, guid, report }: SafContext): Sheet[] {
  const all = new Map(model.combinations?.map((one) => [one.id, one]))
  const written = [...all.values()].flatMap((combination) => {
    const terms = flatTerms(all, combination)
    if (!terms) report.note('dropped', 'loads', { example: `combination ${combination.id}` })
    return terms ? [{ ...combination, flat: terms }] : []
  })
  const most = Math.max(0, ...written.map(({ flat }) => flat.length))
  const numbered = Array.from({ length: most }, (_, k) => [
    `Load factor ${k + 1}`,
    `Multiplier ${k + 1}`,
    `Load case name ${k + 1}`,
  ])
  const rows = written.map(({ id, name, type, flat }): Cell[] => [
    ...[names.nameOf('combinations', id), name ?? null, 'Not defined', type === 'envelope' ? 'Envelope' : 'Linear'],
    ...numbered.flatMap((_, k): Cell[] => {
      const term = flat[k]
      return term ? [term[1], 1, names.nameOf('loadCases', term[0])] : [null, null, null]
    }),
    guid('rel', `combination:${id}`),
  ])
  const heads = ['Name', 'Description', 'Category', 'Type', ...numbered.flat(), 'Id']
  return rows.length > 0 ? [{ name: 'StructuralLoadCombination', heads, rows, count: rows.length }] : []
}

type Components = readonly (readonly [direction: 'X' | 'Y' | 'Z', start: number, end: number])[]
const KIP = 4448.2216152605

class LoadRows {
  readonly #context: SafContext
  readonly #standing: ReadonlySet<string>
  readonly #force: number | undefined
  readonly #length: number
  readonly #points: Cell[][] = []
  readonly #moments: Cell[][] = []
  readonly #lines: Cell[][] = []
  readonly #surfaces: Cell[][] = []
  readonly #temperatures: Cell[][] = []
  readonly #settlements: Cell[][] = []
  /** The first support of each node. */
  readonly #supportAt: ReadonlyMap<string, string>

  constructor(context: SafContext, standing: ReadonlySet<string>) {
    const { model, isImperial } = context
    const { force, length } = readUnits(model.units)
    this.#context = context
    this.#standing = standing
    this.#supportAt = new Map((model.supports ?? []).map(({ id, nodeId }) => [nodeId, id] as const).toReversed())
    this.#force = force && force.newtons / (isImperial ? KIP : 1000)
    this.#length = isImperial ? 1 : (length?.metres ?? context.length(1))
    for (const load of model.loads ?? []) if (!this.#add(load)) this.#drop(load.id)
  }

  #drop(id: string): void {
    this.#context.report.note('dropped', 'loads', { example: `load ${id}` })
  }

  /** False where nothing of it has a place. */
  #add(load: Load): boolean {
    if (load.frameId != null && !this.#standing.has(load.frameId)) return false
    const type = typeOfLoad(load)
    if (this.#force === undefined && type !== 'temperature' && type !== 'displacement') return false
    switch (type) {
      case 'force':
      case 'point':
        return this.#addPoint(load)
      case 'distributed':
        return this.#addLine(load)
      case 'pressure':
        return this.#addSurface(load)
      case 'temperature':
        return this.#addTemperature(load)
      default:
        return this.#addSettlement(load)
    }
  }

  /** In SAF's axes of members where the load is local: its y lies along -3, its z along 2. */
  #components(
    { axes, frameId }: Load,
    start: LoadVector | null | undefined,
    end: LoadVector | null | undefined,
    factor: number,
  ): Components {
    const isTurned = axes === 'local' && frameId != null
    const of = (vector: LoadVector | null | undefined) => {
      const [x, y, z] = [vector?.x ?? 0, vector?.y ?? 0, vector?.z ?? 0]
      return isTurned ? ([x, 0 - z, y] as const) : ([x, y, z] as const)
    }
    const [from, to] = [of(start), of(end ?? start)]
    return (['X', 'Y', 'Z'] as const).flatMap((direction, k) =>
      from[k] !== 0 || to[k] !== 0 ? [[direction, twelveDigits(from[k]! * factor), twelveDigits(to[k]! * factor)] as const] : [],
    )
  }

  #name({ id }: Load, part: number): string {
    const { names } = this.#context
    const own = names.nameOf('loads', id)
    return part === 0 ? own : names.nameOf('loads', JSON.stringify([id, part]), `${own} ${part + 1}`)
  }

  #caseOf = ({ caseId }: Load): string => this.#context.names.nameOf('loadCases', caseId)
  #system = ({ axes }: Load): string => (axes === 'local' ? 'Local' : 'Global')
  #location = ({ axes }: Load): string => (axes === 'projected' ? 'Projection' : 'Length')

  #addPoint(load: Load): boolean {
    const { names, guid } = this.#context
    const force = this.#force ?? 0
    const place =
      load.nodeId != null
        ? ['In node', names.nameOf('nodes', load.nodeId), null, null, null, null]
        : ['On beam', null, names.nameOf('frames', load.frameId ?? ''), 'From start', 'Relative', load.at ?? 0]
    const forces = this.#components(load, load.force, null, force)
    const moments = this.#components(load, load.moment, null, force * this.#length)
    for (const [k, [direction, value]] of forces.entries())
      this.#points.push([
        this.#name(load, k),
        'Standard',
        direction,
        ...place,
        value,
        this.#caseOf(load),
        this.#system(load),
        guid('rel', `load:${load.id}:${k}`),
      ])
    for (const [k, [direction, value]] of moments.entries()) {
      const part = forces.length + k
      this.#moments.push([
        this.#name(load, part),
        'Standard',
        `M${direction.toLowerCase()}`,
        ...place,
        value,
        this.#caseOf(load),
        this.#system(load),
        guid('rel', `load:${load.id}:${part}`),
      ])
    }
    return forces.length + moments.length > 0
  }

  #addLine(load: Load): boolean {
    const { names, guid } = this.#context
    const components = this.#components(load, load.force, load.forceEnd, (this.#force ?? 0) / this.#length)
    for (const [k, [direction, start, end]] of components.entries())
      this.#lines.push([
        ...[this.#name(load, k), 'Standard', 'On beam', start === end ? 'Uniform' : 'Trapez', direction, start, end],
        ...[
          names.nameOf('frames', load.frameId ?? ''),
          this.#caseOf(load),
          this.#system(load),
          this.#location(load),
          'Relative',
          'From start',
        ],
        ...['Full', load.from ?? 0, load.to ?? 1, guid('rel', `load:${load.id}:${k}`)],
      ])
    return components.length > 0
  }

  /** Axes 1 and 2 of an area are no axes of SAF, its normal is. */
  #addSurface(load: Load): boolean {
    const { names, guid } = this.#context
    const all = this.#components(load, load.force, null, (this.#force ?? 0) / this.#length ** 2)
    const components = load.axes === 'local' ? all.filter(([direction]) => direction === 'Z') : all
    for (const [k, [direction, value]] of components.entries())
      this.#surfaces.push([
        ...[this.#name(load, k), direction, 'Standard', 'On 2D member', value, names.nameOf('areas', load.areaId ?? '')],
        ...[this.#caseOf(load), this.#system(load), this.#location(load), guid('rel', `load:${load.id}:${k}`)],
      ])
    if (load.spread === 'one-way') this.#context.report.note('dropped', 'loads', { example: `span of load ${load.id}` })
    return components.length === all.length && all.length > 0
  }

  #addTemperature(load: Load): boolean {
    const { model, names, guid, isImperial } = this.#context
    const unit = readUnits(model.units).temperature?.unit
    if (load.temperature == null || unit === undefined) return false
    const celsius = unit === 'F' ? (load.temperature * 5) / 9 : load.temperature
    this.#temperatures.push([
      ...[this.#name(load, 0), 'On beam', 'Constant', twelveDigits(isImperial ? (celsius * 9) / 5 : celsius)],
      ...[
        names.nameOf('frames', load.frameId ?? ''),
        this.#caseOf(load),
        'Relative',
        'From start',
        0,
        1,
        guid('rel', `load:${load.id}:0`),
      ],
    ])
    return load.gradient == null
  }

  /** Of the ground below a support. */
  #addSettlement(load: Load): boolean {
    const { names, guid, size } = this.#context
    const support = this.#supportAt.get(load.nodeId ?? '')
    if (support === undefined) return false
    const moved = this.#components(load, load.displacement, null, 1).map(([way, value]) => [way, size(value), null] as const)
    const turned = this.#components(load, load.rotation, null, 1000).map(
      ([way, value]) => [`R${way.toLowerCase()}`, null, value] as const,
    )
    const rows = [...moved, ...turned]
    for (const [k, row] of rows.entries()) {
      const head = [this.#name(load, k), names.nameOf('supports', support)]
      this.#settlements.push([...head, ...row, this.#caseOf(load), guid('rel', `load:${load.id}:${k}`)])
    }
    return rows.length > 0
  }

  sheets(): Sheet[] {
    const { lengthUnit, isImperial, sizeUnit } = this.#context
    const force = isImperial ? 'kip' : 'kN'
    const moment = isImperial ? 'kipft' : 'kNm'
    const point = (unit: string) => [
      ...['Name', 'Type', 'Direction', 'Force action', 'Reference node', 'Reference member', 'Origin', 'Coordinate definition'],
      ...[`Position x [${lengthUnit}]`, `Value [${unit}]`, 'Load case', 'Coordinate system', 'Id'],
    ]
    const span = [`Start point [${lengthUnit}]`, `End point [${lengthUnit}]`, 'Id']
    const line = [
      ...[
        'Name',
        'Type',
        'Force action',
        'Distribution',
        'Direction',
        `Value 1 [${force}/${lengthUnit}]`,
        `Value 2 [${force}/${lengthUnit}]`,
      ],
      ...['Member', 'Load case', 'Coordinate system', 'Location', 'Coordinate definition', 'Origin', 'Extent', ...span],
    ]
    const surface = [
      ...['Name', 'Direction', 'Type', 'Force action', `Value [${force}/${lengthUnit}2]`, '2D Member', 'Load case'],
      ...['Coordinate system', 'Location', 'Id'],
    ]
    const thermal = [
      ...[
        'Name',
        'Force action',
        'Variation',
        `deltaT [${isImperial ? '°F' : '°C'}]`,
        'Member',
        'Load case',
        'Coordinate definition',
      ],
      ...['Origin', ...span],
    ]
    const settlement = [
      ...['Name', 'Point support', 'Direction', `Translation value [${sizeUnit}]`, 'Rotation value [mrad]', 'Load case', 'Id'],
    ]
    const all: [string, string[], Cell[][]][] = [
      ['StructuralPointAction', point(force), this.#points],
      ['StructuralPointMoment', point(moment), this.#moments],
      ['StructuralCurveAction', line, this.#lines],
      ['StructuralSurfaceAction', surface, this.#surfaces],
      ['StructuralCurveActionThermal', thermal, this.#temperatures],
      ['StructuralPointSupportDef', settlement, this.#settlements],
    ]
    return all.flatMap(([name, heads, rows]) => (rows.length > 0 ? [{ name, heads, rows, count: rows.length }] : []))
  }
}
