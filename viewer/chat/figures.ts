import { isDictionary } from '#lib/values/dictionary.ts'

/** The summary of an analysis (`service.analyse_model`) in a few lines: whether it stands, and the five figures asked for first. */
export function figureLines(summary: Record<string, unknown>): string[] {
  const { stands, screening, units, mechanisms } = summary
  const banner = typeof screening === 'string' ? [`Screening: ${screening}`] : []
  if (stands !== 'yes') {
    const [first]: unknown[] = Array.isArray(mechanisms) ? mechanisms : []
    const message = isDictionary(first) && typeof first.message === 'string' ? first.message : 'It moves.'
    return [stands === 'no' ? `Does not stand. ${message}` : message, ...banner]
  }
  const length = typeof units === 'string' ? (/, ([^;]*);/.exec(units)?.[1] ?? '') : ''
  const { displacement, deflection, drift, stress, modes } = summary
  const [mode]: unknown[] = Array.isArray(modes) ? modes : []
  const figures = [
    part(displacement, 'value', (value) => `Moves at most ${value} ${length}`.trim()),
    part(deflection, 'ratio', (ratio) => `Deflection L/${ratio}`),
    part(drift, 'ratio', (ratio) => `Drift h/${ratio}`),
    part(stress, 'ratio', (ratio) => `Stress ${ratio} of yield`) || part(stress, 'stress', (value) => `Stress ${value} MPa`),
    part(mode, 'period', (period) => `First period ${period} s`),
  ]
  return ['Stands.', ...figures.filter(Boolean), ...banner]
}

/** `Deflection L/412 (B12, ULS)`; empty where there is none. */
function part(figure: unknown, key: string, words: (value: number) => string): string {
  if (!isDictionary(figure) || typeof figure[key] !== 'number') return ''
  const where = [figure.storey ?? figure.id, figure.case].filter((one) => typeof one === 'string')
  return `${words(figure[key])}${where.length > 0 ? ` (${where.join(', ')})` : ''}`
}
