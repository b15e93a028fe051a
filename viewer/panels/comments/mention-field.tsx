import { type KeyboardEvent, type TextareaHTMLAttributes, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { findMentioned, type Mentionable, mentionAt } from '../../session/comments/mentions.ts'
import styles from './comments-panel.module.css'
import own from './mention-field.module.css'
import type { Mentions } from './use-mentions.ts'

type Props = Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'placeholder' | 'aria-label'> & {
  value: string
  onChange: (text: string) => void
  mentions: Mentions
  /** The field has the focus when it comes. */
  isFirst?: boolean
}

const MOST_CHARACTERS = 10_000
const MOST_SHOWN = 6

/**
 * The text of a comment. Behind an @ a list below it has those who can be mentioned: arrows choose, Enter or Tab takes one, Escape closes it. As
 * WAI-ARIA's combobox with a list, but for that role itself: ARIA in HTML allows a field of several lines none but its own.
 */
export function MentionField({ value, onChange, mentions, isFirst = false, ...props }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [caret, setCaret] = useState(0)
  const [hasFocus, setFocus] = useState(false)
  const [chosen, setChosen] = useState(0)
  /** Where the @ stands of a list that was closed. */
  const [closed, setClosed] = useState<number | null>(null)
  const caretToBe = useRef<number | null>(null)
  useEffect(() => {
    if (isFirst) field.current?.focus()
  }, [isFirst])
  useLayoutEffect(() => {
    void value
    if (caretToBe.current === null) return
    field.current?.setSelectionRange(caretToBe.current, caretToBe.current)
    caretToBe.current = null
  }, [value])

  const mention = hasFocus ? mentionAt(value, caret) : null
  const isWanted = mention !== null && mention.start !== closed
  const all = isWanted ? findMentioned(mentions.people, mention.sought) : []
  const found = all.slice(0, MOST_SHOWN)
  const active = Math.min(chosen, found.length - 1)
  const follow = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    setCaret(selectionStart === selectionEnd ? selectionEnd : 0)
    if (mentionAt(value, selectionEnd)?.start !== closed) setClosed(null)
  }
  const pick = (person: Mentionable) => {
    if (!mention) return
    const written = `@${person.word} `
    caretToBe.current = mention.start + written.length
    setClosed(mention.start)
    setCaret(caretToBe.current)
    mentions.onPick(person)
    onChange(`${value.slice(0, mention.start)}${written}${value.slice(caret).replace(/^ /, '')}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const person = found[active]
    if (!person || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen((active + step + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) pick(person)
    else if (event.key === 'Escape') setClosed(mention?.start ?? null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.form}>
      <textarea
        {...props}
        ref={field}
        value={value}
        maxLength={MOST_CHARACTERS}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={found.length > 0 ? list : undefined}
        aria-activedescendant={found.length > 0 ? `${list}-${active}` : undefined}
        onChange={({ target }) => {
          setChosen(0)
          setCaret(target.selectionEnd)
          onChange(target.value)
        }}
        onSelect={({ currentTarget }) => follow(currentTarget)}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 && <People id={list} found={found} active={active} onPick={pick} />}
      {all.length > found.length && <p className={styles.by}>and {all.length - found.length} more: write on to find them</p>}
      <p role="status" className={isWanted && mentions.says ? styles.by : 'visually-hidden'}>
        {isWanted && (mentions.says || (found.length > 0 && `${peopleWords(all.length)}: arrows choose, Enter mentions.`))}
      </p>
    </div>
  )
}

const peopleWords = (count: number) => (count === 1 ? '1 person' : `${count} people`)

type PeopleProps = { id: string; found: readonly Mentionable[]; active: number; onPick: (person: Mentionable) => void }

function People({ id, found, active, onPick }: PeopleProps) {
  const list = useRef<HTMLDivElement>(null)
  const { length } = found
  // A reply is written at the lower edge of the panel.
  useEffect(() => {
    if (length > 0) list.current?.scrollIntoView({ block: 'nearest' })
  }, [length])
  return (
    <div ref={list} id={id} role="listbox" aria-label="People to mention" className={own.people}>
      {found.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
        <div
          key={person.userId}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(person)}
        >
          <bdi>{person.name ?? person.word}</bdi>
          {person.name !== null && person.email !== undefined && <bdi>{person.email}</bdi>}
        </div>
      ))}
    </div>
  )
}
