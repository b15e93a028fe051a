'use client'

import { useEffect, useRef } from 'react'
import { asHex } from '#lib/drawing/palette.ts'
import { sketchColour } from '#lib/drawing/sketch.ts'
import type { SketchShape } from '#lib/schema/comment-bodies.ts'
import { SKETCH_COLOURS } from '#lib/schema/comment-words.ts'
import { attempt } from '../../session/attempt.ts'
import {
  changeSketching,
  endDrawing,
  MOST_SHAPES,
  MOST_WORDS,
  placeForWords,
  placeNow,
  undoShape,
} from '../../session/comments/sketch.ts'
import type { ViewerSession } from '../../session/session.ts'
import { openView } from '../../session/view/saved-views.ts'
import { useStore } from '../use-store.ts'
import { addText } from './draw-shape.ts'
import styles from './sketch-bar.module.css'
import { useOpenSketch } from './use-open-sketch.ts'

const TOOLS: readonly (readonly [SketchShape['type'], string, string])[] = [
  ['cloud', 'Cloud', 'Drag from corner to corner'],
  ['arrow', 'Arrow', 'Drag from tail to tip'],
  ['line', 'Line', 'Draw it'],
  ['text', 'Text', 'Type it, then press where it goes; Enter puts it beside the selection, or in the middle'],
]

/** What sketching needs, over the picture; of a sketch that is open the way back to where it was made. */
export function SketchBar({ session }: { session: ViewerSession }) {
  const isDrawing = useStore(session.comments, ({ sketching }) => sketching?.isDrawing === true)
  const isAway = useStore(session.comments, ({ isSketchAway }) => isSketchAway)
  const isSaid = useStore(session.comments, ({ sketching }) => sketching === null)
  const sketch = useOpenSketch(session)
  if (!sketch) return null
  if (!isAway) return isDrawing && <SketchTools session={session} />
  const goBack = () => {
    const { view: query, viewport } = sketch
    void attempt(
      session,
      openView(session, { query, viewport }).then((says) => says && session.say(says)),
    )
  }
  return (
    <section className={styles.bar} aria-label="Sketch">
      <p role="status">{isSaid ? 'The sketch of this comment' : 'Your sketch'} lies over another view.</p>
      <button type="button" onClick={goBack}>
        Back to the sketch
      </button>
    </section>
  )
}

function SketchTools({ session }: { session: ViewerSession }) {
  const sketching = useStore(session.comments, (state) => state.sketching)
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    bar.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('textarea, input') !== null
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !isTyping
      // The view is held: no key of the picture acts.
      if (!isTyping || event.key === 'Escape') event.stopPropagation()
      if (!isUndo && event.key !== 'Escape') return
      event.preventDefault()
      if (isUndo) undoShape(session)
      else endDrawing(session)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      document.querySelector<HTMLElement>('form[aria-label="New comment"] [data-sketch]')?.focus()
    }
  }, [session])
  if (!sketching) return null
  const { tool, colour, words, sketch } = sketching
  const isFull = sketch.shapes.length >= MOST_SHAPES
  const place = placeNow(session, sketch)
  const addWords = () => place && words.trim() && addText(session, words.trim(), placeForWords(session, sketch, place))
  return (
    <section ref={bar} className={styles.bar} aria-label="Sketch">
      <fieldset className={styles.group}>
        <legend className="visually-hidden">What is drawn</legend>
        {TOOLS.map(([key, word, title]) => (
          <button
            key={key}
            type="button"
            title={title}
            aria-pressed={tool === key}
            onClick={() => changeSketching(session, { tool: key })}
          >
            {word}
          </button>
        ))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className="visually-hidden">Colour</legend>
        {SKETCH_COLOURS.map((key) => (
          <button
            key={key}
            type="button"
            className={styles.colour}
            aria-label={key}
            title={key}
            aria-pressed={colour === key}
            style={{ '--ink': asHex(sketchColour(key)) } as React.CSSProperties}
            onClick={() => changeSketching(session, { colour: key })}
          />
        ))}
      </fieldset>
      {tool === 'text' && (
        <form
          className={styles.words}
          onSubmit={(event) => {
            event.preventDefault()
            addWords()
          }}
        >
          <input
            value={words}
            maxLength={MOST_WORDS}
            aria-label="Text to put on the picture"
            placeholder="Type, then press where"
            // biome-ignore lint/a11y/noAutofocus: it is what the tool that was pressed asks for
            autoFocus
            disabled={isFull}
            onChange={({ target }) => changeSketching(session, { words: target.value })}
          />
          <button type="submit" disabled={!words.trim() || isFull}>
            Add
          </button>
        </form>
      )}
      <div className={styles.group}>
        <button type="button" title="Undo (Ctrl+Z)" disabled={sketch.shapes.length === 0} onClick={() => undoShape(session)}>
          Undo
        </button>
        <button type="button" title="Done (Esc)" className={styles.done} onClick={() => endDrawing(session)}>
          Done
        </button>
      </div>
      <p role="status" className={isFull ? styles.full : 'visually-hidden'}>
        {isFull ? `A sketch has at most ${MOST_SHAPES} marks.` : `${sketch.shapes.length} drawn`}
      </p>
    </section>
  )
}
