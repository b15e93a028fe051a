import { describe, expect, it } from 'vitest'
import { hashOfToken, hintOf, modelIdIn, newShareToken } from './share-token.ts'

const TOKEN = 'sl_AAECAwQFBgcICQoLDA0ODxARAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY'

describe('the token of a share link', () => {
  it('is stored as SHA-256 of the whole', () => {
    expect(hashOfToken(TOKEN)).toBe('12882efb24b76350ef31af5a23b55f80dc9695df92fe9d553a6dec8e95eab2d8')
    expect(hintOf(TOKEN)).toBe('FhcY')
  })

  it('carries the id of its model', () => {
    const id = 'm_4Zt0f9sQm1yXb7cN2eVJkA3r'
    const token = newShareToken(id)
    expect(token).toMatch(/^sl_[\w-]{56}$/)
    expect(modelIdIn(token)).toBe(id)
    expect(newShareToken(id)).not.toBe(token)
    expect(modelIdIn(TOKEN)).toBe('m_AAECAwQFBgcICQoLDA0ODxAR')
  })

  it.each(['', 'sl_', TOKEN.slice(0, -1), `${TOKEN}a`, TOKEN.replace('sl_', 'sm_'), `${TOKEN.slice(0, -1)}\0`])(
    'is not %j',
    (text) => {
      expect(modelIdIn(text)).toBeNull()
    },
  )
})
