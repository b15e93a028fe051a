import { plural } from '#lib/values/count-text.ts'

/** How large a model is, in a line: "3 frames · 1 area · 4 nodes". */
export const countsText = ({ frames, areas, nodes }: { frames: number; areas: number; nodes: number }) =>
  [plural(frames, 'frame'), ...(areas ? [plural(areas, 'area')] : []), plural(nodes, 'node')].join(' · ')
