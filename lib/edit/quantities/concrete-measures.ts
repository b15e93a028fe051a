import type { Densities } from '../query/densities.ts'
import type { Facts } from '../select/facts.ts'
import type { Amount, SolidKind } from './amount.ts'
import { type NetSolids, netSolids } from './net-volume.ts'
import { areaSolid, frameSolid, type Solid } from './solid-boxes.ts'

/** The concrete of a model, each place counted once. Steel in concrete counts beside it. */

type Measures = {
  /** 0 without one. */
  thickness(area: number): number
  /** Gross. */
  volume(kind: SolidKind, ordinal: number): Amount
}

export function concreteMeasures(facts: Facts, densities: Densities, { thickness, volume }: Measures) {
  let net: { solids: Map<string, Solid | null>; net: NetSolids } | undefined
  const isConcrete = (kind: SolidKind, ordinal: number) => {
    const material = facts.material(kind, ordinal)
    return material !== undefined && densities.isConcrete(material)
  }
  function concrete() {
    if (net) return net
    const solids = new Map<string, Solid | null>()
    for (let i = 0; i < facts.count('areas'); i++) {
      if (isConcrete('areas', i)) solids.set(`areas ${i}`, areaSolid(facts, i, thickness(i)))
    }
    for (let i = 0; i < facts.count('frames'); i++) if (isConcrete('frames', i)) solids.set(`frames ${i}`, frameSolid(facts, i))
    const boxes = [...solids.values()].filter((solid) => solid !== null)
    net = { solids, net: netSolids(boxes, 0.1 * facts.tolerance) }
    return net
  }
  const solidOf = (kind: SolidKind, ordinal: number) => concrete().solids.get(`${kind} ${ordinal}`)

  function netVolume(kind: SolidKind, ordinal: number): Amount {
    const gross = volume(kind, ordinal)
    const solid = typeof gross === 'number' ? solidOf(kind, ordinal) : null
    return solid && typeof gross === 'number' ? Math.max(0, gross - concrete().net.lost(solid)) : gross
  }

  function formwork(kind: SolidKind, ordinal: number): Amount | undefined {
    const solid = solidOf(kind, ordinal)
    if (solid === null) return ['not_plumb']
    return solid ? concrete().net.formwork(solid) : undefined
  }

  return {
    netVolume,
    formwork,
    isNotNetted: (kind: SolidKind, ordinal: number) => isConcrete(kind, ordinal) && solidOf(kind, ordinal) === null,
  }
}
