import { analyseModelTool } from './analysis-tool.ts'
import { readViewDataTool, showModelTool } from './app-tools.ts'
import { addCommentTool, listCommentsTool, resolveCommentTool } from './comment-tools.ts'
import { addModelElements, editModelTool, removeModelElements } from './element-tools.ts'
import { exportModelTool, importModelTool } from './file-tools.ts'
import { createModelTool, deleteModelTool, duplicateModelTool, listModelsTool } from './model-tools.ts'
import { renderModelTool } from './picture-tool.ts'
import { findSectionsTool } from './profile-tools.ts'
import { listActivityTool, listChangesTool, restoreRevisionTool } from './revision-tools.ts'
import type { ToolEntry } from './tool.ts'
import { byEitherName } from './tool-names.ts'
import { checkModelTool, getViewerModel, queryModelTool } from './viewer-tools.ts'

/**
 * Every tool, in the order in which they are listed: the specification's three, then ours. To add one: a `tool({…})` in the file
 * of its subject, its name here; the tests beside it ask for the rest. `npm run golden -- lib/mcp/tools` rewrites what clients are told.
 */
export const tools: readonly ToolEntry[] = [
  createModelTool,
  addModelElements,
  getViewerModel,
  listModelsTool,
  queryModelTool,
  checkModelTool,
  analyseModelTool,
  renderModelTool,
  editModelTool,
  removeModelElements,
  listChangesTool,
  restoreRevisionTool,
  duplicateModelTool,
  deleteModelTool,
  exportModelTool,
  importModelTool,
  listActivityTool,
  listCommentsTool,
  addCommentTool,
  resolveCommentTool,
  findSectionsTool,
  showModelTool,
  readViewDataTool,
]

const byName = byEitherName(tools)

export const toolNamed = (name: unknown): ToolEntry | undefined => (typeof name === 'string' ? byName.get(name) : undefined)
