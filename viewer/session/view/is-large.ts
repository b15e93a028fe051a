import type { ViewState } from './view-state.ts'

/** From here on the picture is drawn without multisampling: its own edges and strips are smooth, and it is quicker by half. */
export const isLarge = ({ frames, areas }: { frames: number; areas: number }) => frames + 4 * areas > 60_000

export const isSmooth = ({ quality }: Pick<ViewState, 'quality'>, isLarge: boolean) => !isLarge || quality === 'full'
