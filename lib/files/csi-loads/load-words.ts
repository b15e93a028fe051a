import type { LoadCase } from '#lib/schema/loads.ts'

/** CSI's words for what loads of a pattern are, and names of loads, which a file has not. */

type Nature = NonNullable<LoadCase['nature']>

const DESIGN_TYPES: Readonly<Record<Nature, string>> = {
  dead: 'Dead',
  superdead: 'Super Dead',
  live: 'Live',
  roof: 'Roof Live',
  snow: 'Snow',
  wind: 'Wind',
  seismic: 'Quake',
  temperature: 'Temperature',
  settlement: 'Settlement',
  construction: 'Construction',
  other: 'Other',
}

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

const NATURES = new Map<string, Nature>([
  ...(Object.entries(DESIGN_TYPES) as [Nature, string][]).map(([nature, word]) => [plain(word), nature] as const), // its own keys
  ...(['reducelive', 'reduciblelive', 'patternlive'] as const).map((word) => [word, 'live'] as const),
  ['superimposeddead', 'superdead'],
  ['seismic', 'seismic'],
])

export const designTypeOf = (nature: LoadCase['nature']): string => DESIGN_TYPES[nature ?? 'other']
export const natureOf = (designType: string): Nature => NATURES.get(plain(designType)) ?? 'other'

/**
 * Names of loads by the rows that say them, alike on the way out and in: `B1~DEAD`, the next `B1~DEAD_2`. A row that says a further direction of
 * the load in the row before it belongs to that load.
 */
export class LoadNames {
  readonly #counts = new Map<string, number>()
  readonly #taken = new Set<string>()
  #key: string | undefined
  #direction = 0
  #name = ''

  /** `key`: all that the rows of one load share; undefined of a row that is a load by itself. */
  next(target: string, pattern: string, key?: string, direction = 0): { name: string; isNew: boolean } {
    const isNew = key === undefined || key !== this.#key || direction <= this.#direction
    this.#key = key
    this.#direction = direction
    if (isNew) this.#name = this.#free(`${target}~${pattern}`)
    return { name: this.#name, isNew }
  }

  #free(stem: string): string {
    for (let count = (this.#counts.get(stem) ?? 0) + 1; ; count++) {
      const name = count === 1 ? stem : `${stem}_${count}`
      if (this.#taken.has(name)) continue
      this.#taken.add(name)
      this.#counts.set(stem, count)
      return name
    }
  }
}
