'use client'

import { later } from '../part-later.tsx'

/** Fetched when it is first opened: it needs the network anyway, for what it shows. */
export const CommentsPanel = later(() => import('./comments-panel.tsx').then((found) => found.CommentsPanel))
