import type { CreateModel } from '#lib/schema/request-bodies.ts'
import type { ViewerNode } from '#lib/schema/schema.ts'
import styles from './wireframe.module.css'

type Drawn = Pick<CreateModel, 'nodes' | 'frames' | 'areas' | 'supports'>

/** From the front right, above, as the viewer's first view. */
const project = ({ position: { x, y, z } }: ViewerNode): [number, number] => [0.815 * x + 0.58 * y, 0.36 * x - 0.5 * y - 0.85 * z]

/** The lines of a structure, for a first look before it is made. Decoration: what it shows is said in words beside it. */
export function Wireframe({ model: { nodes = [], frames = [], areas = [], supports = [] } }: { model: Drawn }) {
  const positions = new Map(nodes.map((node) => [node.id, project(node)]))
  const [xs, ys] = [[...positions.values()].map(([x]) => x), [...positions.values()].map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const size = Math.max(width, height * 1.4) || 1
  const point = (id: string) => {
    const [x, y] = positions.get(id) ?? [0, 0]
    return `${(((x - left) / size) * 100).toFixed(2)},${(((y - top) / size) * 100).toFixed(2)}`
  }
  const [wide, high] = [(width / size) * 100, (height / size) * 100]
  const lines = frames.map(({ startNodeId, endNodeId }) => `M${point(startNodeId)}L${point(endNodeId)}`).join('')
  const faces = areas.map(({ nodeIds }) => `M${nodeIds.map(point).join('L')}Z`).join('')
  const feet = supports.map(({ nodeId }) => `M${point(nodeId)}l-1.6,2.6h3.2z`).join('')
  return (
    <svg className={styles.drawing} viewBox={`-4 -4 ${wide + 8} ${high + 10}`} aria-hidden="true">
      {faces && <path d={faces} className={styles.faces} />}
      <path d={lines} className={styles.lines} />
      <path d={feet} className={styles.feet} />
    </svg>
  )
}
