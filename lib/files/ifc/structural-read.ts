import type { CardinalPoint } from '#lib/model/section/section-properties.ts'
import { localAxes } from '#lib/model/shape/local-axes.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import { releaseIssues } from '#lib/schema/releases.ts'
import { DIRECTIONS } from '#lib/schema/restraints.ts'
import { FRAME_ROLES } from '#lib/schema/roles.ts'
import type { EndReleases, FrameReleases, ViewerArea, ViewerFrame } from '#lib/schema/schema.ts'
import { isOneOf } from '#lib/values/object-keys.ts'
import { offsetAtPoint, pointOnOtherSide, rotationFromUp, shapeOfSubmitted } from '../frame-of-reference.ts'
import type { StepEntity } from '../step/step-file.ts'
import type { StepValue } from '../step/step-values.ts'
import { curvePoints } from './curve-points.ts'
import { diagonalOf, type IfcReading, productIds } from './ifc-reading.ts'
import { coordinatesOf, entityOf, numberOf, pointAt, refOf, refsOf, textOf, wordOf } from './ifc-values.ts'
import { readIfcLoads } from './loads-read.ts'
import { layerSection } from './physical-areas.ts'
import { movedBy, type Place, turnedBy } from './placement.ts'
import { RELEASE_AXES, readStiffness } from './stiffness.ts'

export const MEMBER_TYPES = ['IFCSTRUCTURALCURVEMEMBER', 'IFCSTRUCTURALCURVEMEMBERVARYING']
export const FACE_TYPES = ['IFCSTRUCTURALSURFACEMEMBER', 'IFCSTRUCTURALSURFACEMEMBERVARYING']
const CONNECTION = 'IFCSTRUCTURALPOINTCONNECTION'

/** The model that is analysed: nodes with supports, members between them, faces. */
export function readStructural(reading: IfcReading): void {
  new Structure(reading).read()
}

class Structure {
  /** Vertices and points that are nodes. */
  readonly #nodes = new Map<number, string>()
  readonly #connections = new Map<number, string>()
  readonly #releases = new Map<string, EndReleases>()
  readonly #frames = new Map<number, string>()
  readonly #areas = new Map<number, string>()

  constructor(readonly reading: IfcReading) {}

  read(): void {
    const { step } = this.reading
    const connections = step.idsOf(CONNECTION)
    this.reading.startJoining(diagonalOf(this.#placesOf(connections)))
    this.#each(connections, (one, id) => this.#addConnection(one, id))
    this.#readReleases()
    this.#each(step.idsOf(...MEMBER_TYPES), (one, id) => this.#addMember(one, id))
    this.#each(step.idsOf(...FACE_TYPES), (one, id) => this.#addFace(one, id))
    readIfcLoads(this.reading, { nodes: this.#connections, frames: this.#frames, areas: this.#areas })
  }

  /** One after the other: all together they would be larger than the model that they make. */
  #each(products: readonly number[], add: (product: StepEntity, id: string) => Became): void {
    const { step } = this.reading
    const ids = productIds(step, products, null)
    for (const number of products) {
      const product = step.entity(number)
      if (product) this.#settle(product, add(product, ids.get(number) ?? ''))
    }
  }

  *#placesOf(connections: readonly number[]): Generator<Vec, void> {
    for (const number of connections) {
      const connection = this.reading.step.entity(number)
      const at = connection && this.#placeOf(connection)?.at
      if (at) yield at
    }
  }

  #settle(product: StepEntity, became: Became): void {
    const table = this.reading.table(product.type)
    if (became === 'taken') table.taken++
    else {
      table.dropped++
      this.reading.file.report.note('dropped', became, { example: textOf(product.values[2]) ?? `#${product.id}` })
    }
  }

  #addConnection(connection: StepEntity, wanted: string): Became {
    const { reading } = this
    const { model } = reading.file
    const { step } = reading
    const placed = this.#placeOf(connection)
    if (!placed) return 'reference_missing'
    const { vertex, at } = placed
    const [x, y, z] = at
    const id = model.idOf('nodes', wanted)
    const label = reading.isOurs ? textOf(connection.values[3]) : undefined
    if (!model.add('nodes', { id, position: { x: x + 0, y: y + 0, z: z + 0 }, ...(label !== undefined && { label }) }))
      return 'duplicate_row'
    reading.noteNode(at, id)
    this.#nodes.set(vertex.id, id)
    this.#connections.set(connection.id, id)
    const inner = refOf(vertex.values[0])
    if (inner !== undefined) this.#nodes.set(inner, id)
    const condition = entityOf(step, connection.values[7])
    if (condition?.type.startsWith('IFCBOUNDARYNODECONDITION')) this.#addSupport(condition, id, connection)
    return 'taken'
  }

