import { shellAxes } from '#lib/model/shape/shell-axes.ts'
import { AXES, COORDINATES, distance, dot, scale, type Vec, vec } from '#lib/model/shape/vector.ts'
import { type Combination, type CombinationTerm, type Load, type LoadCase, type LoadVector, NATURES } from '#lib/schema/loads.ts'
import { twelveDigits } from '#lib/values/twelve-digits.ts'
import type { StepEntity } from '../step/step-file.ts'
import { isList } from '../step/step-values.ts'
import { type IfcReading, productIds } from './ifc-reading.ts'
import { coordinatesOf, entityOf, numberOf, pointAt, refOf, refsOf, textOf, wordOf } from './ifc-values.ts'
import { NATURE_OF_SOURCE } from './load-sources.ts'
import { movedBy, turnedBy } from './placement.ts'

/** Load cases, combinations and actions on what is analysed. */

/** What was read of the structure, by the numbers of its entities. */
export type Structure = {
  nodes: ReadonlyMap<number, string>
  frames: ReadonlyMap<number, string>
  areas: ReadonlyMap<number, string>
}

const GROUPS = ['IFCSTRUCTURALLOADCASE', 'IFCSTRUCTURALLOADGROUP']
const ACTIONS = [
  ...['IFCSTRUCTURALPOINTACTION', 'IFCSTRUCTURALLINEARACTION', 'IFCSTRUCTURALCURVEACTION'],
  ...['IFCSTRUCTURALPLANARACTION', 'IFCSTRUCTURALSURFACEACTION'],
]

export function readIfcLoads(reading: IfcReading, structure: Structure): void {
  new Loads(reading, structure).read()
}

type Group = { entity: StepEntity; id: string; kind: 'case' | 'group' | 'add' | 'envelope' }

class Loads {
  readonly #groups = new Map<number, Group>()
  /** By what is in a group: the group, and by what factor. */
  readonly #memberships = new Map<number, { group: number; factor: number }[]>()
  readonly #members = new Map<number, { of: number; factor: number }[]>()
  readonly #targets = new Map<number, number>()
  readonly #cases = new Map<number, string>()

  constructor(
    readonly reading: IfcReading,
    readonly structure: Structure,
  ) {}

