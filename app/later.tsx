'use client'

import dynamic from 'next/dynamic'

/**
 * What a page shows only where there is a model to show. What a page itself imports is sent for before that is known, and then its styles
 * would lie unused behind "Page not found".
 */
export const ModelView = dynamic(() => import('#viewer/model-view.tsx').then((viewer) => viewer.ModelView))
export const EmbedFrame = dynamic(() => import('./embed/[token]/embed-frame.tsx').then((frame) => frame.EmbedFrame))
