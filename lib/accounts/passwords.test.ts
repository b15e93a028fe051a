import { describe, expect, it } from 'vitest'
import { hashPassword, passwordIssue, verifyPassword } from './passwords.ts'

const email = 'anna.beam@example.com'

describe('passwordIssue', () => {
  it.each(['correct horse battery staple', 'Träger-S355-Ü', 'ten chars!', '🏗️ steel and concrete', `${'x'.repeat(1020)}abcd`])(
    'takes %j',
    (password) => expect(passwordIssue(password, email)).toBeNull(),
  )

  it.each([
    ['short 9ch', 'at least 10'],
    ['🏗🏗🏗🏗🏗', 'at least 10'], // ten UTF-16 units, five characters
    [`${'x'.repeat(1021)}abcd`, 'at most 1024'],
    ['ü'.repeat(600), 'at most 1024'],
    ['Anna.Beam@Example.com', 'than your e-mail'],
    ['with a nul\0', 'can be typed'],
    ['lone half \ud83c', 'can be typed'],
    ['1111111111', 'different characters'],
  ])('refuses %j', (password, words) => expect(passwordIssue(password, email)).toContain(words))
})

describe('verifyPassword', () => {
  it('knows the password again, typed composed or decomposed', async () => {
    const stored = await hashPassword('Stütze unter Träger')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(stored, 'Stütze unter Träger'.normalize('NFD'))).toBe(true)
    expect(await verifyPassword(stored, 'Stütze unter träger')).toBe(false)
  })

  it('makes another hash of the same password each time', async () => {
    expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'))
  })

  it('matches nothing where there is no account, and never throws', async () => {
    expect(await verifyPassword(null, 'nobody has this password')).toBe(false)
    expect(await verifyPassword(null, 'x'.repeat(5000))).toBe(false)
    expect(await verifyPassword(null, '\ud83c')).toBe(false)
  })
})
