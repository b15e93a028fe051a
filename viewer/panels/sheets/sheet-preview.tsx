'use client'

import { useEffect, useRef } from 'react'
import { Tool } from '../bars/toolbar.tsx'
import { NoAnswer } from '../request-result.tsx'
import styles from './sheets.module.css'
import type { Preview } from './use-sheet-preview.ts'

type Props = Pick<Preview, 'sheet' | 'request'> & { count: number; at: number; onShow: (index: number) => void }

/** A sheet in small, as it will be printed; of a set one after the other. */
export function SheetPreview({ sheet, request, count, at, onShow }: Props) {
  const svg = sheet?.svg ?? null
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const here = place.current
    if (!here) return
    here.replaceChildren()
    if (!svg) return
    const drawn = document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true)
    drawn.removeAttribute('width')
    drawn.removeAttribute('height')
    // A picture holds no links: they are the printed sheet's.
    for (const link of drawn.querySelectorAll('a')) link.replaceWith(...link.childNodes)
    here.append(drawn)
  }, [svg])
  return (
    <div className={styles.preview}>
      <div ref={place} className={styles.sheet} data-empty={!svg} />
      <NoAnswer request={request} what={request.face === 'failed' ? 'This sheet could not be drawn.' : ''} />
      {count > 1 && (
        <p className={styles.steps}>
          <Tool icon="back" label="The sheet before" isOff={at <= 0} onPress={() => onShow(at - 1)} />
          {`${at + 1} of ${count}`}
          <Tool icon="next" label="The next sheet" isOff={at >= count - 1} onPress={() => onShow(at + 1)} />
        </p>
      )}
    </div>
  )
}
