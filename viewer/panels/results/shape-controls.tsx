import { roundedScale } from '#lib/drawing/results/deflected-shape.ts'
import panel from '../panel.module.css'
import styles from './results.module.css'

type Props = {
  auto: number
  /** Null: the one at which the largest motion is 5 % of the diagonal. */
  scale: number | null
  onScale: (scale: number | null) => void
  isPlaying: boolean
  /** Null where nothing moves for this reader. */
  onPlay: ((isPlaying: boolean) => void) | null
  isCompared: boolean
  /** A mode or a mechanism, whose size means nothing. */
  isMotion: boolean
}

/** How many times larger than they are motions are drawn, and whether they swing. */
export function ShapeControls({ auto, scale, onScale, isPlaying, onPlay, isCompared, isMotion }: Props) {
  const now = scale ?? auto
  const [low, high] = isMotion ? [0.2 * auto, 5 * auto] : [Math.min(1, auto), 10 * Math.max(1, auto)]
  return (
    <>
      <label className={styles.line}>
        <span>{isMotion ? 'Size' : `Scale × ${roundedScale(now)}`}</span>
        <input
          type="range"
          min={Math.log10(low)}
          max={Math.log10(high)}
          step="any"
          value={Math.log10(now)}
          aria-valuetext={`${roundedScale(now)} times`}
          onChange={({ target }) => onScale(10 ** Number(target.value))}
        />
      </label>
      <p className={styles.line}>
        {!isMotion && (
          <button type="button" className={panel.small} aria-pressed={scale === 1} onClick={() => onScale(1)}>
            True scale
          </button>
        )}
        <button type="button" className={panel.small} aria-pressed={scale === null} onClick={() => onScale(null)}>
          Auto
        </button>
        {onPlay && (
          <button type="button" className={panel.small} onClick={() => onPlay(!isPlaying)}>
            {isPlaying ? 'Pause' : 'Play'}
          </button>
        )}
        {isCompared && <span className="muted">blue this revision, orange the earlier one</span>}
      </p>
    </>
  )
}
