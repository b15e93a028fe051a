'use client'

import { useEffect, useRef } from 'react'
import styles from './sheets.module.css'
import { Tool } from './toolbar.tsx'

type Props = { svg: string | null; count: number; at: number; onShow: (at: number) => void }

/** A sheet in small, as it will be printed; of a set one after the other. */
export function SheetPreview({ svg, count, at, onShow }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const here = place.current
    if (!here) return
    here.replaceChildren()
    if (!svg) return
    const sheet = document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true)
    sheet.removeAttribute('width')
    sheet.removeAttribute('height')
    here.append(sheet)
  }, [svg])
  return (
    <div className={styles.preview}>
      <div ref={place} className={styles.sheet} data-empty={!svg} />
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
