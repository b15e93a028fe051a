import { useCallback, useEffect, useState } from 'react'
import type { AssignableRole, Role } from '#lib/access/roles.ts'
import { type CallResult, call } from '#ui/call.ts'

export type Person = {
  userId: string | null
  name: string | null
  email?: string
  role: Role
  state: 'active' | 'invited'
  since: string
  expiresAt?: string
}
export type AccessRequest = { userId: string; name: string | null; email: string; message: string | null; at: string }
/** What comes back for an address: a link to send, and whether a mail has gone. */
type Offered = { inviteUrl?: string; mailed?: boolean }
export type Offer = Offered & { email: string }
type People = { items: Person[]; requests: AccessRequest[] }

/** Who has access to a model and who asks for it, what is done about that, and what the last deed came to. */
export function usePeople(modelId: string) {
  const path = `/api/construct-models/${encodeURIComponent(modelId)}`
  const [people, setPeople] = useState<CallResult<People>>()
  const [made, setMade] = useState<Offer>()
  const [failed, setFailed] = useState<string>()

  const read = useCallback(async () => setPeople(await call<People>('GET', `${path}/collaborators`)), [path])
  useEffect(() => void read(), [read])

  /** One deed at a time; what it changed is read anew. */
  async function act<T>(method: string, address: string, body?: unknown): Promise<CallResult<T>> {
    setFailed(undefined)
    const done = await call<T>(method, address, body)
    if (!done.ok) setFailed(done.message)
    await read()
    return done
  }

  return {
    people,
    made,
    failed,
    async give(email: string, role: string, message?: string): Promise<boolean> {
      const done = await act<Offered>('PUT', `${path}/collaborators`, { email, role, ...(message && { message }) })
      setMade(done.ok ? { ...done.body, email } : undefined)
      return done.ok
    },
    async take(email: string): Promise<boolean> {
      return (await act('DELETE', `${path}/collaborators?email=${encodeURIComponent(email)}`)).ok
    },
    answer: (userId: string, role: AssignableRole | null) =>
      act('POST', `${path}/access-requests/${encodeURIComponent(userId)}`, { role }),
    async offer(email: string): Promise<void> {
      const done = await act<Offered>('POST', `${path}/transfer`, { email })
      if (done.ok) setMade({ ...done.body, email })
    },
    withdraw: () => act('DELETE', `${path}/transfer`),
  }
}

export type PeopleActions = Omit<ReturnType<typeof usePeople>, 'people' | 'made' | 'failed'>
