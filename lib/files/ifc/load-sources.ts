import type { LoadCase } from '#lib/schema/loads.ts'

type Nature = NonNullable<LoadCase['nature']>

/** What loads of a case come from, in the words of IFC. */
export const ACTION_SOURCES: Readonly<Record<Nature, { type: string; source: string }>> = {
  dead: { type: 'PERMANENT_G', source: 'DEAD_LOAD_G' },
  superdead: { type: 'PERMANENT_G', source: 'COMPLETION_G1' },
  live: { type: 'VARIABLE_Q', source: 'LIVE_LOAD_Q' },
  roof: { type: 'VARIABLE_Q', source: 'LIVE_LOAD_Q' },
  snow: { type: 'VARIABLE_Q', source: 'SNOW_S' },
  wind: { type: 'VARIABLE_Q', source: 'WIND_W' },
  seismic: { type: 'EXTRAORDINARY_A', source: 'EARTHQUAKE_E' },
  temperature: { type: 'VARIABLE_Q', source: 'TEMPERATURE_T' },
  settlement: { type: 'PERMANENT_G', source: 'SETTLEMENT_U' },
  construction: { type: 'VARIABLE_Q', source: 'ERECTION' },
  other: { type: 'NOTDEFINED', source: 'NOTDEFINED' },
}

/** By the source alone; the first of those that share one. */
export const NATURE_OF_SOURCE: ReadonlyMap<string, Nature> = new Map(
  (Object.entries(ACTION_SOURCES) as [Nature, { source: string }][]) // its own keys
    .toReversed()
    .map(([nature, { source }]) => [source, nature]),
)
