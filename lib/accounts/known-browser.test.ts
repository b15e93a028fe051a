import { expect, it } from 'vitest'
import { isKnownBrowser, KNOWN_BROWSER_COOKIE, knownBrowserCookie } from './known-browser.ts'

const ADA = { id: 'ada', passwordHash: 'a hash' }
const BO = { id: 'bo', passwordHash: 'another' }
const browser = (cookie: string) => new Headers({ cookie: cookie.split(';')[0] ?? '' })

it('knows a browser by the seal of each account that signed in there, until its password changes', () => {
  const one = browser(knownBrowserCookie(new Headers(), ADA))
  const two = browser(knownBrowserCookie(one, BO))
  expect([isKnownBrowser(one, ADA), isKnownBrowser(one, BO)]).toEqual([true, false])
  expect([isKnownBrowser(two, ADA), isKnownBrowser(two, BO)]).toEqual([true, true])
  expect(isKnownBrowser(two, { ...ADA, passwordHash: 'a new hash' })).toBe(false)
  expect(isKnownBrowser(new Headers(), ADA)).toBe(false)
})

it('knows none by what was made up, whatever letters it has', () => {
  for (const made of ['A'.repeat(43), 'é'.repeat(43), `${'é'.repeat(43)}.${'A'.repeat(43)}`, '', '.']) {
    expect(isKnownBrowser(browser(`${KNOWN_BROWSER_COOKIE}=${made}`), ADA), made).toBe(false)
  }
})
