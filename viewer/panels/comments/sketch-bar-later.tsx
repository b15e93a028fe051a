'use client'

import { AtEdge, later } from '../part-later.tsx'

/** Fetched when it is first asked for: few sketch. */
export const SketchBar = later(() => import('./sketch-bar.tsx').then((found) => found.SketchBar), AtEdge)
