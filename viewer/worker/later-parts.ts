import type { ModelColumns } from '#lib/model/columns.ts'
import type { Vec } from '#lib/model/shape/vector.ts'
import type { Up } from '#lib/model/up-axis.ts'
import type { ViewerModel } from '#lib/schema/schema.ts'
import { madeOnce } from '#lib/values/memoize-promise.ts'
import type { HeldModel } from './held-model.ts'
import type { LoadAnswers } from './loads/loads.ts'
import type { ModelIndex } from './model-index.ts'
import type { MeasuredAnswers } from './properties/open-measured.ts'
import type { Selections } from './selections.ts'
import type { Sheets } from './sheets.ts'
import type { LoadXlsx } from './tables/table-file.ts'

/** What fetches what the picture needs none of. */
export type Loaders = {
  /** Comes when the first element or table is looked at. */
  loadMeasured: () => Promise<Pick<typeof import('./properties/open-measured.ts'), 'openMeasured'>>
  /** The same for workbooks, where files can be saved. */
  loadXlsx?: LoadXlsx
  /** The same for drawings on paper; where nothing can be printed there are none. */
  loadSheets?: () => Promise<Pick<typeof import('./sheets.ts'), 'sheetsOf'>>
  /** The same for two revisions beside each other, where there are any. */
  loadComparison?: (() => Promise<Pick<typeof import('./compare/comparison.ts'), 'openComparison'>>) | undefined
  /** The same for selections that are typed into the search; without it names alone are looked for. */
  loadSelections?: () => Promise<Pick<typeof import('./selections.ts'), 'selectionsOf'>>
}

/** What fetches what few models have, and what is not fetched ahead of that. */
export type SeldomLoaders = {
  /** Comes when loads are first drawn. */
  loadLoads?: () => Promise<Pick<typeof import('./loads/loads.ts'), 'openLoads'>>
  /** The same for results of an analysis. */
  loadResults?: () => Promise<Pick<typeof import('./results/place-results.ts'), 'placeResults'>>
}

/** What is made of one model when it is first asked for. */
export function laterParts({ loadMeasured, loadXlsx, loadSelections, loadSheets, loadLoads }: Loaders & SeldomLoaders) {
  const [measured, selections, loads] = [madeOnce<MeasuredAnswers>(), madeOnce<Selections>(), madeOnce<LoadAnswers>()]
  let sheets = madeOnce<Sheets>()
  return {
    measured: (model: ViewerModel): Promise<MeasuredAnswers> =>
      measured(async () => (await loadMeasured()).openMeasured(model, loadXlsx)),
    /** Null where only names are looked for. */
    selections: (model: ViewerModel): Promise<Selections> | null =>
      loadSelections ? selections(async () => (await loadSelections()).selectionsOf(model)) : null,
    sheets(model: ModelColumns, index: ModelIndex, up: Up | null): Promise<Sheets> {
      if (!loadSheets) throw new Error('no sheets here')
      return sheets(async () => (await loadSheets()).sheetsOf(model, index, up))
    },
    /** `origin`: of the scene. */
    loads(held: HeldModel, origin: Vec): Promise<LoadAnswers> {
      if (!loadLoads) throw new Error('no loads here')
      return loads(async () => (await loadLoads()).openLoads(held, origin))
    },
    /** Another way up: plans and levels are others. */
    turned() {
      sheets = madeOnce()
    },
  }
}
