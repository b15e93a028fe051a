import { isDictionary } from '#lib/values/dictionary.ts'

/** A number that was found, and where: `L/412`, `B12, ULS`. */
export type Figure = { name: string; value: string; where: string }
/** The summary of an analysis (`service.analyse_model`) in short. */
export type Figures = { verdict: string; rows: readonly Figure[]; banner: string }

/** Whether it stands, and the five figures asked for first. */
export function figuresIn(summary: Record<string, unknown>): Figures {
  const { stands, screening, units, mechanisms } = summary
  const banner = typeof screening === 'string' ? `Screening: ${screening}` : ''
  if (stands !== 'yes') {
    const [first]: unknown[] = Array.isArray(mechanisms) ? mechanisms : []
    const message = isDictionary(first) && typeof first.message === 'string' ? first.message : 'It moves.'
    return { verdict: stands === 'no' ? `Does not stand. ${message}` : message, rows: [], banner }
  }
  const length = typeof units === 'string' ? (/, ([^;]*);/.exec(units)?.[1] ?? '') : ''
  const { displacement, deflection, drift, stress, modes } = summary
  const [mode]: unknown[] = Array.isArray(modes) ? modes : []
  const ofYield = figure('Stress', stress, 'ratio', (ratio) => `${ratio} of yield`)
  return {
    verdict: 'Stands.',
    rows: [
      ...figure('Nodes move', displacement, 'value', (value) => `${value} ${length}`.trim()),
      ...figure('Deflection', deflection, 'ratio', (ratio) => `L/${ratio}`),
      ...figure('Drift', drift, 'ratio', (ratio) => `h/${ratio}`),
      ...(ofYield.length > 0 ? ofYield : figure('Stress', stress, 'stress', (value) => `${value} MPa`)),
      ...figure('First period', mode, 'period', (period) => `${period} s`),
    ],
    banner,
  }
}

/** None where there is no such number. */
function figure(name: string, found: unknown, key: string, words: (value: number) => string): Figure[] {
  if (!isDictionary(found) || typeof found[key] !== 'number') return []
  const where = [found.storey ?? found.id, found.case].filter((one) => typeof one === 'string')
  return [{ name, value: words(found[key]), where: where.join(', ') }]
}
