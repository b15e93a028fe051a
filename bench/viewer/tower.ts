import type { ViewerFrame, ViewerModel, ViewerNode } from '#lib/model/schema.ts'
import { sectionAsReturned } from '#lib/model/section-outline.ts'

const SECTIONS = Array.from({ length: 12 }, (_, k) => ({
  id: `S${k}`,
  type: (['i_wide_flange', 'rectangular', 'pipe', 'channel'] as const)[k % 4] ?? 'rectangular',
  dimensions: [
    { t3: 0.3 + k * 0.02, t2: 0.2 + k * 0.01, tf: 0.02, tw: 0.012 },
    { t3: 0.4 + k * 0.02, t2: 0.3 },
    { t3: 0.3 + k * 0.01, tw: 0.012 },
    { t3: 0.3 + k * 0.01, t2: 0.1, tf: 0.012, tw: 0.009 },
  ][k % 4] as Record<string, number>,
}))

/** A town block of storeys: about `count` columns and beams over 12 outlines, the same every time. Metres. */
export function tower(count: number): ViewerModel {
  // A storey of n × n bays has (n + 1)² columns and 2n(n + 1) beams; as many storeys as a side has bays.
  const n = Math.max(2, Math.round((count / 3) ** (1 / 3)))
  const nodes: ViewerNode[] = []
  const frames: ViewerFrame[] = []
  const id = (x: number, y: number, z: number) => `${x}.${y}.${z}`
  for (let z = 0; z <= n; z++)
    for (let y = 0; y <= n; y++)
      for (let x = 0; x <= n; x++) nodes.push({ id: id(x, y, z), position: { x: x * 7.2, y: y * 6, z: z * 3.6 } })
  const add = (startNodeId: string, endNodeId: string) => {
    const k = frames.length
    if (k < count)
      frames.push({ id: `F${k}`, startNodeId, endNodeId, rotation: k % 7 === 0 ? 90 : 0, sectionId: `S${(k * 7) % 12}` })
  }
  for (let z = 1; z <= n; z++)
    for (let y = 0; y <= n; y++)
      for (let x = 0; x <= n; x++) {
        add(id(x, y, z - 1), id(x, y, z))
        if (x < n) add(id(x, y, z), id(x + 1, y, z))
        if (y < n) add(id(x, y, z), id(x, y + 1, z))
      }
  const side = { x: n * 7.2, y: n * 6, z: n * 3.6 }
  return {
    name: `${frames.length} frames`,
    schemaVersion: 'viewer-model/v1',
    bounds: { min: { x: 0, y: 0, z: 0 }, max: side },
    nodes,
    frames,
    sections: SECTIONS.map((section) => sectionAsReturned(section)),
    sectionDefinitions: SECTIONS,
  }
}
