import { describe, expect, it } from 'vitest'
import { isOpen, nameOfInvitation, readInvitationToken } from '#lib/access/invitation-key.ts'
import { isSealedFor, newInvitationToken, sealed } from './invitation-token.ts'
import { newShareToken } from './share-token.ts'

const MODEL = 'm_4Zt0f9sQm1yXb7cN2eVJkA3r'
const ADDRESS = 'bo@example.com'

describe('the token of an invitation', () => {
  it('carries the id of its model, is new each time, and is kept as a hash', () => {
    const { token, hash } = newInvitationToken(MODEL)
    expect(token).toMatch(/^in_4Zt0f9sQm1yXb7cN2eVJkA3r[\w-]{32}$/)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(readInvitationToken(token)).toEqual({ modelId: MODEL, hash, shown: false, seal: undefined })
    expect(newInvitationToken(MODEL).token).not.toBe(token)
  })

  it('is mailed with a seal, which holds for its address alone', () => {
    const { token, hash } = newInvitationToken(MODEL)
    const mailed = sealed(token, ADDRESS)
    const read = readInvitationToken(mailed)!
    expect(read).toMatchObject({ modelId: MODEL, hash, shown: false })
    expect(isSealedFor(ADDRESS, read)).toBe(true)
    expect(isSealedFor('ada@example.com', read)).toBe(false)
    const other = readInvitationToken(sealed(newInvitationToken(MODEL).token, ADDRESS))!
    for (const seal of [undefined, '', other.seal, `${read.seal}A`, 'A'.repeat(22)]) {
      expect(isSealedFor(ADDRESS, { ...read, seal }), seal).toBe(false)
    }
  })

  it('has a name that shows nothing of it', () => {
    const { token, hash } = newInvitationToken(MODEL)
    const name = nameOfInvitation({ modelId: MODEL, hash })
    expect(name).not.toContain(token.slice(-32))
    expect(readInvitationToken(name)).toEqual({ modelId: MODEL, hash, shown: true })
  })

  it.each([
    '',
    'x',
    'in_',
    `in_${'A'.repeat(55)}`,
    `in_${'A'.repeat(57)}`,
    `in_${'A'.repeat(56)}.${'A'.repeat(21)}`,
    `xin_${'A'.repeat(56)}`,
  ])('is not %j', (text) => {
    expect(readInvitationToken(text)).toBeNull()
  })
})

it('no token is made for a model whose id none can carry', () => {
  for (const make of [newInvitationToken, newShareToken]) {
    for (const id of ['m_short', `${MODEL}x`]) expect(() => make(id)).toThrow('a model id that no token can carry')
  }
})

it('what is open was neither used nor ended, and is not too old', () => {
  const now = new Date()
  expect(isOpen(now)).toEqual({ acceptedAt: null, endedAt: null, expiresAt: { gt: now } })
})
