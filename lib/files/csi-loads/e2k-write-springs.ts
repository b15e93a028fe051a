import type { CsiPlan, PlannedSupport } from '../csi/csi-plan.ts'
import { quoted } from '../csi/e2k-rows.ts'
import { writeConverted } from '../numbers.ts'

const WORDS = [
  ...([['u1', 'UX'], ['u2', 'UY'], ['u3', 'UZ']] as const),
  ...([['r1', 'RX'], ['r2', 'RY'], ['r3', 'RZ']] as const),
] // biome-ignore format: a table

/** Springs as properties of points: equal ones are one. */
export class E2kSprings {
  readonly definitions: string[] = []
  readonly #names = new Map<string, string>()

  constructor({ supports }: CsiPlan) {
    for (const support of supports) {
      const values = valuesOf(support)
      if (values === '' || this.#names.has(values)) continue
      const name = `Spring${this.#names.size + 1}`
      this.#names.set(values, name)
      this.definitions.push(`POINTSPRING  ${quoted(name)}  STIFFNESSOPTION  "USERDEFINED"  ${values}`)
    }
  }

  /** Undefined of a support without springs. */
  nameOf = (support: PlannedSupport): string | undefined => this.#names.get(valuesOf(support))
}

const valuesOf = ({ stiffness }: PlannedSupport): string =>
  stiffness.size === 0
    ? ''
    : WORDS.map(([direction, word]) => `${word} ${writeConverted(stiffness.get(direction) ?? 0)}`).join(' ')