  /** What the ends of a member do not hold, by the node at which they are. */
  #readReleases(): void {
    const { step } = this.reading
    for (const id of step.idsOf('IFCRELCONNECTSSTRUCTURALMEMBER', 'IFCRELCONNECTSWITHECCENTRICITY')) {
      const values = step.entity(id)?.values ?? []
      const [member, connection] = [refOf(values[4]), refOf(values[5])]
      const condition = entityOf(step, values[6])
      if (member === undefined || connection === undefined || !condition?.type.startsWith('IFCBOUNDARYNODECONDITION')) continue
      const node = this.#connections.get(connection)
      const released: EndReleases = {}
      for (const [k, of] of RELEASE_AXES.entries()) {
        const { held, spring } = readStiffness(condition.values[k + 1], k, this.reading.units.measures)
        if (spring !== undefined) this.reading.noteForce()
        if (spring !== undefined || held === false) released[of] = spring ?? true
      }
      if (node !== undefined && Object.keys(released).length > 0) this.#releases.set(`${member} ${node}`, released)
    }
  }

  /** Where a connection stands, and the vertex that says it. */
  #placeOf(connection: StepEntity): { vertex: StepEntity; at: Vec } | null {
    const { reading } = this
    const place = reading.placements.of(connection.values[5])
    const vertex = this.#item(connection, 'IFCVERTEXPOINT')
    const point = vertex ? pointAt(reading.step, vertex.values[0]) : null
    return place && vertex && point ? { vertex, at: reading.inModel(movedBy(place, point)) } : null
  }

  #addSupport(condition: StepEntity, nodeId: string, connection: StepEntity): void {
    const { model, report } = this.reading.file
    const stiffnesses = DIRECTIONS.map((_, k) => readStiffness(condition.values[k + 1], k, this.reading.units.measures))
    const restraints = Object.fromEntries(DIRECTIONS.map((direction, k) => [direction, stiffnesses[k]?.held ?? null]))
    const springs = DIRECTIONS.flatMap((direction, k) => {
      const spring = stiffnesses[k]?.spring
      return spring === undefined ? [] : [[direction, spring] as const]
    })
    if (springs.length > 0) this.reading.noteForce()
    const wanted = textOf(condition.values[0]) ?? nodeId
    const id = model.idOf('supports', model.has('supports', wanted) ? nodeId : wanted)
    const example = `support ${id}`
    if (connection.values[8] != null) report.note('guessed', 'restraint_axes', { example })
    const stiffness = springs.length > 0 ? Object.fromEntries(springs) : undefined
    model.add('supports', { id, nodeId, restraints, ...(stiffness && { stiffness }) })
  }

  /** The one item of a product's topology. */
  #item(product: StepEntity, type: string): StepEntity | null {
    const { step } = this.reading
    for (const representation of refsOf(entityOf(step, product.values[6])?.values[2]))
      for (const item of refsOf(step.entity(representation)?.values[3])) {
        const entity = step.entity(item)
        if (
          entity &&
          (entity.type === type || (type === 'EDGE' && EDGES.has(entity.type)) || (type === 'FACE' && FACES.has(entity.type)))
        )
          return entity
      }
    return null
  }

  /** The node of a vertex: its own, else that at its place. */
  #nodeOf(value: StepValue | undefined, place: Place): string | null {
    const { step } = this.reading
    const vertex = entityOf(step, value)
    if (!vertex) return null
    const inner = vertex.type === 'IFCVERTEXPOINT' ? vertex.values[0] : value
    const known = this.#nodes.get(vertex.id) ?? this.#nodes.get(refOf(inner) ?? -1)
    if (known !== undefined) return known
    const point = pointAt(step, inner)
    return point && this.reading.nodeAt(this.reading.inModel(movedBy(place, point)))
  }

  #addMember(member: StepEntity, wanted: string): Became {
    const { reading } = this
    const { model, report } = reading.file
    const place = reading.placements.of(member.values[5])
    const edge = this.#item(member, 'EDGE')
    if (!place || !edge) return 'reference_missing'
    const [startNodeId, endNodeId] = [this.#nodeOf(edge.values[0], place), this.#nodeOf(edge.values[1], place)]
    const [from, to] = [model.get('nodes', startNodeId ?? ''), model.get('nodes', endNodeId ?? '')]
    if (startNodeId === null || endNodeId === null || !from || !to) return 'reference_missing'
    const [start, end]: [Vec, Vec] = [[from.position.x, from.position.y, from.position.z], [to.position.x, to.position.y, to.position.z]] // biome-ignore format: short
    if (!localAxes(start, end)) return 'zero_length'
    const id = model.idOf('frames', wanted)
    const example = `frame ${id}`
    if (edge.type === 'IFCEDGECURVE' && this.#isBent(edge)) report.note('converted', 'curve_made_straight', { example })
    const axis = coordinatesOf(entityOf(reading.step, member.values[8])?.values[0])
    const rotation = axis ? rotationFromUp(start, end, turnedBy(place, axis)) : undefined
    if (rotation === undefined) report.note('guessed', 'orientation_guessed', { example })
    else if (rotation !== 0) report.note('converted', 'orientation_converted', { example })
    const made = reading.associations.of(member.id)
    const profile = reading.profileOf(made.profile)
    const sectionId = reading.sectionOf(profile, made)
    const materialId = reading.materialOf(made)
    const section = sectionId === undefined ? undefined : model.get('sections', sectionId)
    const isOfSection = section !== undefined && section.materialId === materialId
    const sectionOffset = section && made.point !== undefined ? this.#offset(section, made.point, example) : undefined
    const [label, role] = reading.isOurs ? [textOf(member.values[3]), textOf(member.values[4])] : []
    const [atStart, atEnd] = [this.#releases.get(`${member.id} ${startNodeId}`), this.#releases.get(`${member.id} ${endNodeId}`)]
    const released: FrameReleases = { ...(atStart && { start: atStart }), ...(atEnd && { end: atEnd }) }
    const hasReleases = atStart !== undefined || atEnd !== undefined
    const floats = releaseIssues(released).length > 0
    if (hasReleases && floats) report.note('kept', 'releases', { example })
    const frame: ViewerFrame = {
      ...{ id, startNodeId, endNodeId, rotation: rotation ?? 0 },
      ...(label !== undefined && { label }),
      ...(isOneOf(FRAME_ROLES, role) && { role }),
      ...(sectionId !== undefined && { sectionId }),
      ...(materialId !== undefined && !isOfSection && { materialId }),
      ...(sectionOffset && { sectionOffset }),
      ...(hasReleases && (floats ? { source: { releases: released } } : { releases: released })),
    }
    if (!model.add('frames', frame)) return 'duplicate_row'
    this.#frames.set(member.id, id)
    return 'taken'
  }

  #isBent(edge: StepEntity): boolean {
    const read = curvePoints(this.reading.step, edge.values[2], this.reading.units.angle)
    return read?.isCurved ?? false
  }

  #offset(section: Parameters<typeof shapeOfSubmitted>[0], point: number, example: string) {
    const { model, report } = this.reading.file
    if (!(Number.isInteger(point) && point >= 1 && point <= 11)) return undefined
    const shape = shapeOfSubmitted(section, model.unit)
    const offset = offsetAtPoint(shape, pointOnOtherSide(point as CardinalPoint)) // 1 to 11, by the test above
    if (!offset) {
      report.note('kept', 'insertion_point_without_outline', { example })
      return undefined
    }
    if (offset.x === 0 && offset.y === 0) return undefined
    report.note('converted', 'insertion_point_converted', { example })
    return offset
  }

  #addFace(face: StepEntity, wanted: string): Became {
    const { reading } = this
    const { model } = reading.file
    const { step } = reading
    const place = reading.placements.of(face.values[5])
    const surface = this.#item(face, 'FACE')
    if (!place || !surface) return 'area_shape'
    const bounds = refsOf(surface.values[0]).flatMap((ref) => step.entity(ref) ?? [])
    const loops = bounds.map((bound) => ({ bound, loop: this.#loopOf(bound, place) }))
    const outer = loops.find(({ bound }) => bound.type === 'IFCFACEOUTERBOUND') ?? loops[0]
    if (!outer || outer.loop.length < 3) return 'area_shape'
    const openings = loops.filter((one) => one !== outer && one.loop.length >= 3).map(({ loop }) => loop)
    const made = reading.associations.of(face.id)
    const thickness = numberOf(face.values[8])
    const size = thickness !== undefined && thickness > 0 ? thickness * reading.units.factor : undefined
    const materialId = reading.materialOf(made)
    const sectionId = layerSection(reading, made.layers?.name, size ?? 0, materialId)
    const isOfSection = sectionId !== undefined && model.get('sections', sectionId)?.materialId === materialId
    const [label, kind] = reading.isOurs ? [textOf(face.values[3]), textOf(face.values[4])] : []
    const area: ViewerArea = {
      ...{ id: model.idOf('areas', wanted), nodeIds: outer.loop },
      ...(kind !== undefined && { kind }),
      ...(label !== undefined && { label }),
      ...(materialId !== undefined && !isOfSection && { materialId }),
      ...(openings.length > 0 && { openingNodeIds: openings }),
      ...(sectionId !== undefined && { sectionId }),
      ...(size !== undefined && { thickness: size }),
    }
    if (!model.add('areas', area)) return 'duplicate_row'
    this.#areas.set(face.id, area.id)
    return 'taken'
  }

  #loopOf(bound: StepEntity, place: Place): string[] {
    const { step } = this.reading
    const loop = entityOf(step, bound.values[0])
    if (loop?.type === 'IFCPOLYLOOP') return refsOf(loop.values[0]).flatMap((ref) => this.#nodeOf({ ref }, place) ?? [])
    if (loop?.type !== 'IFCEDGELOOP') return []
    return refsOf(loop.values[0]).flatMap((ref) => {
      const oriented = step.entity(ref)
      const edge = oriented?.type === 'IFCORIENTEDEDGE' ? entityOf(step, oriented.values[2]) : oriented
      const isForward = oriented?.type !== 'IFCORIENTEDEDGE' || wordOf(oriented.values[3]) !== 'F'
      return this.#nodeOf(edge?.values[isForward ? 0 : 1], place) ?? []
    })
  }
}

type Became = 'taken' | 'reference_missing' | 'duplicate_row' | 'zero_length' | 'area_shape'
const EDGES = new Set(['IFCEDGE', 'IFCEDGECURVE'])
const FACES = new Set(['IFCFACE', 'IFCFACESURFACE', 'IFCADVANCEDFACE'])
