'use client'

import { type DrawnOutline, sectionDrawing } from '#lib/drawing/section-drawing.ts'
import { inUnit } from '#lib/model/measures.ts'
import type { LengthDisplay, LengthUnit } from '#lib/model/units.ts'
import styles from './section-picture.module.css'

type Props = { drawn: DrawnOutline; unit: LengthUnit | undefined; display: LengthDisplay }

/** Rolled and folded sections have roundings that the outline does not. */
const ROUNDED = ['i_wide_flange', 'channel', 'angle']

/** The section with its sizes, as on a drawing; seen from the start node. */
export function SectionPicture({ drawn, unit, display }: Props) {
  const { unit: sizes, factor } = inUnit('size', unit, display)
  const sizeText = (size: number) => String(Number((size * factor).toPrecision(4)))
  const drawing = sectionDrawing(drawn, sizeText)
  if (!drawing) return null
  const { width, height, path, lines, texts, centroid, origin, node } = drawing
  const named = Object.entries(drawn.sizes).map(([name, size]) => `${name} ${sizeText(size)}`)
  const isRounded = ROUNDED.includes(drawn.type ?? '') || (drawn.type === 'rectangular' && drawn.hole !== null)
  return (
    <figure className={styles.figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`The section, with its sizes: ${named.join(', ') || 'a free outline'}`}
      >
        <path className={styles.body} d={path} fillRule="evenodd" />
        {lines.map(({ from, to, kind }, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names, and never move
          <line key={k} className={styles[kind]} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
        ))}
        {centroid && (
          <path className={styles.centroid} d={`M${centroid.x - 4} ${centroid.y}h8M${centroid.x} ${centroid.y - 4}v8`} />
        )}
        <circle className={styles.origin} cx={origin.x} cy={origin.y} r={3.5} />
        {node && <circle className={styles.node} cx={node.x} cy={node.y} r={2.6} />}
        {texts.map(({ at, text, anchor, kind }) => (
          <text
            key={`${text} ${at.x} ${at.y}`}
            className={kind === 'axis' ? styles.axisName : styles.text}
            x={at.x}
            y={at.y}
            textAnchor={anchor}
          >
            {text}
          </text>
        ))}
      </svg>
      <figcaption>
        {sizes && `Sizes in ${sizes}. `}
        {centroid && (
          <span className={styles.key}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <path className={styles.centroid} d="M1 5h8M5 1v8" />
            </svg>
            centroid
          </span>
        )}{' '}
        <span className={styles.key}>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <circle className={styles.origin} cx={5} cy={5} r={3.5} />
          </svg>
          origin
        </span>{' '}
        {node && (
          <span className={styles.key}>
            <svg viewBox="0 0 10 10" aria-hidden="true">
              <circle className={styles.node} cx={5} cy={5} r={2.6} />
            </svg>
            line of nodes
          </span>
        )}
        {isRounded && <span className={styles.sharp}>Sharp corners: up to 5 % below tables.</span>}
      </figcaption>
    </figure>
  )
}
