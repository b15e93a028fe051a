'use client'

import { useCallback, useEffect, useState } from 'react'
import type { ModelNote } from '#lib/model/notes.ts'
import { attempt } from '../../session/attempt.ts'
import type { Drawn } from '../../session/live-model.ts'
import type { ViewerSession } from '../../session/session.ts'
import { ELEMENT_KINDS, type ElementKind, type Facet, KIND_NAMES } from '../../worker/elements.ts'
import { Options } from '../fields.tsx'
import { Icon } from '../icon.tsx'
import styles from '../panel.module.css'
import { useStore } from '../use-store.ts'
import { flyToFound, OutlineFound } from './outline-found.tsx'
import { OutlineGroup } from './outline-group.tsx'
import { OutlineGroups } from './outline-groups.tsx'
import { OutlinePages } from './outline-pages.tsx'

type Grouping = 'elements' | Facet
const GROUPINGS: readonly (readonly [Grouping, string])[] = [
  ['elements', 'By element'],
  ['storey', 'By storey'],
  ['kind', 'By kind of structure'],
  ['section', 'By section'],
  ['material', 'By material'],
]

/** The model in words: every element the canvas shows, in groups, to search, walk through with the keyboard and select. */
export function ModelOutline({ session }: { session: ViewerSession }) {
  const drawn = useStore(session.model.state, (state) => state.drawn)
  const [query, setQuery] = useState('')
  const [by, setBy] = useState<Grouping>('elements')
  return (
    <div className={styles.outline}>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          type="search"
          value={query}
          placeholder="Name or role:beam"
          title='Part of an id, label or name; or a selection: role:column storey:"Level 2" section:HE* -on:A,D length:5.. kind:frame, or JSON as over REST and MCP'
          aria-label="Search the model"
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && void attempt(session, flyToFound(session, query))}
        />
        {!query && <Options aria-label="Group" value={by} options={GROUPINGS} onChange={setBy} />}
      </div>
      {!drawn ? null : query.trim() ? (
        <OutlineFound session={session} drawn={drawn} query={query} />
      ) : by === 'elements' ? (
        <ByElement session={session} drawn={drawn} />
      ) : (
        <OutlineGroups key={by} session={session} drawn={drawn} by={by} />
      )}
    </div>
  )
}

function ByElement({ session, drawn }: { session: ViewerSession; drawn: Drawn }) {
  const [open, setOpen] = useState<ElementKind | null>('frame')
  const selected = useStore(session.view, (state) => state.selected)
  const only = selected.length === 1 ? selected[0] : undefined
  // What is selected in the picture is shown here; afterwards any kind may be opened again.
  useEffect(() => {
    if (only) setOpen(only.kind)
  }, [only])
  const { counts } = drawn.summary
  const kinds = ELEMENT_KINDS.filter((kind) => counts[kind])
  const notes = drawn.summary.notes && <Notes notes={drawn.summary.notes} />
  if (!kinds.length)
    return (
      <>
        {notes}
        <p className={styles.empty}>Nothing yet. What is added over REST or MCP appears here and in the picture at once.</p>
      </>
    )
  return (
    <>
      {notes}
      {kinds.map((kind) => (
        <OutlineGroup
          key={kind}
          name={KIND_NAMES[kind][1]}
          count={counts[kind]}
          isOpen={open === kind}
          onTurn={() => setOpen(open === kind ? null : kind)}
        >
          <OfKind
            session={session}
            drawn={drawn}
            kind={kind}
            count={counts[kind]}
            reveal={only?.kind === kind ? only.index : undefined}
          />
        </OutlineGroup>
      ))}
    </>
  )
}

/** What those who write the model say of it; viewers and links see it too. */
function Notes({ notes }: { notes: readonly ModelNote[] }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <OutlineGroup name="Notes" count={notes.length} isOpen={isOpen} onTurn={() => setIsOpen(!isOpen)}>
      <ul className={styles.notes}>
        {notes.toReversed().map((note) => (
          <li key={`${note.at} ${note.text}`}>
            {note.text}
            <span className="muted">
              {note.by}, {note.at.slice(0, 10)}
            </span>
          </li>
        ))}
      </ul>
    </OutlineGroup>
  )
}

type OfKindProps = { session: ViewerSession; drawn: Drawn; kind: ElementKind; count: number; reveal: number | undefined }

function OfKind({ session, kind, ...rows }: OfKindProps) {
  const { ask } = session.model
  const read = useCallback((from: number, count: number) => ask('list', { kind, from, count }), [ask, kind])
  return <OutlinePages session={session} read={read} {...rows} />
}
