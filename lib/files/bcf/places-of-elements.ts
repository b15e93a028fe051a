import { type Vec, vec } from '#lib/model/shape/vector.ts'
import type { AnchorElement } from '#lib/schema/comment-bodies.ts'
import type { Vector3, ViewerModel } from '#lib/schema/schema.ts'
import type { Around } from './anchored-view.ts'

/** Of the model's size: what is looked at is never nearer, or a node alone would fill the picture. */
const LEAST_SHARE = 0.08

/** What a view looks at, in model axes and units. Places are looked up once, when they are first needed. */
export class PlacesOfElements {
  readonly #model: ViewerModel
  readonly #whole: Around
  #nodes: Map<string, Vector3> | undefined
  #nodesOf: Record<'frame' | 'area' | 'support', Map<string, readonly string[]>> | undefined

  constructor(model: ViewerModel) {
    this.#model = model
    const { min, max } = model.bounds
    this.#whole = sphere([vec(min), vec(max)], 0) ?? { middle: [0, 0, 0], radius: 1 }
  }

  /** Of elements; where none of them has a place, of the point; without one of the whole model. */
  around(elements: readonly AnchorElement[], point: Vector3 | null): Around {
    const points = elements.length > 0 ? this.#pointsOf(elements) : []
    return sphere((points.length > 0 ? points : point ? [point] : []).map(vec), LEAST_SHARE * this.#whole.radius) ?? this.#whole
  }

  #pointsOf(elements: readonly AnchorElement[]): Vector3[] {
    this.#nodes ??= new Map(this.#model.nodes.map(({ id, position }) => [id, position]))
    return elements.flatMap((element) => this.#nodeIds(element)).flatMap((id) => this.#nodes?.get(id) ?? [])
  }

  #nodeIds({ kind, id }: AnchorElement): readonly string[] {
    if (kind === 'node') return [id]
    if (kind === 'grid_line') return []
    this.#nodesOf ??= this.#readElements()
    return this.#nodesOf[kind].get(id) ?? []
  }

  #readElements(): Record<'frame' | 'area' | 'support', Map<string, readonly string[]>> {
    return {
      frame: new Map((this.#model.frames ?? []).map((frame) => [frame.id, [frame.startNodeId, frame.endNodeId]])),
      area: new Map((this.#model.areas ?? []).map((area) => [area.id, area.nodeIds])),
      support: new Map((this.#model.supports ?? []).map((support) => [support.id, [support.nodeId]])),
    }
  }
}

function sphere(points: readonly Vec[], least: number): Around | null {
  const [first, ...rest] = points
  if (!first) return null
  const [low, high] = [[...first], [...first]]
  for (const point of rest)
    for (const k of [0, 1, 2] as const) {
      low[k] = Math.min(low[k] ?? point[k], point[k])
      high[k] = Math.max(high[k] ?? point[k], point[k])
    }
  const half = (k: 0 | 1 | 2) => ((high[k] ?? 0) - (low[k] ?? 0)) / 2
  const middle: Vec = [(low[0] ?? 0) + half(0), (low[1] ?? 0) + half(1), (low[2] ?? 0) + half(2)]
  const radius = Math.max(Math.hypot(half(0), half(1), half(2)), least)
  return { middle, radius: radius > 0 && Number.isFinite(radius) ? radius : 1 }
}
