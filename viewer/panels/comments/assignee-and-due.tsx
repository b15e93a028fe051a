import { useCallback } from 'react'
import { listPeople, type PersonOfModel } from '../../session/comments/comments.ts'
import type { ViewerSession } from '../../session/session.ts'
import { useRequest } from '../use-request.ts'

/** `assignee`: an id; empty where there is none. */
export type AssigneeAndDueValue = { assignee: string; due: string }

type Props = {
  session: ViewerSession
  value: AssigneeAndDueValue
  /** Who is assigned already: they may have no role any more. */
  assigned?: { id: string | null; name: string | null } | null
  onChange: (value: AssigneeAndDueValue) => void
}

/** Who is to look after a thread, one of those with a role on the model, and until when. */
export function AssigneeAndDue({ session, value, assigned, onChange }: Props) {
  const request = useRequest(
    session,
    useCallback((signal: AbortSignal) => listPeople(session, signal), [session]),
  )
  const people = request.face === 'answer' ? request.answer : []
  const former = assigned?.id && !people.some(({ userId }) => userId === assigned.id) ? assigned : null
  const chosen = people.find(({ userId }) => userId === value.assignee)
  return (
    <>
      <label>
        <span>Assignee</span>
        <select
          value={value.assignee}
          aria-busy={request.face === 'busy'}
          onChange={({ target }) => onChange({ ...value, assignee: target.value })}
        >
          <option value="">Nobody</option>
          {former && <option value={former.id ?? ''}>{former.name ?? 'Somebody'}</option>}
          {people.map((person) => (
            <option key={person.userId} value={person.userId ?? ''}>
              {wordsFor(person)}
            </option>
          ))}
        </select>
      </label>
      {request.face === 'failed' && <p role="status">{request.says}</p>}
      {chosen?.role === 'viewer' && <p role="status">A viewer can look, and neither answer nor resolve.</p>}
      <label>
        <span>Due</span>
        <input
          type="date"
          min="1900-01-01"
          max="2999-12-31"
          value={value.due}
          onChange={({ target }) => onChange({ ...value, due: target.value })}
        />
      </label>
    </>
  )
}

const wordsFor = ({ name, email, role }: PersonOfModel): string => {
  const who = [name, email && (name ? `(${email})` : email)].filter(Boolean).join(' ') || 'Somebody'
  return role === 'viewer' ? `${who}, viewer` : who
}
