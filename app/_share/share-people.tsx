import { useState } from 'react'
import type { AssignableRole, Role } from '#lib/access/roles.ts'
import { Button } from '#ui/button.tsx'
import { When } from '#ui/when.tsx'
import styles from './share-dialog.module.css'
import type { AccessRequest, PeopleActions, Person } from './use-people.ts'

export const ROLES: readonly (readonly [AssignableRole, string])[] = [
  ['viewer', 'Viewer: can look'],
  ['commenter', 'Commenter: can look and comment'],
  ['editor', 'Editor: can change the model'],
]
const WORDS: Record<Role, string> = { owner: 'Owner', editor: 'Editor', commenter: 'Commenter', viewer: 'Viewer' }

type PeopleProps = { people: readonly Person[]; youId: string; isOwner: boolean; actions: PeopleActions }

/** Everyone with a role, what it is, and for the owner what can be done about it. */
export function People({ people, youId, isOwner, actions }: PeopleProps) {
  return (
    <ul className={styles.people}>
      {people.map((person) => (
        <li key={`${person.userId} ${person.email} ${person.role}`}>
          <Who person={person} isYou={person.userId === youId} />
          {isOwner ? <RoleControl person={person} actions={actions} /> : <RoleName role={person.role} />}
        </li>
      ))}
    </ul>
  )
}

const RoleName = ({ role }: { role: Role }) => <span className={styles.role}>{WORDS[role]}</span>

/** A role as its owner sees it: another one, a new link, none; the offer of the model can be withdrawn. */
function RoleControl({ person: { email, role, state }, actions }: { person: Person; actions: PeopleActions }) {
  if (role === 'owner' || email === undefined) {
    if (state !== 'invited') return <RoleName role={role} />
    return (
      <span className={styles.actions}>
        <Button onClick={actions.withdraw}>Withdraw the offer</Button>
      </span>
    )
  }
  return (
    <span className={styles.actions}>
      <RoleSelect label={`Role of ${email}`} value={role} onChange={(to) => void actions.give(email, to)} />
      {state === 'invited' && (
        <Button onClick={() => actions.give(email, role)} aria-label={`New link for ${email}`}>
          New link
        </Button>
      )}
      <Button onClick={() => actions.take(email)} aria-label={`Remove ${email}`}>
        Remove
      </Button>
    </span>
  )
}

function RoleSelect({
  label,
  value,
  onChange,
}: {
  label: string
  value: AssignableRole
  onChange: (role: AssignableRole) => void
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(ROLES.find(([role]) => role === target.value)?.[0] ?? 'viewer')}
    >
      {ROLES.map(([role]) => (
        <option key={role} value={role}>
          {WORDS[role]}
        </option>
      ))}
    </select>
  )
}

function Who({ person: { name, email, role, state, expiresAt }, isYou }: { person: Person; isYou: boolean }) {
  return (
    <span className={styles.who}>
      <bdi>{name || email || 'Unnamed'}</bdi>
      {isYou && <span className="muted"> (you)</span>}
      <span className={styles.about}>
        {name && email && <bdi>{email}</bdi>}
        {state === 'invited' && expiresAt && (
          <span>
            {role === 'owner' ? 'is offered the model until ' : 'invited until '}
            <When at={expiresAt} isDay />
          </span>
        )}
      </span>
    </span>
  )
}

/** Those who asked the owner for access. */
export function AccessRequests({
  requests,
  onAnswer,
}: {
  requests: readonly AccessRequest[]
  onAnswer: PeopleActions['answer']
}) {
  if (requests.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="share-asking">
      <h3 id="share-asking">Access requests</h3>
      <ul className={styles.people}>
        {requests.map((one) => (
          <AccessRequestItem key={one.userId} request={one} onAnswer={(as) => onAnswer(one.userId, as)} />
        ))}
      </ul>
    </section>
  )
}

function AccessRequestItem({ request, onAnswer }: { request: AccessRequest; onAnswer: (role: AssignableRole | null) => void }) {
  const [role, setRole] = useState<AssignableRole>('viewer')
  const { name, email, message } = request
  return (
    <li>
      <span className={styles.who}>
        <bdi>{name || email}</bdi>
        <span className={styles.about}>
          {name && <bdi>{email}</bdi>}
          {message && <q dir="auto">{message}</q>}
        </span>
      </span>
      <span className={styles.actions}>
        <RoleSelect label={`Role for ${email}`} value={role} onChange={setRole} />
        <Button look="primary" onClick={() => onAnswer(role)} aria-label={`Give access to ${email}`}>
          Give access
        </Button>
        <Button onClick={() => onAnswer(null)} aria-label={`Decline ${email}`}>
          Decline
        </Button>
      </span>
    </li>
  )
}
