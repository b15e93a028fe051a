import { describe, expect, it } from 'vitest'
import { commonPasswords, hashPassword, passwordIssue, verifyPassword } from './passwords.ts'

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
    ['aabbaabbaabb', 'different characters'],
  ])('refuses %j', (password, words) => expect(passwordIssue(password, email)).toContain(words))
})

describe('the most common passwords', () => {
  const list = [...commonPasswords()]
  const long = list.filter((password) => password.length >= 10)
  const onTheList = 'Value error, this password is on the list of the most common ones'

  it('are at least three thousand, in lower case', () => {
    expect(list.slice(0, 3)).toEqual(['123456', 'password', '12345678'])
    expect(list.length).toBeGreaterThanOrEqual(3000)
    expect(list.filter((password) => password !== password.toLowerCase())).toEqual([])
  })

  // Twenty from the whole length of the list.
  it.each(Array.from({ length: 20 }, (_, i) => long[Math.floor((i * long.length) / 20)]!))('%j is refused', (password) => {
    expect(passwordIssue(password, email)).toBe(onTheList)
  })

  it.each(['PASSWORD123', 'Qwertyuiop', '1Qaz2Wsx3Edc', 'ｐａｓｓｗｏｒｄ１２３'])(
    '%j is refused: as typed, in lower case',
    (password) => {
      expect(passwordIssue(password, email)).toBe(onTheList)
    },
  )

  it.each([
    'password123!',
    ' password123',
    'password123 ',
    'passwort1234',
    'passw0rd-123',
    'my password123',
    'pass word123',
    'password 123',
    'password1238',
    'drowssap321x',
    'qwertyuiop[]',
    'qwertyuiop-asdf',
    'manchester by the sea',
    'basketball court 7',
    '1029384756a!',
    'q1w2e3r4t5z6u7',
    '123456789abx',
    'iloveyou but not enough',
    'configuration',
    'steelpassword',
  ])('%j, near it, is taken', (password) => expect(passwordIssue(password, email)).toBeNull())

  it('says the shorter ones are too short', () => {
    expect(passwordIssue('password', email)).toContain('at least 10')
  })
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
