'use client'

import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'

/** What stands around a page. In a frame of another site nothing does: there the page is the picture. */
export function Around({ children }: { children: ReactNode }) {
  return useSelectedLayoutSegment() === 'embed' ? null : children
}
