import { subtract, type Vec } from '#lib/model/shape/vector.ts'
import type { ViewerFrame } from '#lib/schema/schema.ts'
import { Names } from '../names.ts'
import { type Releases, releasesOf } from '../stiffnesses.ts'
import { E2K_NAMES } from './csi-names.ts'
import type { CsiPlan } from './csi-plan.ts'
import type { Levels } from './e2k-levels.ts'
import { isUsualDirection } from './e2k-read-frames.ts'
import { type Insertion, insertionOf } from './frame-insertion.ts'

/** Nodes as points of a plan on storeys, frames as lines and areas as outlines between them. */

export type PlanPoint = { name: string; x: number; y: number; below: number }
type StoreyPoint = { point: PlanPoint; storey: number }

export type PlanLine = {
  frame: ViewerFrame
  label: string
  kind: 'COLUMN' | 'BEAM' | 'BRACE'
  start: StoreyPoint
  end: StoreyPoint
  rotation: number
  insertion: Insertion
  releases: Releases | undefined
  /** What components along the frame's own local axes are times in the file: all 1, or one that is turned round. */
  signs: Vec
}

export type PlanArea = {
  id: string
  label: string
  corners: StoreyPoint[]
  storey: number
  opening: boolean
  isVertical: boolean
}

export class E2kObjects {
  readonly points: PlanPoint[] = []
  readonly nodes = new Map<string, StoreyPoint>()
  readonly lines: PlanLine[] = []
  readonly areas: PlanArea[] = []
  readonly usedNodes = new Set<string>()
  readonly #byPlace = new Map<string, StoreyPoint>()
  readonly #labels = new Names(E2K_NAMES)

  constructor(
    readonly plan: CsiPlan,
    readonly levels: Levels,
  ) {
    this.#placeNodes()
    for (const frame of plan.file.model.frames ?? []) this.#addLine(frame)
    this.#addAreas()
  }

