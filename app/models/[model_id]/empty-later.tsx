'use client'

import { later } from '#ui/later.tsx'

/** Most models have something in them, and do without what begins one. */
export const EmptyModel = later(() => import('./empty-model.tsx').then((found) => found.EmptyModel))
