import type { LoadCase } from '#lib/schema/loads.ts'

/** CSI's words for what loads of a pattern are. */

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
