import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samePath } from './same-path.ts'

const HERE = 'https://models.example.com'

describe('samePath', () => {
  it.each(['/', '/models/m_abc', '/oauth/consent?request=a-b_c', '/settings/api-keys#new', '/a/b/?q=%20x&r=http://elsewhere'])(
    'follows %s',
    (path) => expect(samePath(path, HERE)).toBe(path),
  )

  it('follows an address of this origin as its path', () => {
    expect(samePath(`${HERE}/models/m_1?tab=check`, HERE)).toBe('/models/m_1?tab=check')
  })

  it.each([
    'https://evil',
    '//evil',
    '/\\evil',
    '\\\\evil',
    'https:evil',
    'https:/evil',
    '%2f%2fevil',
    '/%2f%2fevil',
    '/%2Fevil',
    '/%5cevil',
    '/.//evil',
    '/..//evil',
    '/a/..//evil',
    '/%2e%2e//evil',
    '///evil',
    '/\t/evil',
    '/\n/evil',
    ' //evil',
    '/ /evil',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil',
    '',
    `${HERE}.evil.com/`,
    `${HERE}@evil.com/`,
    `${HERE}//evil`,
    `${HERE}:8443/`,
    'http://models.example.com/',
    '/é',
    '/%',
    '/%zz',
    null,
    undefined,
    7,
    ['/models'],
  ])('goes to the front page instead of %j', (wanted) => {
    expect(samePath(wanted, HERE)).toBe('/')
  })

  it('never leaves the origin, whatever is asked', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      ':',
      '@',
      '?',
      '#',
      '\t',
      '\n',
      ' ',
      'evil',
      'https',
      HERE,
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = samePath(parts.join(''), HERE)
        expect(path).toMatch(/^\/(?!\/|\\)/)
        expect(new URL(path, HERE).origin).toBe(HERE)
        expect(new URL(new URL(path, HERE).pathname, HERE).origin).toBe(HERE)
      }),
    )
  })
})
