import type { AnalysisModel } from '../model/analysis-model.ts'
import type { Factor } from './factorisation.ts'
import { MOTIONS } from './freedoms.ts'
import { motionsUnder } from './solve-cases.ts'
import type { StiffnessMatrix } from './stiffness-matrix.ts'

/** Of a diaphragm: mass in kg, centres of mass and of stiffness in the model's unit; null where they are not known. */
export type StoreyRow = { id: string; mass: number | null; cm: [number, number] | null; cr: [number, number] | null }

/** Of each diaphragm its mass, the centre of it, and the point where a push turns nothing, the other storeys being free. */
export function storeyCentres(
  { nodes, diaphragms, units }: AnalysisModel,
  { freedoms }: StiffnessMatrix,
  factor: Factor,
  masses: Float64Array,
): StoreyRow[] {
  const [x, y] = nodes.coordinates
  const inModel = (along: number, across: number): [number, number] => [
    (along + nodes.middle[0]) / units.metres,
    (across + nodes.middle[1]) / units.metres,
  ]
  return diaphragms.flatMap(({ id, nodes: members }): StoreyRow[] => {
    const [master] = members
    if (master === undefined || members.length < 2) return []
    let [mass, first, second] = [0, 0, 0]
    for (const node of members) {
      mass += masses[node]!
      first += masses[node]! * x[node]!
      second += masses[node]! * y[node]!
    }
    const turn = (motion: number) => {
      const forces = new Float64Array(nodes.ids.length * MOTIONS)
      forces[master * MOTIONS + motion] = 1
      return motionsUnder(freedoms, factor, [forces])[0]![master * MOTIONS + 5]!
    }
    const [byX, byY, byTurn] = [turn(0), turn(1), turn(5)]
    return [
      {
        id,
        mass: mass > 0 ? mass : null,
        cm: mass > 0 ? inModel(first / mass, second / mass) : null,
        cr: byTurn > 0 ? inModel(x[master]! - byY / byTurn, y[master]! + byX / byTurn) : null,
      },
    ]
  })
}
