/** The words of loads. New words come last: the scene file knows them by their place. */

export const LOAD_TYPES = ['force', 'displacement', 'distributed', 'point', 'temperature', 'pressure'] as const
export const LOAD_AXES = ['global', 'local', 'projected'] as const
export const LOAD_SPREADS = ['two-way', 'one-way'] as const
