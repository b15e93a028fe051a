'use client'

import { AtEdge, later } from '../part-later.tsx'

/** Few look at loads: it is fetched when it is first shown. */
export const LoadsBar = later(() => import('./loads-bar.tsx').then((found) => found.LoadsBar), AtEdge)
