import { z } from 'zod'
import type { ToolNameStyle } from '#lib/access/tool-name-style.ts'
import { COLOURINGS } from '#lib/model/colourings.ts'
import { styledName } from './tool-names.ts'

/** How the view in the conversation begins, and by which tools it reads. */

export const VIEWS_SHOWN = ['iso', 'plan', 'front', 'back', 'left', 'right'] as const

/** Elements in short: `f:B1,n:N7` (`lib/model/validate/refs-text.ts`). */
export const View = z.object({
  dataTool: z.string(),
  pictureTool: z.string(),
  checkTool: z.string(),
  view: z.enum(VIEWS_SHOWN),
  colourBy: z.enum(COLOURINGS),
  highlight: z.string(),
  zoom: z.string(),
  isolate: z.string().nullable(),
})
export type View = z.output<typeof View>

export const WHOLE: Omit<View, 'dataTool' | 'pictureTool' | 'checkTool'> = {
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
  ...shown,
})
