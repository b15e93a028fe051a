import { expect, it } from 'vitest'
import { EXPLAIN_MESSAGE, READ_MESSAGE } from '#lib/mcp/protocol/large-message.ts'
import { ANALYSE, ANALYSIS_ROWS } from '#lib/service/analyse-model.ts'
import { ANALYSIS_COLUMNS } from '#lib/service/analysis-columns.ts'
import { DRAW_VIEWS, WRITE_BCF } from '#lib/service/comments/export-bcf.ts'
import { PLACE_VIEWPOINTS, READ_BCF } from '#lib/service/comments/import-bcf.ts'
import { UNDER_SKETCHES } from '#lib/service/comments/sketched-elements.ts'
import { FIND_NAMES } from '#lib/service/elements/names-in-model.ts'
import { EXPORT } from '#lib/service/export-model.ts'
import { IMPORT } from '#lib/service/import-file.ts'
import { CHECK } from '#lib/service/model-check.ts'
import { EDIT } from '#lib/service/model-edit.ts'
import { QUERY } from '#lib/service/query-model.ts'
import { EXPLAIN_BATCH, READ_BATCH, READ_FIELDS } from '#lib/service/read-batch.ts'
import { PICTURE, SCENE, SELECT } from '#lib/service/whole-model.ts'
import { BASE, RESTORE } from '#lib/storage/log/compaction.ts'
import { tasks } from './tasks.ts'

it('has a row for each task, under its name', () => {
  const batches = { read_batch: READ_BATCH, explain_batch: EXPLAIN_BATCH, read_fields: READ_FIELDS }
  const messages = { read_message: READ_MESSAGE, explain_message: EXPLAIN_MESSAGE, find_names: FIND_NAMES }
  const bases = { restore: RESTORE, base: BASE }
  const models = { edit: EDIT, check: CHECK, query: QUERY, select: SELECT, picture: PICTURE, scene: SCENE }
  const files = { export: EXPORT, import: IMPORT }
  const comments = {
    draw_views: DRAW_VIEWS,
    write_bcf: WRITE_BCF,
    read_bcf: READ_BCF,
    place_viewpoints: PLACE_VIEWPOINTS,
    under_sketches: UNDER_SKETCHES,
  }
  const analyses = { analyse: ANALYSE, analysis_rows: ANALYSIS_ROWS, analysis_columns: ANALYSIS_COLUMNS }
  const rows = Object.entries({
    ...files,
    ...batches,
    ...messages,
    ...bases,
    ...models,
    ...comments,
    ...analyses,
  } satisfies Record<keyof typeof tasks, { name: string }>)
  expect(rows.map(([name]) => name).toSorted()).toEqual(Object.keys(tasks).toSorted())
  for (const [name, task] of rows) expect(task.name).toBe(name)
})
