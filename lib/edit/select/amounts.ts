import type { Kind } from '#lib/schema/kinds.ts'
import type { Amount, Reason } from '../quantities/amount.ts'
import { densitiesOf } from '../query/densities.ts'
import { quantitiesOf } from '../query/quantities.ts'
import type { Facts } from './facts.ts'

/** Amounts that conditions ask: those of questions, with densities by the grades of materials. */
export type Amounts = {
  face(area: number): Amount | undefined
  thickness(area: number): Amount
  /** Of a member that of its frames; by run of a frame that of its run. */
  mass(kind: Kind, ordinal: number): Amount | undefined
}

export function amountsOf(facts: Facts, by: 'run' | undefined): Amounts {
  const quantities = quantitiesOf(facts, densitiesOf(facts, {}, []))
  const massOf = (frames: readonly number[]): Amount => {
    let sum = 0
    for (const frame of frames) {
      const mass = quantities.amount('mass', 'frames', frame)
      if (typeof mass === 'object') return mass
      sum += mass ?? 0
    }
    return sum
  }
  return {
    face: (area) => quantities.amount('area', 'areas', area),
    thickness: (area) => quantities.thickness(area)?.value ?? ['no_thickness'],
    mass(kind, ordinal) {
      if (kind === 'areas') return quantities.amount('mass', kind, ordinal)
      if (kind === 'members') return massOf(facts.framesOf(ordinal))
      const run = by === 'run' ? facts.runs().of(ordinal) : undefined
      return massOf(run === undefined ? [ordinal] : facts.runs().frames(run))
    },
  }
}

/** Elements that a condition could not judge, and why: they are not selected. */
export type NotJudged = { quantity: string; reason: Reason; count: number; ids: string[] }

const MOST_IDS = 5

export class UnknownAmounts {
  readonly #found = new Map<string, NotJudged>()

  add(quantity: string, reason: Reason, id: string): void {
    const key = `${quantity} ${reason}`
    const known = this.#found.get(key)
    if (!known) this.#found.set(key, { quantity, reason, count: 1, ids: [id] })
    else if (++known.count <= MOST_IDS) known.ids.push(id)
  }

  asField(): { unknown?: NotJudged[] } {
    return this.#found.size > 0 ? { unknown: [...this.#found.values()] } : {}
  }
}
