import type { ToolNameStyle } from '#lib/access/tool-name-style.ts'
import type { COLOURINGS } from '#lib/model/colourings.ts'
import { styledName } from './tool-names.ts'

/** How the view in the conversation begins, and by which tools it reads. */

export const VIEWS_SHOWN = ['iso', 'plan', 'front', 'back', 'left', 'right'] as const

/** Elements in short: `f:B1,n:N7` (`lib/model/validate/refs-text.ts`). */
export type View = {
  dataTool: string
  pictureTool: string
  checkTool: string
  analysisTool: string
  commentsTool: string
  view: (typeof VIEWS_SHOWN)[number]
  colourBy: (typeof COLOURINGS)[number]
  highlight: string
  zoom: string
  isolate: string | null
  /** What of an analysis is shown, and of which load case the loads, in place of the model alone. */
  results?: object | undefined
  loads?: string | undefined
}

const WHOLE: Omit<View, 'dataTool' | 'pictureTool' | 'checkTool' | 'analysisTool' | 'commentsTool'> = {
  view: 'iso',
  colourBy: 'kind',
  highlight: '',
  zoom: '',
  isolate: null,
}

/** Tools by the names that this connection was told: hosts compare them with their list. */
export const shownView = (style: ToolNameStyle, shown = WHOLE): View => ({
  dataTool: styledName('service.read_view_data', style),
  pictureTool: styledName('service.render_model', style),
  checkTool: styledName('service.check_model', style),
  analysisTool: styledName('service.analyse_model', style),
  commentsTool: styledName('service.list_comments', style),
  ...shown,
})
