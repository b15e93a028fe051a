'use client'

import { useEffect, useRef, useState } from 'react'
import { grouped } from '#lib/values/count-text.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import styles from './bench.module.css'
import { CONTENDERS, markdownOf, type Results, tableOf } from './bench-text.ts'
import type { Contender } from './run.ts'

const SIZES = [1000, 10_000, 100_000, 1_000_000, 10_000_000] as const
/** Beyond it the instanced meshes take minutes to pick and gigabytes to hold. */
const MOST_INSTANCED = 1_000_000
/** From here on the machine is asked for much, and its owner first. */
const ASKS_FROM = 10_000_000

export function Bench() {
  const [frames, setFrames] = useState<number>(100_000)
  const [isConfirming, setConfirming] = useState(false)
  const [doing, setDoing] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [all, setAll] = useState<ReadonlyMap<number, Results>>(new Map())
  const stage = useRef<HTMLDivElement>(null)

  async function start() {
    setConfirming(false)
    setFailure(undefined)
    const results: Results = {}
    try {
      // three and the viewer come when they are wanted.
      const { run } = await import('./run.ts')
      const contenders: Contender[] = frames > MOST_INSTANCED ? ['viewer'] : ['viewer', 'instanced']
      for (const contender of contenders) {
        const place = document.createElement('div')
        stage.current?.replaceChildren(place)
        place.className = styles.picture ?? ''
        const says = (what: string) => setDoing(`${CONTENDERS[contender]}, ${grouped(frames)} frames: ${what}…`)
        results[contender] = await run(contender, frames, place, says)
        setAll((before) => new Map(before).set(frames, { ...results }))
      }
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
    stage.current?.replaceChildren()
    setDoing(undefined)
  }

  return (
    <>
      <fieldset className={styles.sizes} disabled={doing !== undefined}>
        <legend>Frames</legend>
        {SIZES.map((size) => (
          <label key={size}>
            <input type="radio" name="frames" checked={frames === size} onChange={() => setFrames(size)} />
            {grouped(size)}
          </label>
        ))}
      </fieldset>
      <div className={styles.actions}>
        <Button
          look="primary"
          busy={doing !== undefined}
          onClick={() => (frames >= ASKS_FROM ? setConfirming(true) : void start())}
        >
          Run
        </Button>
        {all.size > 0 && !doing && <CopyButton text={markdownOf(all)} label="Copy as Markdown" />}
        <p role="status" className={styles.doing}>
          {doing}
        </p>
      </div>
      {failure && <Notice tone="danger">It did not run to the end: {failure}</Notice>}
      <Stage isRunning={doing !== undefined} stage={stage} />
      {[...all].map(([size, results]) => (
        <ResultTable key={size} frames={size} results={results} />
      ))}
      {isConfirming && (
        <Dialog title="Ten million frames?" onClose={() => setConfirming(false)}>
          <p>
            They need about 0.9 GB of memory and some of the graphics card&rsquo;s. The page may stand still for a minute, and on
            a small machine the browser may close it. They are drawn by the viewer alone.
          </p>
          <DialogActions>
            <Button onClick={() => setConfirming(false)}>Cancel</Button>
            <Button look="primary" onClick={() => void start()}>
              Draw them
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

/** Always 1280 × 720, so that figures compare; shown smaller where the page is narrower. */
function Stage({ isRunning, stage }: { isRunning: boolean; stage: React.RefObject<HTMLDivElement | null> }) {
  const frame = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setScale(Math.min(1, (entry?.contentRect.width ?? 1280) / 1280)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className={styles.frame} hidden={!isRunning} style={{ height: 720 * scale }}>
      <div ref={stage} className={styles.stage} style={{ transform: `scale(${scale})` }} />
    </div>
  )
}

function ResultTable({ frames, results }: { frames: number; results: Results }) {
  const { heads, rows } = tableOf(results)
  return (
    <section className={styles.result}>
      <h2>{grouped(frames)} frames</h2>
      <p className="muted small">{Object.values(results)[0]?.renderer}</p>
      <div className={styles.scroll}>
        <PlainTable heads={['', ...heads]} rows={rows.map(({ what, cells }) => ({ key: what, head: what, cells }))} />
      </div>
    </section>
  )
}
