import type { AnalysisSummary } from '#lib/statics/results/summary.ts'
import type { AnalysisAnswer } from './analysis-schema.ts'

/** A summary as a door tells it, and two of them beside each other. */

type Summary = AnalysisSummary & Pick<AnalysisAnswer, 'compared' | 'change'>
type SummaryAnswer = Omit<AnalysisAnswer, 'modelId' | 'revision'>

/** Room for the model's id and revision before it. */
const HEAD = 80

/**
 * As much of it as so many characters of JSON hold. Lists are cut first, then long ids; the figures stay. Of what is cut the first
 * ones are told, and how many there are.
 */
export function fitSummary(summary: Summary, characters: number): SummaryAnswer {
  const fits = (answer: SummaryAnswer) => JSON.stringify(answer).length + HEAD <= characters
  let answer: SummaryAnswer = summary
  for (const [cases, notes, mechanisms, hinges, ids] of CUTS) {
    if (fits(answer)) return answer
    answer = cut(summary, { cases, notes, mechanisms, hinges, ids })
  }
  return answer
}

/** Ever fewer of each: cases, notes, mechanisms, nodes and elements of a mechanism, and characters of an id. */
const CUTS = [
  [12, 8, 3, 5, 64],
  [6, 5, 2, 4, 40],
  [4, 4, 1, 3, 24],
  [2, 2, 1, 2, 16],
  [1, 1, 1, 1, 12],
] as const

type Sizes = { cases: number; notes: number; mechanisms: number; hinges: number; ids: number }

function cut(summary: Summary, sizes: Sizes): SummaryAnswer {
  const { cases, notes, mechanisms, modes, compared } = summary
  const short = <T>(value: T): T => shortened(value, sizes.ids)
  const more = (cases?.length ?? 0) - sizes.cases
  const moreNotes = (notes?.length ?? 0) - sizes.notes
  return {
    ...short(summary),
    ...(cases && { cases: short(cases.slice(0, sizes.cases)) }),
    ...(more > 0 && { moreCases: more }),
    ...(notes && {
      notes: [
        ...notes.slice(0, sizes.notes).map((note) => words(note, 3 * sizes.ids)),
        ...(moreNotes > 0 ? [`and ${moreNotes} more`] : []),
      ],
    }),
    ...(modes && { modes: modes.slice(0, 3) }),
    ...(mechanisms && {
      mechanisms: mechanisms.slice(0, sizes.mechanisms).map(({ message, nodes, elements, fix }) => ({
        message: words(message, 10 * sizes.ids),
        nodes: short(nodes.slice(0, sizes.hinges)),
        elements: short(elements.slice(0, sizes.hinges)),
        fix,
      })),
    }),
    ...(compared && { compared: { ...short(compared), ...(compared.modes && { modes: compared.modes.slice(0, 1) }) } }),
  }
}

const words = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** The same with every text at most so long, but for the words that say what the answer is. */
function shortened<T>(value: T, most: number): T {
  const walk = (one: unknown, key: string): unknown => {
    if (typeof one === 'string') return key === 'screening' || key === 'units' || key === 'stands' ? one : words(one, most)
    if (Array.isArray(one)) return one.map((each) => walk(each, key))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, each]) => [name, walk(each, name)]))
  }
  return walk(value, '') as T // texts stay texts
}

export function figuresOf({ stands, weight, reactions, displacement, deflection, drift, stress, modes }: AnalysisSummary) {
  return {
    stands,
    ...(weight && { weight }),
    ...(reactions && { reactions }),
    ...(displacement && { displacement }),
    ...(deflection && { deflection }),
    ...(drift && { drift }),
    ...(stress && { stress }),
    ...(modes && { modes }),
  }
}

/** Per cent; deflection and drift as how far it moves, of which the ratios are the inverse. */
export function compareFigures(before: AnalysisSummary, after: AnalysisSummary): Record<string, number> | undefined {
  const pairs: [string, number | undefined, number | undefined][] = [
    ['weight', before.weight?.mass, after.weight?.mass],
    ['displacement', before.displacement?.value, after.displacement?.value],
    ['deflection', inverse(before.deflection?.ratio), inverse(after.deflection?.ratio)],
    ['drift', inverse(before.drift?.ratio), inverse(after.drift?.ratio)],
    ['stress', size(before.stress?.stress), size(after.stress?.stress)],
    ['period', before.modes?.[0]?.period, after.modes?.[0]?.period],
  ]
  const change = pairs.flatMap(([name, from, to]) =>
    from === undefined || to === undefined || from === 0 ? [] : [[name, Number((100 * (to / from - 1)).toFixed(1)) + 0] as const],
  )
  return change.length > 0 ? Object.fromEntries(change) : undefined
}

const inverse = (ratio: number | undefined) => (ratio === undefined ? undefined : 1 / ratio)
const size = (value: number | undefined) => (value === undefined ? undefined : Math.abs(value))
