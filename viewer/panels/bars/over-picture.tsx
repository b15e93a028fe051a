'use client'

import type { ViewerSession } from '../../session/session.ts'
import { CompareLine } from '../compare/compare-line.tsx'
import { LevelList } from '../outline/level-list.tsx'
import { HoverCard } from './hover-card.tsx'
import { MeasurePreview } from './measure-preview.tsx'

/** What comes and goes over the picture with the pointer, and with a comparison. */
export function OverPicture({ session }: { session: ViewerSession }) {
  return (
    <>
      <HoverCard session={session} />
      <MeasurePreview session={session} />
      <LevelList session={session} />
      <CompareLine session={session} />
    </>
  )
}