  read(): void {
    const { step } = this.reading
    const groups = step.idsOf(...GROUPS).flatMap((id) => step.entity(id) ?? [])
    const isSum = (entity: StepEntity) => ['add', 'envelope'].includes(kindOf(entity))
    const idsWhere = (is: boolean) => groups.flatMap((one) => (isSum(one) === is ? [one.id] : []))
    // A combination may be called as a case is.
    const ids = new Map([true, false].flatMap((is) => [...productIds(step, idsWhere(is), null)]))
    for (const entity of groups) this.#groups.set(entity.id, { entity, id: ids.get(entity.id) ?? '', kind: kindOf(entity) })
    for (const number of step.idsOf('IFCRELASSIGNSTOGROUP', 'IFCRELASSIGNSTOGROUPBYFACTOR')) {
      const { type, values } = step.entity(number) ?? { type: '', values: [] }
      const group = refOf(values[6])
      const factor = type === 'IFCRELASSIGNSTOGROUPBYFACTOR' ? (numberOf(values[7]) ?? 1) : 1
      if (group === undefined || !this.#groups.has(group)) continue
      for (const one of refsOf(values[4])) {
        this.#memberships.set(one, [...(this.#memberships.get(one) ?? []), { group, factor }])
        const members = this.#members.get(group)
        if (members) members.push({ of: one, factor })
        else this.#members.set(group, [{ of: one, factor }])
      }
    }
    for (const number of step.idsOf('IFCRELCONNECTSSTRUCTURALACTIVITY')) {
      const values = step.entity(number)?.values ?? []
      const [target, action] = [refOf(values[4]), refOf(values[5])]
      if (target !== undefined && action !== undefined) this.#targets.set(action, target)
    }
    for (const group of this.#groups.values()) if (group.kind === 'case') this.#addCase(group)
    const actions = step.idsOf(...ACTIONS)
    const names = productIds(step, actions, null)
    for (const number of actions) {
      const action = step.entity(number)
      if (action) this.#settle(action, this.#addAction(action, names.get(number) ?? ''))
    }
    this.#addCombinations()
    for (const { entity, kind, id } of this.#groups.values())
      if (kind === 'group') this.#settle(entity, this.#cases.has(entity.id) || this.#isInCase(entity.id), id)
  }

  #settle(entity: StepEntity, isTaken: boolean, id = textOf(entity.values[2]) ?? `#${entity.id}`): void {
    const table = this.reading.table(entity.type)
    if (isTaken) table.taken++
    else {
      table.dropped++
      this.reading.file.report.note('dropped', 'loads', { place: entity.type, example: id })
    }
  }

  #addCase({ entity, id: wanted }: Group): void {
    const { model } = this.reading.file
    const { values } = entity
    const [name, purpose, weights] = [textOf(values[3]), textOf(values[9]), values[10]]
    const nature = NATURES.find((one) => one === purpose) ?? NATURE_OF_SOURCE.get(wordOf(values[7]) ?? '')
    const down = isList(weights) ? (numberOf(weights[2]) ?? 0) : 0
    const id = model.idOf('loadCases', wanted)
    const isStated = purpose !== undefined || (nature !== undefined && nature !== 'other')
    const loadCase: LoadCase = {
      id,
      ...(name !== undefined && { name }),
      ...(isStated && nature !== undefined && { nature }),
      ...(down !== 0 && { selfWeight: 0 - down }),
    }
    const isTaken = model.add('loadCases', loadCase)
    if (isTaken) this.#cases.set(entity.id, id)
    this.#settle(entity, isTaken)
  }

  /** Through groups within cases, by loop and not in circles; a group of no case is a case. */
  #caseOf(action: number): string | undefined {
    const seen = new Set<number>()
    let at = action
    for (;;) {
      const above = (this.#memberships.get(at) ?? []).find(({ group, factor }) => {
        const kind = this.#groups.get(group)?.kind
        return factor === 1 && (kind === 'case' || kind === 'group')
      })
      if (!above || seen.has(above.group)) break
      seen.add(above.group)
      at = above.group
      const known = this.#cases.get(at)
      if (known !== undefined) return known
    }
    const group = this.#groups.get(at)
    if (group?.kind !== 'group') return undefined
    const { model } = this.reading.file
    const id = model.idOf('loadCases', group.id)
    if (!model.add('loadCases', { id })) return undefined
    this.#cases.set(at, id)
    return id
  }

  #isInCase = (group: number): boolean => (this.#members.get(group) ?? []).some(({ of }) => this.#caseOf(of) !== undefined)

  #addAction(action: StepEntity, wanted: string): boolean {
    const { reading } = this
    const caseId = this.#caseOf(action.id)
    const target = this.#targets.get(action.id)
    const applied = entityOf(reading.step, action.values[7])
    if (caseId === undefined || target === undefined || !applied) return false
    const [nodeId, frameId, areaId] = [
      this.structure.nodes.get(target),
      this.structure.frames.get(target),
      this.structure.areas.get(target),
    ]
    const { model } = reading.file
    const loads =
      nodeId !== undefined
        ? this.#onNode(applied, nodeId)
        : frameId !== undefined
          ? this.#onFrame(action, applied, frameId)
          : areaId !== undefined
            ? this.#onArea(action, applied, areaId, target)
            : []
    let isTaken = loads.length > 0
    for (const [k, load] of loads.entries()) {
      const id = model.idOf('loads', k === 0 ? wanted : `${wanted}_${k + 1}`)
      if (!model.add('loads', { id, caseId, ...load })) isTaken = false
    }
    return isTaken
  }

  #vectors({ values }: StepEntity, sizes: readonly [number, number]): [Vec, Vec] {
    const at = (k: number, size: number) => (numberOf(values[k]) ?? 0) * size
    const [first, second] = sizes
    return [
      [at(1, first), at(2, first), at(3, first)],
      [at(4, second), at(5, second), at(6, second)],
    ]
  }

  #forces = (): readonly [number, number] => {
    this.reading.noteForce()
    const { force, moment } = this.reading.units.measures
    return [force, moment]
  }

  #onNode(applied: StepEntity, nodeId: string): NewLoad[] {
    if (applied.type.startsWith('IFCSTRUCTURALLOADSINGLEFORCE')) {
      const [force, moment] = this.#vectors(applied, this.#forces())
      return [{ nodeId, ...pair('force', force, 'moment', moment) }]
    }
    if (!applied.type.startsWith('IFCSTRUCTURALLOADSINGLEDISPLACEMENT')) return []
    const { factor, angle } = this.reading.units
    const [moved, turned] = this.#vectors(applied, [factor, angle])
    return [{ nodeId, type: 'displacement', ...pair('displacement', moved, 'rotation', turned) }]
  }

  #onFrame(action: StepEntity, applied: StepEntity, frameId: string): NewLoad[] {
    const { reading } = this
    const isLocal = wordOf(action.values[8]) === 'LOCAL_COORDS'
    const isProjected = action.values.slice(10).some((one) => wordOf(one) === 'PROJECTED_LENGTH')
    const axes = isLocal ? { axes: 'local' as const } : isProjected ? { axes: 'projected' as const } : {}
    if (applied.type === 'IFCSTRUCTURALLOADTEMPERATURE') return this.#warmth(applied, frameId)
    if (applied.type === 'IFCSTRUCTURALLOADLINEARFORCE') {
      const force = this.#lineForce(applied, isLocal)
      return force ? [{ frameId, ...axes, force: toVector(force) }] : []
    }
    const length = this.#lengthOf(frameId)
    if (applied.type.startsWith('IFCSTRUCTURALLOADSINGLEFORCE')) {
      const at = this.#shareOf(action, frameId)
      return at === undefined || isProjected ? [] : [this.#point(applied, frameId, at, isLocal)]
    }
    if (applied.type !== 'IFCSTRUCTURALLOADCONFIGURATION' || length === undefined) return []
    const values = refsOf(applied.values[1]).flatMap((id) => reading.step.entity(id) ?? [])
    const shares = placesOf(applied).map((at) => share((at * reading.units.factor) / length))
    if (values.length === 0 || values.length !== shares.length || shares.includes(undefined)) return []
    if (values.every(({ type }) => type.startsWith('IFCSTRUCTURALLOADSINGLEFORCE')))
      return isProjected ? [] : values.map((one, k) => this.#point(one, frameId, shares[k] ?? 0, isLocal))
    const forces = values.map((one) => (one.type === 'IFCSTRUCTURALLOADLINEARFORCE' ? this.#lineForce(one, isLocal) : undefined))
    if (forces.length < 2 || forces.includes(undefined)) return []
    return forces.slice(1).flatMap((end, k): NewLoad[] => {
      const [start, from = 0, to = 1] = [forces[k], shares[k], shares[k + 1]]
      if (!start || !end || !(from < to)) return []
      const isEven = AXES.every((axis) => start[axis] === end[axis])
      const extent = { ...(from !== 0 && { from }), ...(to !== 1 && { to }) }
      return [{ frameId, ...axes, force: toVector(start), ...(!isEven && { forceEnd: toVector(end) }), ...extent }]
    })
  }

  /** Undefined where moments are spread along the line, which a model has no place for. */
  #lineForce(applied: StepEntity, isLocal: boolean): Vec | undefined {
    this.reading.noteForce()
    const [force, moment] = this.#vectors(applied, [this.reading.units.measures.linearForce, 1])
    if (moment.some((part) => part !== 0)) return undefined
    return isLocal ? fromMember(force) : force
  }

  #point(applied: StepEntity, frameId: string, at: number, isLocal: boolean): NewLoad {
    const [force, moment] = this.#vectors(applied, this.#forces())
    const as = (vector: Vec) => (isLocal ? fromMember(vector) : vector)
    return { frameId, type: 'point', at, ...(isLocal && { axes: 'local' }), ...pair('force', as(force), 'moment', as(moment)) }
  }

  #warmth({ values }: StepEntity, frameId: string): NewLoad[] {
    const [constant, y = 0, z = 0] = [1, 2, 3].map((k) => numberOf(values[k]))
    if (constant === undefined && (y !== 0 || z !== 0)) return []
    if (y !== 0 || z !== 0) this.reading.file.report.note('dropped', 'loads', { place: 'IFCSTRUCTURALLOADTEMPERATURE' })
    return [{ frameId, type: 'temperature', temperature: twelveDigits((constant ?? 0) * this.reading.units.measures.degree) }]
  }

  #endsOf(frameId: string): [Vec, Vec] | undefined {
    const { model } = this.reading.file
    const frame = model.get('frames', frameId)
    const [start, end] = [frame?.startNodeId, frame?.endNodeId].map((id) => model.get('nodes', id ?? '')?.position)
    return start && end ? [vec(start), vec(end)] : undefined
  }

  #lengthOf(frameId: string): number | undefined {
    const ends = this.#endsOf(frameId)
    return ends && distance(...ends)
  }

  /** Where the vertex of an action stands along its member. */
  #shareOf(action: StepEntity, frameId: string): number | undefined {
    const { reading } = this
    const { step } = reading
    const ends = this.#endsOf(frameId)
    const place = reading.placements.of(action.values[5])
    const [item] = refsOf(entityOf(step, action.values[6])?.values[2]).flatMap((id) => refsOf(step.entity(id)?.values[3]))
    const vertex = item === undefined ? null : step.entity(item)
    const point = vertex?.type === 'IFCVERTEXPOINT' ? pointAt(step, vertex.values[0]) : null
    if (!ends || !place || !point) return undefined
    const [start, end] = ends
    const at = reading.inModel(movedBy(place, point))
    const length = distance(start, end)
    const near = distance(start, at) + distance(at, end) - length
    return near <= 1e-6 * length ? share(distance(start, at) / length) : undefined
  }

  #onArea(action: StepEntity, applied: StepEntity, areaId: string, target: number): NewLoad[] {
    const { reading } = this
    if (applied.type !== 'IFCSTRUCTURALLOADPLANARFORCE') return []
    reading.noteForce()
    const [force] = this.#vectors(applied, [reading.units.measures.planarForce, 1])
    const isProjected = action.values.slice(10).some((one) => wordOf(one) === 'PROJECTED_LENGTH')
    if (wordOf(action.values[8]) !== 'LOCAL_COORDS')
      return [{ areaId, ...(isProjected && { axes: 'projected' }), force: toVector(force) }]
    const normal = this.#normalOf(areaId, target)
    const [x, y, z] = force
    return normal && !isProjected && x === 0 && y === 0 ? [{ areaId, force: toVector(scale(normal, z)) }] : []
  }

  /** Of a face: of its plane where it has one. */
  #normalOf(areaId: string, face: number): Vec | undefined {
    const { reading } = this
    const { step } = reading
    const { model } = reading.file
    const points = (model.get('areas', areaId)?.nodeIds ?? []).flatMap((id) => {
      const position = model.get('nodes', id)?.position
      return position ? [vec(position)] : []
    })
    const normal = shellAxes(points)?.[2]
    const entity = step.entity(face)
    const place = reading.placements.of(entity?.values[5])
    const [item] = refsOf(entityOf(step, entity?.values[6])?.values[2]).flatMap((id) => refsOf(step.entity(id)?.values[3]))
    const plane = item === undefined ? null : entityOf(step, step.entity(item)?.values[1])
    const axis = coordinatesOf(entityOf(step, entityOf(step, plane?.values[0])?.values[1])?.values[0])
    if (!normal || !place || !axis) return normal
    return dot(turnedBy(place, axis), normal) < 0 ? scale(normal, -1) : normal
  }

  /** A combination of what is left out is left out, and one that contains itself. */
  #addCombinations(): void {
    const { model } = this.reading.file
    const states = new Map<number, 'open' | string | null>()
    const take = (number: number, depth = 0): string | null => {
      const state = states.get(number)
      if (state !== undefined) return state === 'open' ? null : state
      const group = this.#groups.get(number)
      if (!group || (group.kind !== 'add' && group.kind !== 'envelope') || depth > DEEPEST) return null
      states.set(number, 'open')
      const members = this.#members.get(number) ?? []
      const terms = members.map(({ of, factor }): CombinationTerm | undefined => {
        const caseId = this.#cases.get(of)
        if (caseId !== undefined) return { caseId, factor }
        const combinationId = take(of, depth + 1)
        const isFit = !(group.kind === 'add' && this.#groups.get(of)?.kind === 'envelope')
        return combinationId !== null && isFit ? { combinationId, factor } : undefined
      })
      const whole = terms.filter((term) => term !== undefined)
      const name = textOf(group.entity.values[3])
      const id = model.idOf('combinations', group.id)
      const combination: Combination = {
        ...{ id, ...(name !== undefined && { name }) },
        ...(group.kind === 'envelope' && { type: 'envelope' }),
        terms: whole,
      }
      const isTaken = whole.length > 0 && whole.length === terms.length && model.add('combinations', combination)
      states.set(number, isTaken ? id : null)
      this.#settle(group.entity, isTaken)
      return isTaken ? id : null
    }
    for (const [number, { kind, entity }] of this.#groups) {
      if (kind !== 'add' && kind !== 'envelope') continue
      take(number)
      if (!states.has(number)) this.#settle(entity, false)
    }
  }
}