  #placeNodes(): void {
    const { model, report } = this.plan.file
    const points = new Map<string, PlanPoint>()
    const pointNames = new Names(E2K_NAMES)
    let number = 0
    const nextNumber = () => {
      do number++
      while (pointNames.has('nodes', `${number}`))
      return `${number}`
    }
    const changed: [string, string][] = []
    for (const { id, position, label } of model.nodes) {
      const { x, y, z } = position
      const { index, below } = this.levels.at(z)
      const place = `${x + 0} ${y + 0} ${z + 0}`
      const merged = this.#byPlace.get(place)
      if (merged) {
        this.nodes.set(id, merged)
        report.note('converted', 'nodes_merged', { example: `node ${id}` })
        continue
      }
      // An import's own ids come out as point and storey again.
      const own = label && id === `${label} ${this.levels.name(index)}` ? label : undefined
      const key = `${x + 0} ${y + 0} ${below}`
      let point = points.get(key)
      if (!point) {
        const name = own !== undefined && !pointNames.has('nodes', own) ? own : nextNumber()
        point = { name: pointNames.nameOf('nodes', key, name), x, y, below }
        points.set(key, point)
        this.points.push(point)
      }
      const placed = { point, storey: index }
      this.#byPlace.set(place, placed)
      this.nodes.set(id, placed)
      const fileId = `${point.name} ${this.levels.name(index)}`
      if (fileId !== id) changed.push([fileId, id])
    }
    if (changed.length > 0) this.plan.names.changed.set('nodes', changed)
  }

  /** A model's frames and areas name nodes that are there. */
  placeOf(node: string): StoreyPoint {
    const placed = this.nodes.get(node)
    if (!placed) throw new Error(`there is no node ${node}`)
    return placed
  }

  #addLine(frame: ViewerFrame): void {
    const { plan } = this
    const { report } = plan.file
    const [first, second] = [this.placeOf(frame.startNodeId), this.placeOf(frame.endNodeId)]
    for (const node of [frame.startNodeId, frame.endNodeId]) this.usedNodes.add(node)
    const direction = subtract(this.#positionOf(second), this.#positionOf(first))
    const planned = frame.sectionId == null ? undefined : plan.sections.get(frame.sectionId)
    const type = planned?.definition?.type
    const isEven = planned === undefined || !planned.shape.polygon
    const isReversed = !isUsualDirection(direction)
    const canTurn = isEven && type !== 'angle'
    let turned: ViewerFrame = frame
    if (isReversed && canTurn) {
      const offset = frame.sectionOffset
      const isChannel = type === 'channel'
      turned = {
        ...frame,
        rotation: isChannel ? 180 - frame.rotation : 0 - frame.rotation,
        ...(offset && { sectionOffset: isChannel ? { x: offset.x, y: 0 - offset.y } : { x: 0 - offset.x, y: offset.y } }),
      }
      report.note('converted', 'direction_reversed', { example: `frame ${frame.id}` })
    } else if (isReversed) report.note('guessed', 'direction_kept', { example: `frame ${frame.id}` })
    const [start, end] = isReversed && canTurn ? [second, first] : [first, second]
    const releases = releasesOf(frame)
    const swapped = isReversed && canTurn && releases ? { start: releases.end, end: releases.start } : releases
    const isColumn = start.point === end.point && start.storey !== end.storey
    const kind = isColumn ? 'COLUMN' : start.storey === end.storey ? 'BEAM' : 'BRACE'
    const insertion = insertionOf(turned, planned?.shape, planned?.toWrite.is === 'outline')
    if (insertion.moved.x !== 0 || insertion.moved.y !== 0) report.note('dropped', 'offset', { example: `frame ${frame.id}` })
    const label = this.#labels.nameOf('frames', frame.id, labelIn(frame, this.levels.name(end.storey)))
    const signs: Vec = !(isReversed && canTurn) ? [1, 1, 1] : type === 'channel' ? [-1, -1, 1] : [-1, 1, -1]
    this.lines.push({ frame, label, kind, start, end, rotation: turned.rotation, insertion, releases: swapped, signs })
    this.#change('frames', `${label} ${this.levels.name(end.storey)}`, frame.id)
  }

  #positionOf({ point, storey }: StoreyPoint): Vec {
    return [point.x, point.y, (this.levels.levels[storey]?.elevation ?? 0) - point.below]
  }

  #change(kind: 'frames' | 'areas' | 'supports', name: string, id: string): void {
    if (name === id) return
    const known = this.plan.names.changed.get(kind)
    if (known) known.push([name, id])
    else this.plan.names.changed.set(kind, [[name, id]])
  }

  #addAreas(): void {
    for (const { id, nodeIds, openingNodeIds = [], label } of this.plan.file.model.areas ?? []) {
      const area = this.#areaOf(id, nodeIds, false, label)
      this.#change('areas', `${area.label} ${this.levels.name(area.storey)}`, id)
      for (const [i, loop] of openingNodeIds.entries()) this.#areaOf(`${id}_O${i + 1}`, loop, true)
    }
  }

  #areaOf(id: string, nodeIds: readonly string[], opening: boolean, label?: string | null): PlanArea {
    const corners = nodeIds.map((node) => this.placeOf(node))
    for (const node of nodeIds) this.usedNodes.add(node)
    const storey = Math.max(...corners.map((corner) => corner.storey))
    const wanted = label && id === `${label} ${this.levels.name(storey)}` ? label : id
    const normal = normalOf(corners.map((corner) => this.#positionOf(corner)))
    const area = {
      id,
      label: this.#labels.nameOf('areas', id, wanted),
      corners,
      storey,
      opening,
      isVertical: Math.abs(normal[2]) < 1e-3,
    }
    this.areas.push(area)
    return area
  }

  noteSupports(): void {
    for (const { id, nodeId } of this.plan.supports) {
      const { point, storey } = this.placeOf(nodeId)
      this.usedNodes.add(nodeId)
      this.#change('supports', `${point.name} ${this.levels.name(storey)}`, id)
    }
  }
}

const labelIn = ({ id, label }: ViewerFrame, storey: string): string => (label && id === `${label} ${storey}` ? label : id)

function normalOf(points: readonly Vec[]): Vec {
  let [x, y, z] = [0, 0, 0]
  const [o] = points
  if (!o) return [0, 0, 0]
  for (const [i, p] of points.entries()) {
    const q = points[(i + 1) % points.length]!
    const [a, b] = [subtract(p, o), subtract(q, o)]
    x += a[1] * b[2] - a[2] * b[1]
    y += a[2] * b[0] - a[0] * b[2]
    z += a[0] * b[1] - a[1] * b[0]
  }
  const size = Math.hypot(x, y, z) || 1
  return [x / size, y / size, z / size]
}
