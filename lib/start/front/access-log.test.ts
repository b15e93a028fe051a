import { expect, it } from 'vitest'
import { principalKind, shownPath } from './access-log.ts'

const TOKEN = 'sl_AAECAwQFBgcICQoLDA0ODxARAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcY'

it.each([
  ['/models/abc?camera=1,2', '/models/abc'],
  ['/oauth/consent?handle=secret', '/oauth/consent'],
  ['/share/s3cret', '/share/[token]'],
  ['/embed/s3cret/picture.png', '/embed/[token]/picture.png'],
  ['/api/share/s3cret/events?x', '/api/share/[token]/events'],
  [`/share/${TOKEN}?x`, '/share/…FhcY'],
  [`/share/${TOKEN}/preview.png`, '/share/…FhcY/preview.png'],
  [`/api/share/${TOKEN}/model`, '/api/share/…FhcY/model'],
  [`/api/share/${TOKEN}x`, '/api/share/[token]'],
  ['/reset-password/s3cret', '/reset-password/[token]'],
  ['/reopen/s3cret', '/reopen/[token]'],
  ['/invite/s3cret', '/invite/[token]'],
  ['/import/s3cret', '/import/[token]'],
  ['/api/downloads/s3cret', '/api/downloads/[token]'],
  ['/sharepoint/x', '/sharepoint/x'],
  ['', ''],
])('of %j the log shows %j', (target, shown) => expect(shownPath(target)).toBe(shown))

it('tells the kind of credential and nothing of it', () => {
  expect(principalKind({})).toBe('anonymous')
  expect(principalKind({ cookie: 'theme=dark' })).toBe('anonymous')
  expect(principalKind({ cookie: 'a=b; __Host-next-auth.session-token=x' })).toBe('session')
  expect(principalKind({ authorization: 'Bearer smk_x', cookie: 'next-auth.session-token=x' })).toBe('api_key')
  expect(principalKind({ authorization: 'bearer smt_at_x' })).toBe('oauth')
  expect(principalKind({ authorization: 'Basic x' })).toBe('unknown')
})
