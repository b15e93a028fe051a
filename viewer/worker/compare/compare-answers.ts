import type { Vec } from '#lib/model/shape/vector.ts'
import type { Up } from '#lib/model/up-axis.ts'
import { madeOnce } from '#lib/values/memoize-promise.ts'
import type { HeldModel } from '../held-model.ts'
import type { Loaders } from '../later-parts.ts'
import { inScaleOf } from '../match-scale.ts'
import type { ModelIndex } from '../model-index.ts'
import type { MeasuredAnswers } from '../properties/open-measured.ts'
import type { Answers, BuiltScene } from '../questions.ts'
import { hold, type ReadModel } from '../read-model.ts'
import { sceneSteps } from '../scene-steps.ts'
import type { Run } from '../steps.ts'
import { fileOf } from '../tables/table-file.ts'
import { CHANGE_HEADS } from './change-table.ts'

/** Ids of a line on paper. */
const NAMED = 6

type Opened = Extract<Awaited<ReturnType<typeof import('./comparison.ts').openComparison<BuiltScene>>>, { differences: unknown }>

type Compare = Pick<
  Answers,
  | 'compare'
  | 'changes'
  | 'differences'
  | 'sameChanges'
  | 'changeTable'
  | 'changeFile'
  | 'differencePlaces'
  | 'older'
  | 'describeOlder'
  | 'olderShown'
>

/** The model that is loaded beside another one, for as long as it is. */
export function comparisons(
  {
    read,
    run,
    loadComparison,
    loadMeasured,
    loadXlsx,
  }: Pick<Loaders, 'loadComparison' | 'loadMeasured' | 'loadXlsx'> & { read: ReadModel; run: Run },
  now: () => { model: HeldModel | null; origin: Vec | undefined; up: Up | null },
  index: () => ModelIndex,
): { answers: Compare; before: () => HeldModel | null; forget: () => void } {
  let opened: Opened | null = null
  let measured = madeOnce<MeasuredAnswers>()
  const compared = () => {
    if (!opened) throw new Error('nothing is compared')
    return opened
  }
  return {
    before: () => opened?.before ?? null,
    forget() {
      opened = null
      measured = madeOnce()
    },
    answers: {
      async compare({ source }) {
        if (!loadComparison) throw new Error('nothing is compared here')
        const [found, { openComparison }] = await Promise.all([read(source, true), loadComparison()])
        const { model, origin } = now()
        if (!model) throw new Error('no model yet')
        if (found.state === 'unchanged') return { state: 'away' }
        if (found.state !== 'read') return found
        const before = inScaleOf(await run(hold(found)), model)
        const make = () => run(sceneSteps(before.columns, origin, true))
        const comparison = await openComparison({ before, after: model, make, run, up: () => now().up })
        if (now().model === model && comparison.differences) {
          opened = comparison
          measured = madeOnce()
        }
        return comparison.answer
      },
      changes: ({ kind, from, count }) => compared().changes(kind, from, count),
      differences: ({ row, from, count }) => compared().differences(row, from, count),
      async changeTable({ most }) {
        return { heads: CHANGE_HEADS, ...(await compared().table(most, NAMED)) }
      },
      async changeFile(file) {
        const { rows } = await compared().table(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
        return fileOf(loadXlsx, file, { heads: CHANGE_HEADS, rows, totals: [] })
      },
      sameChanges: ({ row }) => compared().sameChange(row),
      differencePlaces: ({ row }) => compared().places(row, index()),
      older: ({ kind, index: k }) => compared().older(kind, k),
      async describeOlder({ kind, index: k }) {
        const { before } = compared()
        const older = await measured(async () => (await loadMeasured()).openMeasured(before.whole()))
        return older.describe(kind, k)
      },
      olderShown: (wanted) => compared().shown(wanted),
    },
  }
}
