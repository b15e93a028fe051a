import type { Load } from '#lib/schema/loads.ts'
import type { Draft } from '../draft.ts'

/** The loads of a model by what they are on. */
export type LoadsOn = Record<'nodes' | 'frames' | 'areas', ReadonlyMap<string, readonly Load[]>>

export function loadsOn(draft: Draft): LoadsOn {
  const on = { nodes: new Map<string, Load[]>(), frames: new Map<string, Load[]>(), areas: new Map<string, Load[]>() }
  for (const load of draft.all('loads')) {
    const [loads, id] =
      load.nodeId != null ? [on.nodes, load.nodeId] : load.frameId != null ? [on.frames, load.frameId] : [on.areas, load.areaId]
    if (id == null) continue
    const there = loads.get(id)
    if (there) there.push(load)
    else loads.set(id, [load])
  }
  return on
}