const DEEPEST = 100

type NewLoad = Omit<Load, 'id' | 'caseId'>

function kindOf({ type, values }: StepEntity): Group['kind'] {
  const word = wordOf(values[5])
  if (type === 'IFCSTRUCTURALLOADCASE' || word === 'LOAD_CASE') return 'case'
  if (word?.startsWith('LOAD_COMBINATION')) return 'add'
  return word === 'USERDEFINED' && textOf(values[4])?.toUpperCase() === 'ENVELOPE' ? 'envelope' : 'group'
}

/** The place of each value of a configuration, along the member. */
function placesOf({ values }: StepEntity): number[] {
  const places = values[2]
  return isList(places) ? places.map((one) => (isList(one) ? (numberOf(one[0]) ?? Number.NaN) : Number.NaN)) : []
}

/** Of a frame's length; undefined where it is off the frame. */
function share(value: number): number | undefined {
  if (!(value >= -1e-9 && value <= 1 + 1e-9)) return undefined
  return Math.min(1, Math.max(0, twelveDigits(value)))
}

const rounded = (value: number) => twelveDigits(value) + 0
const toVector = (v: Vec): LoadVector =>
  Object.fromEntries(AXES.flatMap((k) => (v[k] === 0 ? [] : [[COORDINATES[k], rounded(v[k])]])))
/** Along our axes 1, 2, 3, of what is along a member's x, y, z. */
const fromMember = ([x, y, z]: Vec): Vec => [x, z, 0 - y]

/** The first where it says something or neither does. */
function pair<A extends string, B extends string>(one: A, first: Vec, other: B, second: Vec) {
  const isNonZero = (v: Vec) => v.some((part) => part !== 0)
  return {
    ...((isNonZero(first) || !isNonZero(second)) && { [one]: toVector(first) }),
    ...(isNonZero(second) && { [other]: toVector(second) }),
  } as { [K in A | B]?: LoadVector }
}
