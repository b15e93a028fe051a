import { newModel, type Service, send } from '#lib/fixtures/service.ts'

/** A regular building as an elements batch: a grid of columns and beams, storey by storey. About `elements` nodes and frames. */
export function building(elements: number) {
  const bays = Math.max(1, Math.round(Math.cbrt(elements / 4)))
  const nodes: object[] = []
  const frames: object[] = []
  const at = (x: number, y: number, z: number) => `N${x}-${y}-${z}`
  for (let z = 0; z <= bays; z++) {
    for (let y = 0; y <= bays; y++) {
      for (let x = 0; x <= bays; x++) {
        if (nodes.length + frames.length >= elements) continue
        nodes.push({ id: at(x, y, z), position: { x: x * 6.5, y: y * 5.25, z: z * 3.4 } })
        const frame = (name: string, startNodeId: string, sectionId: string) =>
          frames.push({ id: `${name}${x}-${y}-${z}`, startNodeId, endNodeId: at(x, y, z), sectionId, materialId: 'S355' })
        if (x > 0) frame('BX', at(x - 1, y, z), 'IPE300')
        if (y > 0) frame('BY', at(x, y - 1, z), 'IPE300')
        if (z > 0) frame('C', at(x, y, z - 1), 'HEB240')
      }
    }
  }
  const section = (id: string, t3: number, t2: number, tf: number, tw: number) => ({
    id,
    type: 'i_wide_flange' as const,
    materialId: 'S355',
    dimensions: { t3, t2, tf, tw },
  })
  return {
    materials: [{ id: 'S355', name: 'Steel S355' }],
    sections: [section('IPE300', 0.3, 0.15, 0.0107, 0.0071), section('HEB240', 0.24, 0.24, 0.017, 0.01)],
    nodes,
    frames,
  }
}

export const countOf = (batch: Record<string, unknown[]>) => Object.values(batch).reduce((sum, { length }) => sum + length, 0)

/** So many models of one large building each. */
export async function largeModels(service: Service, count: number, elements: number): Promise<string[]> {
  const body = new TextEncoder().encode(JSON.stringify(building(elements)))
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const id = await newModel(service)
    await send(service, `/api/construct-models/${id}/elements`, body)
    ids.push(id)
  }
  return ids
}
