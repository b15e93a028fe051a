import type { EXPLAIN_MESSAGE, READ_MESSAGE } from '#lib/mcp/protocol/large-message.ts'
import type { ANALYSE, ANALYSIS_ROWS } from '#lib/service/analyse-model.ts'
import type { ANALYSIS_COLUMNS } from '#lib/service/analysis-columns.ts'
import type { DRAW_VIEWS, WRITE_BCF } from '#lib/service/comments/export-bcf.ts'
import type { PLACE_VIEWPOINTS, READ_BCF } from '#lib/service/comments/import-bcf.ts'
import type { UNDER_SKETCHES } from '#lib/service/comments/sketched-elements.ts'
import type { FIND_NAMES } from '#lib/service/elements/names-in-model.ts'
import type { EXPORT } from '#lib/service/export-model.ts'
import type { IMPORT } from '#lib/service/import-file.ts'
import type { CHECK } from '#lib/service/model-check.ts'
import type { EDIT } from '#lib/service/model-edit.ts'
import type { QUERY } from '#lib/service/query-model.ts'
import type { EXPLAIN_BATCH, READ_BATCH, READ_FIELDS } from '#lib/service/read-batch.ts'
import type { PICTURE, SCENE, SELECT } from '#lib/service/whole-model.ts'
import type { BASE, RESTORE } from '#lib/storage/log/compaction.ts'
import type { RunnerOf } from '#lib/work/task.ts'

/**
 * What threads do, by the names of the tasks, which stand beside who wants them done. To add one: a `task` there, a pure function, and a
 * row here. Their files are loaded when first needed: the main thread loads none of them for long work.
 */

const batch = () => import('#lib/service/pack-batch.ts')
const message = () => import('#lib/mcp/advice/pack-message.ts')
const base = () => import('#lib/storage/log/pack-base.ts')
const model = () => import('#lib/service/model-tasks.ts')
const bcf = () => import('#lib/service/comments/bcf-tasks.ts')
const analysis = () => import('#lib/service/analysis-tasks.ts')

export const tasks: {
  read_batch: RunnerOf<typeof READ_BATCH>
  explain_batch: RunnerOf<typeof EXPLAIN_BATCH>
  read_fields: RunnerOf<typeof READ_FIELDS>
  read_message: RunnerOf<typeof READ_MESSAGE>
  explain_message: RunnerOf<typeof EXPLAIN_MESSAGE>
  find_names: RunnerOf<typeof FIND_NAMES>
  restore: RunnerOf<typeof RESTORE>
  base: RunnerOf<typeof BASE>
  edit: RunnerOf<typeof EDIT>
  check: RunnerOf<typeof CHECK>
  query: RunnerOf<typeof QUERY>
  select: RunnerOf<typeof SELECT>
  picture: RunnerOf<typeof PICTURE>
  scene: RunnerOf<typeof SCENE>
  export: RunnerOf<typeof EXPORT>
  import: RunnerOf<typeof IMPORT>
  draw_views: RunnerOf<typeof DRAW_VIEWS>
  write_bcf: RunnerOf<typeof WRITE_BCF>
  read_bcf: RunnerOf<typeof READ_BCF>
  place_viewpoints: RunnerOf<typeof PLACE_VIEWPOINTS>
  under_sketches: RunnerOf<typeof UNDER_SKETCHES>
  analyse: RunnerOf<typeof ANALYSE>
  analysis_rows: RunnerOf<typeof ANALYSIS_ROWS>
  analysis_columns: RunnerOf<typeof ANALYSIS_COLUMNS>
} = {
  read_batch: async (input, report) => (await batch()).readBatch(input, report),
  explain_batch: async (input) => (await batch()).explainBatch(input),
  read_fields: async (input) => (await batch()).readFields(input),
  read_message: async (input, report) => (await message()).readMessage(input, report),
  explain_message: async (input) => (await message()).explainMessage(input),
  find_names: async (input) => (await import('#lib/service/elements/find-names.ts')).findNames(input),
  restore: async (input, report) => (await base()).packBase(input, report),
  base: async (input, report) => (await base()).packBase(input, report),
  edit: async (input, report) => (await import('#lib/service/edit-model.ts')).editModel(input, report),
  check: async (input, report) => (await model()).checkModel(input, report),
  query: async (input, report) => (await model()).queryModel(input, report),
  select: async (input, report) => (await model()).selectElements(input, report),
  picture: async (input, report) => (await model()).drawPicture(input, report),
  scene: async (input, report) => (await model()).makeScene(input, report),
  export: async (input, report) => (await import('#lib/service/write-export.ts')).writeExport(input, report),
  import: async (input, report) => (await import('#lib/service/read-import.ts')).readImport(input, report),
  draw_views: async (input, report) => (await bcf()).drawViews(input, report),
  write_bcf: async (input, report) => (await bcf()).writeBcf(input, report),
  read_bcf: async (input, report) => (await bcf()).parseBcf(input, report),
  place_viewpoints: async (input, report) => (await bcf()).placeViewpoints(input, report),
  under_sketches: async (input, report) => (await import('#lib/service/comments/sketch-task.ts')).lookUnder(input, report),
  analyse: async (input, report) => (await analysis()).solveModel(input, report),
  analysis_rows: async (input, report) => (await analysis()).showRows(input, report),
  analysis_columns: async (input, report) => (await analysis()).showColumns(input, report),
}
